// Claude Code's streams in the real program, without anybody's SDK and without a network: local/ocr
// answers.
#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/run_program.hpp"
#include "support/test_paths.hpp"
#include "support/workbench.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

constexpr const char* kLook =
    R"({"type":"user","message":{"role":"user","content":[{"type":"image","path":"red.png"}]}})"
    "\n";

class ClaudeStream : public ::testing::Test {
protected:
    ClaudeStream() { bench_.picture("red.png", {"plain", "300", "200", "200,30,30"}); }

    std::vector<std::string> command(const std::vector<std::string>& more) const {
        std::vector<std::string> words{
            "/usr/bin/env",
            "-C",
            bench_.folder().string(),
            "XDG_CACHE_HOME=" + (bench_.folder() / "cache").string(),
            "XDG_CONFIG_HOME=" + (bench_.folder() / "none").string(),
            test_paths::program("fovea-claude"),
            "--data",
            (bench_.folder() / "data").string(),
            "--model=local/ocr"};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    // As the SDKs start it.
    Finished speak(std::string_view input, std::vector<std::string> more = {}) const {
        more.insert(
            more.begin(),
            {"--output-format", "stream-json", "--verbose", "--input-format", "stream-json"}
        );
        return run_program(command(more), input);
    }
    static std::vector<json::object> frames(const Finished& done) {
        std::vector<json::object> frames;
        for (const auto& line : split(done.out, '\n')) {
            if (!line.empty()) frames.push_back(json::parse(line).as_object());
        }
        return frames;
    }

    Workbench bench_;
};

std::vector<std::string> types_of(const std::vector<json::object>& frames) {
    std::vector<std::string> types;
    for (const auto& frame : frames) types.emplace_back(frame.at("type").as_string());
    return types;
}

TEST_F(ClaudeStream, GivesEachMessageItsInitAndItsResult) {  // H8
    const auto done = speak(std::string(kLook) + kLook);

    EXPECT_EQ(done.exit_code, 0) << done.err;
    const auto all = frames(done);
    EXPECT_THAT(
        types_of(all), ElementsAre("system", "assistant", "result", "system", "assistant", "result")
    );
    for (const auto& frame : all) {
        EXPECT_EQ(frame.at("session_id"), all[0].at("session_id"));
        EXPECT_THAT(std::string(frame.at("uuid").as_string()), SizeIs(36));
    }
}

TEST_F(ClaudeStream, AnswersRequestsAndPassesOverWhatItDoesNotKnow) {  // H8
    const auto done = speak(
        R"({"type":"keep_alive"}
{"type":"control_request","request_id":"1","request":{"subtype":"initialize"}}
{"type":"control_request","request_id":"2","request":{"subtype":"interrupt"}}
{"type":"control_request","request_id":"3","request":{"subtype":"something_new"}}
{"type":"control_cancel_request","request_id":"3"}
{"type":"something_new"}

)",
        {"--effort", "high", "--setting-sources=", "--strict-mcp-config"}
    );

    EXPECT_EQ(done.exit_code, 0);
    const auto all = frames(done);
    ASSERT_THAT(all, SizeIs(3));
    EXPECT_EQ(all[0].at("response").at("subtype"), "success");
    EXPECT_EQ(all[1].at("response").at("subtype"), "success");
    EXPECT_EQ(all[2].at("response").at("subtype"), "error");
    EXPECT_EQ(all[2].at("response").at("request_id"), "3");
    EXPECT_THAT(done.err, HasSubstr("--effort, --setting-sources, --strict-mcp-config"));
}

TEST_F(ClaudeStream, DoesWhatCameBeforeALineThatIsNoJson) {  // H8, CAL-HL-22
    const auto done = speak(std::string(kLook) + "garbage\n" + kLook);

    EXPECT_EQ(done.exit_code, 64);
    const auto all = frames(done);
    EXPECT_THAT(types_of(all), ElementsAre("system", "assistant", "result", "result"));
    EXPECT_EQ(all[3].at("subtype"), "error_during_execution");
}

TEST_F(ClaudeStream, SaysWhatIsWrongWithItsFirstLine) {  // H8
    const auto done = speak("broken\n");

    EXPECT_EQ(done.exit_code, 64);
    ASSERT_THAT(frames(done), SizeIs(1)) << done.err;
    EXPECT_EQ(frames(done)[0].at("type"), json::value("result"));
    EXPECT_THAT(done.out, HasSubstr("not JSON"));
}

TEST_F(ClaudeStream, SurvivesAMessageThatCannotBeUsed) {  // H8
    const auto done = speak(
        R"({"type":"user","message":{"content":[{"type":"image","source":{"type":"base64","data":"!"}}]}}
)" + std::string(kLook)
    );

    EXPECT_EQ(done.exit_code, 0) << done.err;
    const auto all = frames(done);
    EXPECT_THAT(types_of(all), ElementsAre("system", "result", "system", "assistant", "result"));
    EXPECT_EQ(all[1].at("is_error"), true);
}

TEST_F(ClaudeStream, ResumesASessionByItsUuid) {  // H8
    const auto first = frames(speak(kLook));
    const auto id = std::string(first.at(0).at("session_id").as_string());

    const auto again = speak(kLook, {"--resume=" + id});

    EXPECT_EQ(again.exit_code, 0) << again.err;
    EXPECT_EQ(frames(again).at(0).at("session_id"), json::value(id));
    EXPECT_EQ(frames(again).at(0).at("fovea").at("resumed"), true);
}

TEST_F(ClaudeStream, AnswersAPromptOfTheCommandLine) {  // H8
    const auto done =
        run_program(command({"-p", "what is @red.png ?", "--output-format", "stream-json"}));

    EXPECT_EQ(done.exit_code, 0) << done.err;
    EXPECT_THAT(types_of(frames(done)), ElementsAre("system", "assistant", "result"));
}

TEST_F(ClaudeStream, PrintsTheResultAloneAsJson) {  // H8
    const auto done = run_program(command({"-p", "what is @red.png ?", "--output-format", "json"}));

    EXPECT_EQ(done.exit_code, 0) << done.err;
    const auto all = frames(done);
    ASSERT_THAT(types_of(all), ElementsAre("result"));
    EXPECT_TRUE(all[0].contains("modelUsage"));
}

TEST_F(ClaudeStream, EndsByTheSignalAndWithoutAResult) {  // H8
    const auto words = command({"--output-format=stream-json", "--input-format=stream-json"});
    std::string quoted;
    for (const auto& word : words) quoted += "'" + word + "' ";

    // The first line that comes back says that it is up; there is no message, so it waits.
    const auto done = run_program(
        {"/bin/bash",
         "-c",
         "coproc F { exec " + quoted +
             "; }; pid=$F_PID; echo "
             "'{\"type\":\"control_request\",\"request_id\":\"1\",\"request\":"
             "{\"subtype\":\"initialize\"}}' >&${F[1]}; read -r line <&${F[0]}; exec 3<&${F[0]}; "
             "kill -TERM $pid; wait $pid; echo \"code $?\"; cat <&3"}
    );

    EXPECT_THAT(done.out, HasSubstr("code 143"));
    EXPECT_THAT(done.out, Not(HasSubstr("\"result\"")));
}

TEST_F(ClaudeStream, NeedsItsOwnOutputFormat) {  // H8, CAL-HL-22
    const auto done = run_program(
        {test_paths::program("fovea"),
         "--input-format",
         "claude-stream-json",
         "--output-format",
         "stream-json"}
    );

    EXPECT_EQ(done.exit_code, 64);
    EXPECT_THAT(done.out, IsEmpty());
}

TEST_F(ClaudeStream, LeavesTheStrictFormatStrict) {  // H8, CAL-HL-13, CAL-HL-17
    const auto done = run_program(
        {test_paths::program("fovea"),
         "--data",
         (bench_.folder() / "data").string(),
         "--model=local/ocr",
         "--input-format=stream-json",
         "--output-format=stream-json"},
        kLook
    );

    EXPECT_EQ(done.exit_code, 64);
    EXPECT_THAT(done.out, HasSubstr("claude-stream-json"));
}

TEST(ClaudePage, SaysWhatDiffers) {  // CAL-HL-13
    const auto page = read_whole_file(test_paths::source_dir() + "/docs/claude-code.md");

    EXPECT_THAT(page, HasSubstr("## What differs from Claude Code"));
    for (const auto* const word :
         {"pathToClaudeCodeExecutable",
          "fovea-claude",
          "claude-json",
          "claude-stream-json",
          "initialize",
          "interrupt",
          "set_model",
          "set_permission_mode",
          "mcp_status",
          "can_use_tool",
          "error_during_execution",
          "error_max_turns",
          "error_max_budget_usd",
          "error_max_structured_output_retries",
          "143"}) {
        EXPECT_THAT(page, HasSubstr(word));
    }
}

TEST_F(ClaudeStream, TellsAVersionThatSdksAccept) {  // H8
    const auto done = run_program({test_paths::program("fovea-claude"), "-v"});

    EXPECT_EQ(done.exit_code, 0);
    EXPECT_THAT(done.out, ::testing::MatchesRegex("2\\.[0-9]+\\.[0-9]+ \\(Fovea [0-9.]+\\)\n"));
}

}  // namespace
}  // namespace fovea::testing
