#include "fovea/agent/hooks.hpp"

#include "fovea/base/digest.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace fovea::agent {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

class HooksTest : public testing::Test {
protected:
    void SetUp() override {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = fs::temp_directory_path() /
                  ("fovea-hooks-" + std::to_string(::getpid()) + test->name());
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    static config::HookSettings hook(std::string event, std::string command) {
        config::HookSettings settings;
        settings.event = std::move(event);
        settings.command = std::move(command);
        return settings;
    }

    static const char* variable(const char* name) {
        const std::string_view asked = name;
        if (asked == "PATH") return "/usr/bin:/bin";
        if (asked == "FOVEA_SESSION_ID") return "old";
        return asked == "DATABASE_URL" ? "postgres://me:secret@db" : nullptr;
    }

    HookOptions options(std::vector<config::HookSettings> hooks) {
        return {
            .hooks = std::move(hooks),
            .project = folder_,
            .session_id = "s1",
            .environment = variable,
            .on_report = [this](const HookReport& report) { reports_.push_back(report); }};
    }

    static HookMoment before_tool(std::string tool, std::string input = "{}") {
        return {
            .event = HookEvent::PreToolUse,
            .tool_name = std::move(tool),
            .tool_input = std::move(input),
            .tool_use_id = "t1"};
    }

    std::string read(const char* name) const {
        std::ostringstream text;
        text << std::ifstream(folder_ / name).rdbuf();
        return text.str();
    }

    fs::path folder_;
    std::vector<HookReport> reports_;
};

TEST_F(HooksTest, AHookGetsTheVariablesThatItsSettingsName) {  // Q5
    auto one = hook("PreToolUse", "echo \"$DATABASE_URL\" >> env");
    auto other = one;
    other.pass_env = {"DATABASE_URL"};
    Hooks hooks(options({one, other}));
    hooks.run(before_tool("shell"), {});

    EXPECT_EQ(read("env"), "\npostgres://me:secret@db\n");
}

TEST_F(HooksTest, AHookIsToldOfTheCallAndOfTheSession) {  // A2
    Hooks hooks(options(
        {hook("PreToolUse", "cat > seen; echo \"$FOVEA_SESSION_ID $FOVEA_PROJECT_DIR\" > env")}
    ));
    hooks.run(before_tool("shell", R"({"command":"ls"})"), {});

    EXPECT_EQ(
        json::parse(read("seen")),
        json::value(
            {{"hook_event_name", "PreToolUse"},
             {"session_id", "s1"},
             {"cwd", folder_.string()},
             {"tool_name", "shell"},
             {"tool_input", {{"command", "ls"}}},
             {"tool_use_id", "t1"}}
        )
    );
    EXPECT_EQ(read("env"), "s1 " + folder_.string() + "\n");
}

TEST_F(HooksTest, PicturesOfAResultAreNamedByTheirHash) {  // A2, S2
    content::ImageBlock image;
    const auto hash = sha256(as_bytes("picture"));
    image.source = content::BlobRef{hash};
    image.mime = "image/png";
    Hooks hooks(options({hook("PostToolUse", "cat > seen")}));
    auto moment = before_tool("filesystem_read");
    moment.event = HookEvent::PostToolUse;
    moment.tool_response = content::ToolResultBlock{
        .tool_use_id = "t1", .content = {content::TextBlock{"a cat"}, image}};
    hooks.run(moment, {});

    const auto seen = json::parse(read("seen"));
    const auto& content = seen.at("tool_response").at("content").as_array();
    EXPECT_EQ(content.at(0).at("text"), "a cat");
    EXPECT_EQ(content.at(1).at("sha256").as_string(), hash.hex());
    EXPECT_EQ(read("seen").find("base64"), std::string::npos);
}

TEST_F(HooksTest, TheFirstThatDeniesEndsIt) {  // A2
    Hooks hooks(options(
        {hook("PreToolUse", "echo '{\"decision\":\"allow\"}'"),
         hook("PreToolUse", "echo 'not here' >&2; exit 2"),
         hook("PreToolUse", "touch ran")}
    ));
    const auto answer = hooks.run(before_tool("shell"), {});

    EXPECT_EQ(answer.decision, HookDecision::Deny);
    EXPECT_EQ(answer.reason, "not here");
    EXPECT_FALSE(fs::exists(folder_ / "ran"));
    ASSERT_EQ(reports_.size(), 2u);
    EXPECT_EQ(reports_[1].exit_code, 2);
    EXPECT_EQ(reports_[1].phase, HookPhase::Ran);
}

TEST_F(HooksTest, AFailureIsToldAndDecidesNothing) {  // A2
    Hooks hooks(options(
        {hook("PreToolUse", "no-such-program-here"),
         hook("PreToolUse", "echo '{\"decision\":\"ask\"}'")}
    ));
    const auto answer = hooks.run(before_tool("shell"), {});

    EXPECT_EQ(answer.decision, HookDecision::Ask);
    EXPECT_NE(answer.failure.find("status 127"), std::string::npos);
}

TEST_F(HooksTest, AChangedInputIsWhatTheNextHookSees) {  // A2
    Hooks hooks(options(
        {hook("PreToolUse", "echo '{\"updated_input\":{\"path\":\"b\"}}'"),
         hook("PreToolUse", "cat > seen")}
    ));
    const auto answer = hooks.run(before_tool("x", R"({"path":"a"})"), {});

    EXPECT_EQ(answer.updated_input, R"({"path":"b"})");
    EXPECT_EQ(json::parse(read("seen")).at("tool_input").at("path"), "b");
}

TEST_F(HooksTest, MatchersChooseTools) {  // A2
    EXPECT_TRUE(fits_matcher("filesystem_read", "shell|filesystem_*"));
    EXPECT_FALSE(fits_matcher("filesystem_read", "shell|read"));
    EXPECT_TRUE(fits_matcher("anything", ""));
    EXPECT_TRUE(fits_matcher("anything", "*"));

    auto only_shell = hook("PreToolUse", "exit 2");
    only_shell.matcher = "shell";
    Hooks hooks(options({only_shell}));
    EXPECT_EQ(hooks.run(before_tool("other"), {}).decision, HookDecision::None);
    EXPECT_EQ(hooks.run(before_tool("shell"), {}).decision, HookDecision::Deny);
    EXPECT_TRUE(hooks.has(HookEvent::PreToolUse, "shell"));
    EXPECT_FALSE(hooks.has(HookEvent::Stop));
}

TEST_F(HooksTest, AnAsyncHookIsReportedTwiceAndNothingIsLeft) {  // A2, CAL-HL-10
    auto slow = hook("PreToolUse", "read line < gate; echo heard; exit 2");
    slow.async = true;
    ASSERT_EQ(::mkfifo((folder_ / "gate").c_str(), 0600), 0);
    Hooks hooks(options({slow}));
    const auto answer = hooks.run(before_tool("shell"), {});

    // It cannot have ended: nobody opened the gate.
    EXPECT_EQ(answer, HookAnswer{});
    ASSERT_EQ(reports_.size(), 1u);
    EXPECT_EQ(reports_[0].phase, HookPhase::Dispatched);

    std::ofstream(folder_ / "gate") << "go\n";
    hooks.finish({});
    ASSERT_EQ(reports_.size(), 2u);
    EXPECT_EQ(reports_[1].phase, HookPhase::Completed);
    EXPECT_EQ(reports_[1].exit_code, 2);
    EXPECT_EQ(reports_[1].out, "heard\n");
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);  // no child, not even a dead one
}

TEST_F(HooksTest, AsyncHooksAreKilledWhenTheRunIsStopped) {  // A2
    auto endless = hook("Stop", "sleep 1000");
    endless.async = true;
    Hooks hooks(options({endless, endless}));
    hooks.run({.event = HookEvent::Stop}, {});
    std::stop_source source;
    source.request_stop();
    hooks.finish(source.get_token());

    ASSERT_EQ(reports_.size(), 4u);
    EXPECT_EQ(reports_[3].answer.failure, "it was cancelled with the run");
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
}

TEST_F(HooksTest, TheDestructorLeavesNothingRunning) {  // A2
    auto endless = hook("Stop", "sleep 1000");
    endless.async = true;
    {
        Hooks hooks(options({endless}));
        hooks.run({.event = HookEvent::Stop}, {});
    }
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
}

TEST_F(HooksTest, TooManyInTheBackgroundAreNotStarted) {  // A2
    auto endless = hook("Stop", "sleep 1000");
    endless.async = true;
    Hooks hooks(options(std::vector<config::HookSettings>(17, endless)));
    hooks.run({.event = HookEvent::Stop}, {});

    ASSERT_EQ(reports_.size(), 17u);
    EXPECT_EQ(reports_[15].answer.failure, "");
    EXPECT_NE(reports_[16].answer.failure, "");
}

}  // namespace
}  // namespace fovea::agent
