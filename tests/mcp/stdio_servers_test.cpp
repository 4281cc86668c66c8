// A server of the official SDK, started as a program.
#include "fovea/config/plain_variables.hpp"

#include <boost/json.hpp>
#include <signal.h>

#include <cerrno>

#include "mcp/sdk_servers.hpp"

namespace fovea::mcp {
namespace {

using content::DocumentBlock;
using content::ImageBlock;
using content::TextBlock;

class StdioServers : public SdkServers {
protected:
    void SetUp() override {
        SdkServers::SetUp();
        if (IsSkipped()) return;
        auto server = program("mcp_stdio.mjs");
        server.env = {{"SERVER_TOKEN", "${TEST_SECRET}"}, {"PLAIN", "yes"}};
        variables_["TEST_SECRET"] = "sk-very-secret";
        variables_["ANTHROPIC_API_KEY"] = "sk-of-the-model";
        open({{"t", server}});
    }
};

TEST_F(StdioServers, BringTheirToolsUnderClearNames) {  // A3, T1
    EXPECT_EQ(
        servers_->statuses(),
        (std::vector<ServerStatus>{{"t", ServerState::Connected, "", tools_.size()}})
    );
    ASSERT_NE(find("mcp__t__say"), nullptr);
    EXPECT_EQ(find("mcp__t__say")->spec().description, "Says it again");
    EXPECT_EQ(find("mcp__t__say")->toolset(), "mcp:t");
    EXPECT_EQ(find("mcp__t__say")->effect(), tools::Effect::Other);
    EXPECT_EQ(text(call("mcp__t__say", R"({"words": "grüße"})")), "grüße");
    EXPECT_EQ(find("mcp__t__read.file"), nullptr);
    EXPECT_EQ(text(call("mcp__t__read_file_4f9e53e2")), "a name with a dot");
}

TEST_F(StdioServers, GiveWordsAndErrorsThatAModelCanRead) {  // T1
    EXPECT_EQ(text(call("mcp__t__numbers")), R"({"sum":3})");
    const auto failed = call("mcp__t__fail");
    EXPECT_TRUE(failed.is_error);
    EXPECT_EQ(text(failed), "there is no such row");
    const auto refused = call("mcp__t__say", R"({"words": 3})");
    EXPECT_TRUE(refused.is_error);
    EXPECT_NE(text(refused).find("words"), std::string::npos) << text(refused);
    EXPECT_EQ(call("mcp__t__say", "[]").error->code, ErrorCode::InvalidInput);
}

TEST_F(StdioServers, TextsCutInsideACharacterArriveAtOnce) {  // A3
    const auto outcome = call("mcp__t__halves");
    EXPECT_FALSE(outcome.is_error);
    EXPECT_TRUE(text(outcome).starts_with("half �, nul ")) << text(outcome);
}

TEST_F(StdioServers, AnswersThatCannotBeTakenFailTheirCallAlone) {  // A3
    const auto no_number = call("mcp__t__nan");
    EXPECT_EQ(no_number.error->code, ErrorCode::LlmError);
    EXPECT_EQ(
        no_number.error->message,
        "the MCP server \"t\" did not finish the call: its answer is not JSON: "
        R"({"jsonrpc":"2.0","id":3,"result":{"content":[],"n":NaN}})"
    );
    const auto flooded = text(call("mcp__t__flood"));
    EXPECT_NE(flooded.find("its answer is too large: 50.0 MiB ("), std::string::npos) << flooded;
    EXPECT_EQ(text(call("mcp__t__say", R"({"words": "still here"})")), "still here");
}

TEST_F(StdioServers, PicturesOfAResultAreCheckedAndStored) {  // A3, S1, T1
    const auto outcome = call("mcp__t__picture");

    ASSERT_EQ(outcome.content.size(), 2u);
    EXPECT_EQ(std::get<TextBlock>(outcome.content[0]).text, "33 by 21");
    const auto& image = std::get<ImageBlock>(outcome.content[1]);
    EXPECT_EQ(image.mime, "image/png");
    EXPECT_EQ(image.size, (media::PixelSize{33, 21}));
    EXPECT_TRUE(blobs_->has(std::get<content::BlobRef>(image.source)).value());
}

TEST_F(StdioServers, ABrokenPictureBecomesANote) {  // A3, M2
    const auto outcome = call("mcp__t__broken_picture");
    EXPECT_FALSE(outcome.is_error);
    EXPECT_TRUE(text(outcome).starts_with("[the picture was left out: DECODE_FAILED"))
        << text(outcome);
}

TEST_F(StdioServers, EmbeddedResourcesAreKeptByWhatTheirBytesAre) {  // A3, S1
    const auto outcome = call("mcp__t__report");

    EXPECT_EQ(
        text(outcome),
        "[a sound of type audio/wav, about 3 bytes, was left out]\n"
        "[resource file:///notes.txt]\n"
        "three lines\n"
        "(a file)\n"
        "(a file)\n"
        "[the resource file:///data.bin of type application/x-thing, 4 bytes, was left out]\n"
        "[link to x: https://example.org/x (text/html)]"
    );
    ASSERT_EQ(outcome.content.size(), 7u);
    EXPECT_EQ(std::get<ImageBlock>(outcome.content[3]).filename, "a%20b.png");
    EXPECT_EQ(std::get<DocumentBlock>(outcome.content[4]).filename, "paper.pdf");
}

TEST_F(StdioServers, TellTheirProgress) {  // A3
    std::vector<std::string> told;
    const auto outcome = find("mcp__t__count")
                             ->run(
                                 {.id = "1",
                                  .input = R"({"to": 3})",
                                  .on_progress =
                                      [&](const tools::Progress& progress) {
                                          told.push_back(progress.message);
                                          EXPECT_EQ(progress.total, 3);
                                      }},
                                 {}
                             );
    EXPECT_EQ(text(outcome), "counted to 3");
    EXPECT_EQ(told, (std::vector<std::string>{"step 1", "step 2", "step 3"}));
}

TEST_F(StdioServers, ACancelledCallEndsAndTheServerIsTold) {  // A3
    const auto outcome = cancel_a_wait("mcp__t__wait");

    EXPECT_TRUE(outcome.is_error);
    EXPECT_EQ(outcome.error->code, ErrorCode::Cancelled);
    EXPECT_EQ(text(call("mcp__t__cancelled")), "1");
}

TEST_F(StdioServers, ACrashEndsTheCallAndTheNextOneFindsAServer) {  // A3, Q5
    const auto crashed = call("mcp__t__crash");

    EXPECT_TRUE(crashed.is_error);
    EXPECT_NE(text(crashed).find("it exited with status 3"), std::string::npos) << text(crashed);
    EXPECT_NE(text(crashed).find("about to crash with the key ***"), std::string::npos);
    EXPECT_EQ(servers_->statuses()[0].state, ServerState::Failed);
    EXPECT_EQ(text(call("mcp__t__say", R"({"words": "again"})")), "again");
    EXPECT_EQ(servers_->statuses()[0].state, ServerState::Connected);
    EXPECT_NE(log().find("mcp t: the test server starts"), std::string::npos);
    EXPECT_EQ(log().find("sk-very-secret"), std::string::npos);
}

TEST_F(StdioServers, ToolsThatComeLaterAreFound) {  // A3
    const auto before = servers_->revision();
    EXPECT_EQ(text(call("mcp__t__grow")), "one more");

    while (servers_->revision() == before) std::this_thread::yield();

    tools_ = servers_->tools();
    EXPECT_EQ(text(call("mcp__t__grown")), "new");
}

TEST_F(StdioServers, HaveOnlyTheVariablesThatAreForThem) {  // Q5
    const auto seen = boost::json::parse(text(call("mcp__t__environment"))).as_object();

    EXPECT_EQ(seen.at("SERVER_TOKEN"), "sk-very-secret");
    EXPECT_EQ(seen.at("PLAIN"), "yes");
    EXPECT_TRUE(seen.contains("PATH"));
    EXPECT_FALSE(seen.contains("ANTHROPIC_API_KEY"));
    EXPECT_FALSE(seen.contains("TEST_SECRET"));
    // Two of its own, one that the shell which starts it sets, and the plain ones.
    const auto plain = config::plain_variables(::getenv);
    for (const auto& variable : seen) {
        const std::string name(variable.key());
        const bool is_its_own = name == "SERVER_TOKEN" || name == "PLAIN";
        EXPECT_TRUE(is_its_own || plain.contains(name) || name == "_") << name;
    }
}

TEST_F(StdioServers, MayAskForTheRootsAndForNothingElse) {  // A3
    EXPECT_EQ(
        text(call("mcp__t__roots")),
        R"({"roots":[{"uri":"file://)" + std::filesystem::canonical(folder_.path()).string() +
            R"("}]})"
    );
    EXPECT_EQ(text(call("mcp__t__ask")), "-32601");
}

TEST_F(StdioServers, AreCalledByManyThreadsAtOnce) {
    std::vector<std::jthread> callers;
    for (int i = 0; i < 8; ++i) {
        callers.emplace_back([this, words = std::to_string(i)] {
            EXPECT_EQ(text(call("mcp__t__say", R"({"words": ")" + words + "\"}")), words);
        });
    }
}

TEST_F(StdioServers, LeaveNoProcessBehind) {  // A3
    const auto process = static_cast<pid_t>(std::stol(text(call("mcp__t__process"))));
    EXPECT_EQ(::kill(process, 0), 0);

    tools_.clear();
    servers_.reset();

    EXPECT_EQ(::kill(process, 0), -1);
    EXPECT_EQ(errno, ESRCH);
}

TEST_F(StdioServers, OneThatCannotBeStartedStopsNobody) {  // A3
    auto missing = program("");
    missing.command = "/dev/null/program";
    auto ends = program("no-such-script.mjs");
    auto unset = program("mcp_stdio.mjs");
    unset.env = {{"KEY", "${NOT_SET_ANYWHERE}"}};
    auto off = missing;
    off.enabled = false;
    tools_.clear();
    open({{"a", missing}, {"b", ends}, {"c", unset}, {"d", program("mcp_stdio.mjs")}, {"e", off}});

    const auto statuses = servers_->statuses();
    ASSERT_EQ(statuses.size(), 4u);
    EXPECT_EQ(statuses[0].state, ServerState::Failed);
    EXPECT_EQ(statuses[0].reason, "cannot run /dev/null/program: Not a directory");
    EXPECT_EQ(statuses[1].state, ServerState::Failed);
    EXPECT_NE(statuses[1].reason.find("it exited with status 1"), std::string::npos);
    EXPECT_EQ(statuses[2].reason, "for KEY, the variable NOT_SET_ANYWHERE is not set");
    EXPECT_EQ(statuses[3].state, ServerState::Connected);
    EXPECT_EQ(text(call("mcp__d__say", R"({"words": "here"})")), "here");
}

}  // namespace
}  // namespace fovea::mcp
