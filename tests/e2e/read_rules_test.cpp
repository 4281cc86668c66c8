// Which files a run may read: what rules close, what is Fovea's own, and where nobody named a workspace.
#include "fovea/base/json_text.hpp"

#include <gmock/gmock.h>

#include <filesystem>

#include "e2e/headless_fixture.hpp"

namespace fovea::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kDeny = "[permissions]\ndeny = [\"filesystem_read(secrets/**)\"]\n";
constexpr std::string_view kAsk = "[permissions]\nask = [\"filesystem_read(secrets/**)\"]\n";
constexpr std::string_view kAnswer = R"([{"match": {}, "response": {"content": "I see."}}])";
constexpr std::string_view kSearches = R"([
    {"match": {"userMessage": "search", "hasToolResult": false}, "response": {"content": "", "toolCalls": [
        {"id": "call_1", "name": "filesystem_grep", "arguments": {"pattern": "needle"}},
        {"id": "call_2", "name": "filesystem_glob", "arguments": {"pattern": "**/*.txt"}}]}},
    {"match": {}, "response": {"content": "I see."}}])";

class ReadRules : public Headless {
protected:
    void begin(std::string_view fixtures, std::string_view configuration) {
        start(fixtures, configuration);
        fs::create_directories(bench_->folder() / "secrets");
        write_file("secrets/key.txt", "needle KEY-7\n");
        write_file("open.txt", "needle open\n");
        fs::create_symlink("secrets/key.txt", bench_->folder() / "link.txt");
        bench_->picture("secrets/red.png", {"plain", "30", "20", "200,30,30"});
    }
    RunOutput tool(const std::string& name, const std::string& input) const {
        auto done = bench_->fovea({"tool", name, "--input", input});
        return {done.exit_code, std::move(done.out), std::move(done.err), {}};
    }
    std::string sent() const {
        std::string all;
        for (const auto& body : requests()) all += json_text(body);
        return all;
    }
    // As from a terminal that was just opened.
    Finished at_home(std::vector<std::string> arguments, std::string_view input = {}) const {
        arguments.insert(arguments.end(), {"--model", kModel});
        return run_program(
            bench_->command(arguments, {"/usr/bin/env", "HOME=" + bench_->folder().string()}), input
        );
    }
    Finished tool_at_home(const std::string& name, const std::string& input) const {
        return run_program(bench_->command(
            {"tool", name, "--input", input}, {"/usr/bin/env", "HOME=" + bench_->folder().string()}
        ));
    }
};

TEST_F(ReadRules, ADeniedFileIsNotFoundFromAbove) {  // A2
    begin(kSearches, kDeny);

    const auto done = run({"-p", "search"});

    ASSERT_EQ(done.exit_code, 0) << done.err;
    EXPECT_THAT(sent(), AllOf(HasSubstr("needle open"), Not(HasSubstr("KEY-7"))));
    EXPECT_THAT(sent(), Not(HasSubstr("key.txt")));
    EXPECT_THAT(sent(), HasSubstr("[2 files are left out: a permission rule keeps them from"));
}

TEST_F(ReadRules, AFileThatAsksFirstIsLeftOutWhereNobodyWasAsked) {  // A2
    begin(kSearches, kAsk);

    const auto done = run({"-p", "search"});

    ASSERT_EQ(done.exit_code, 0) << done.err;
    EXPECT_THAT(sent(), AllOf(HasSubstr("needle open"), Not(HasSubstr("KEY-7"))));
}

TEST_F(ReadRules, ADeniedFileIsNotAttachedHoweverThePromptComes) {  // A2, A4
    begin(kAnswer, kDeny);

    for (const auto* name : {"secrets/key.txt", "./secrets/key.txt", "link.txt"}) {
        const auto prompt = "what is in @" + std::string(name) + " ?";
        const auto typed = run({"-p", prompt});
        const auto piped = run({"-p", "-"}, prompt);

        EXPECT_EQ(typed.exit_code, 66) << name;
        EXPECT_THAT(typed.err, HasSubstr("the rule \"deny: filesystem_read(secrets/**)\" denies"));
        EXPECT_EQ(piped.exit_code, 66) << name;
    }
    const auto framed =
        talk(R"({"type": "user", "content": [{"type": "image", "path": "secrets/red.png"}]})"
             "\n");
    EXPECT_THAT(framed.err + framed.out, HasSubstr("may not be read by tools"));
    EXPECT_TRUE(requests().empty());
}

TEST_F(ReadRules, WhatAPersonTypesNeedsNoQuestionAndWhatIsPipedInDoes) {  // A2, A4
    begin(kAnswer, kAsk);

    EXPECT_EQ(run({"-p", "-"}, "what is in @secrets/key.txt ?").exit_code, 66);
    EXPECT_TRUE(requests().empty());
    EXPECT_EQ(run({"-p", "what is in @secrets/key.txt ?"}).exit_code, 0);
    EXPECT_THAT(sent(), HasSubstr("KEY-7"));
}

TEST_F(ReadRules, HoldForToolsAtAShell) {  // A2
    begin(kAnswer, kDeny);

    for (const auto& [name, input] : std::map<std::string, std::string>{
             {"filesystem_read", R"({"path": "secrets/../secrets/key.txt"})"},
             {"filesystem_grep", R"({"pattern": "KEY"})"},
             {"filesystem_glob", R"({"pattern": "**"})"},
             {"analyze_image", R"({"images": ["secrets/red.png"], "question": "?"})"},
             {"vision_analyze", R"({"file_path": "secrets/red.png", "prompt": "?"})"},
             {"video_analyze", R"({"file_path": "secrets/red.png"})"}}) {
        const auto done = tool(name, input);
        EXPECT_THAT(done.out + done.err, Not(HasSubstr("KEY-7"))) << name;
        EXPECT_THAT(done.out, Not(HasSubstr("secrets/"))) << name;
    }
    const auto read = tool("filesystem_read", R"({"path": "link.txt"})");
    EXPECT_EQ(read.exit_code, 2);
    EXPECT_THAT(read.err, HasSubstr("link.txt may not be read by tools: the rule \"deny:"));
}

TEST_F(ReadRules, FoveasOwnFilesAreReadByNoTool) {  // Q5
    begin(kAnswer, "[providers.other]\nkind = \"openai_chat\"\napi_key_file = \"keys/other\"\n");
    fs::create_directories(bench_->folder() / "keys");
    write_file("keys/other", "sk-KEY-9\n");
    fs::create_directories(bench_->folder() / ".fovea");
    write_file(".fovea/config.toml", "# KEY-9\n");
    fs::create_directories(bench_->folder() / "none/fovea");
    write_file("none/fovea/AGENTS.md", "KEY-9\n");
    fs::create_symlink("keys/other", bench_->folder() / "notes.txt");
    fs::create_hard_link(bench_->folder() / "keys/other", bench_->folder() / "again.txt");
    ASSERT_EQ(run({"-p", "KEY-9 was said"}).exit_code, 0);  // now there are sessions
    ASSERT_TRUE(fs::exists(bench_->folder() / "data/fovea.db"));

    for (const auto* path :
         {"config.toml",
          ".fovea/config.toml",
          "keys/other",
          "notes.txt",
          "again.txt",
          "data/fovea.db",
          "none/fovea/AGENTS.md"}) {
        const auto read = tool("filesystem_read", R"({"path": ")" + std::string(path) + "\"}");
        EXPECT_EQ(read.exit_code, 2) << path << read.out;
        EXPECT_THAT(read.err, HasSubstr("one of Fovea's own files")) << path;
    }
    EXPECT_EQ(tool("filesystem_grep", R"({"pattern": "KEY-9|api_key"})").out, "no match\n");
    EXPECT_THAT(
        tool("filesystem_glob", R"({"pattern": "**"})").out,
        AllOf(
            HasSubstr("open.txt"),
            Not(HasSubstr("data/")),
            Not(HasSubstr("cache/")),
            Not(HasSubstr("config.toml")),
            Not(HasSubstr("keys/"))
        )
    );
    EXPECT_EQ(run({"-p", "-"}, "read @config.toml").exit_code, 66);
}

TEST_F(ReadRules, AHomeThatNobodyNamedIsNoWorkspace) {  // V11
    begin(kSearches, "");
    bench_->picture("red.png", {"plain", "30", "20", "200,30,30"});

    const auto read = tool_at_home("filesystem_read", R"({"path": "open.txt"})");
    EXPECT_EQ(read.exit_code, 2);
    EXPECT_THAT(
        read.err,
        AllOf(
            HasSubstr("files cannot be read: no workspace is configured, and"),
            HasSubstr("workspace.roots")
        )
    );
    const auto done = at_home({"-p", "search"});
    EXPECT_EQ(done.exit_code, 0) << done.err;
    EXPECT_THAT(done.err, HasSubstr("the tools for files are left out: files cannot be read"));
    EXPECT_THAT(sent(), Not(HasSubstr("needle open")));
    EXPECT_THAT(json_text(requests().front()), Not(HasSubstr("\"filesystem_grep\"")));
}

TEST_F(ReadRules, AtHomeWhatAPersonNamesStillGoes) {  // A4
    begin(kAnswer, "");
    bench_->picture("red.png", {"plain", "30", "20", "200,30,30"});

    EXPECT_EQ(at_home({"-p", "what is 2+2", "--image", "red.png"}).exit_code, 0);
    EXPECT_EQ(at_home({"-p", "what is on @red.png ?"}).exit_code, 0);
    const auto piped = at_home({"-p", "-"}, "what is on @red.png ?");
    EXPECT_EQ(piped.exit_code, 66);
    EXPECT_THAT(piped.err, HasSubstr("files cannot be read"));
    // Nobody would have used them.
    const auto local = run_program(bench_->command(
        {"-p", "read it", "--image", "red.png", "--model", "local/ocr"},
        {"/usr/bin/env", "HOME=" + bench_->folder().string()}
    ));
    EXPECT_THAT(local.err, Not(HasSubstr("left out")));
}

TEST_F(ReadRules, AHomeThatSomebodyNamedIsAWorkspace) {  // V11
    begin(kSearches, "[workspace]\nroots = [\".\"]\n");

    const auto done = at_home({"-p", "search"});

    EXPECT_EQ(done.exit_code, 0) << done.err;
    EXPECT_THAT(done.err, Not(HasSubstr("left out")));
    EXPECT_THAT(sent(), HasSubstr("needle open"));
}

}  // namespace
}  // namespace fovea::testing
