// Runs that are ended from outside: nothing is half-written, and they can be gone on with.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <iterator>

#include "e2e/headless_fixture.hpp"

namespace fovea::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::StartsWith;

// A reply of many pieces, each of which takes its time: it never ends before the test is done with it.
std::string fixtures() {
    const std::string words(20'000, 'x');
    return R"([
    {"match": {"userMessage": "go on"}, "response": {"content": "Going on."}},
    {"match": {"userMessage": "read"}, "response": {"content": "I shall look.", "toolCalls":
        [{"id": "call_1", "name": "filesystem_read", "arguments": {"path": "note.txt"}},
         {"id": "call_2", "name": "filesystem_glob", "arguments": {"pattern": "*.txt"}}]}},
    {"match": {"userMessage": "slowly"}, "latency": 20, "chunkSize": 4,
     "response": {"content": ")" +
           words + R"("}},
    {"match": {"userMessage": "much"}, "chunkSize": 20000, "response": {"content": ")" +
           words + R"("}},
    {"match": {}, "response": {"content": "Hello."}}])";
}

constexpr const char* kSession = "a-long-conversation";

class HeadlessCancel : public Headless {
protected:
    void SetUp() override {
        Headless::SetUp();
        if (!IsSkipped()) start(fixtures(), hooks());
    }
    // Says that it is there by opening one pipe, and waits at another one for ever.
    static std::string hooks() {
        return "[[hooks]]\nevent = \"PreToolUse\"\nmatcher = \"filesystem_read\"\n"
               "command = \"[ ! -p began ] || { echo > began; cat never; }\"\n";
    }
    LiveProgram begin(std::vector<std::string> arguments) const {
        arguments.insert(
            arguments.end(), {"--output-format", "stream-json", "--session-id", kSession}
        );
        return LiveProgram::start(command(std::move(arguments)));
    }
    static void read_until(const LiveProgram& run, std::string_view type) {
        while (true) {
            const auto line = run.read_line();
            ASSERT_NE(line, "") << "no frame " << type;
            if (type_of(boost::json::parse(line).as_object()) == type) return;
        }
    }
    // Whole, and the next turn is answered.
    void expect_resumable() const {
        const auto checked = bench_->fovea({"sessions", "fsck"});
        EXPECT_EQ(checked.exit_code, 0) << checked.out << checked.err;
        const auto resumed = run({"-p", "go on", "--resume", kSession});
        EXPECT_EQ(resumed.out, "Going on.\n") << resumed.err;
        EXPECT_EQ(resumed.exit_code, 0);
    }
    // Each call of a tool in the last request has its result right behind it.
    void expect_every_call_answered() const {
        const auto messages = requests().back().at("messages").as_array();
        std::size_t calls = 0;
        for (std::size_t i = 0; i < messages.size(); ++i) {
            if (!messages[i].at("content").is_array()) continue;
            for (const auto& block : messages[i].at("content").as_array()) {
                if (block.at("type") != "tool_use") continue;
                ++calls;
                EXPECT_THAT(
                    boost::json::serialize(messages.at(i + 1)),
                    HasSubstr(R"("tool_use_id":)" + boost::json::serialize(block.at("id")))
                );
            }
        }
        EXPECT_EQ(calls, 2U);
    }
};

TEST_F(HeadlessCancel, AnInterruptFrameEndsAReplyInTheMiddle) {  // H3, H5, CAL-HL-16, CAL-HL-26
    auto live = begin({"--input-format", "stream-json", "--include-partial-messages"});
    live.write("{\"type\":\"user\",\"content\":\"slowly\"}\n");
    read_until(live, "content_block_delta");
    live.write("{\"type\":\"control\",\"subtype\":\"interrupt\"}\n");
    const auto done = live.finish();

    EXPECT_EQ(done.exit_code, 124) << done.err;
    const auto result = frames_of(done.out).back();
    EXPECT_EQ(result.at("subtype").as_string(), "cancelled");
    EXPECT_TRUE(result.at("is_error").as_bool());
    EXPECT_FALSE(result.contains("result"));
    EXPECT_THAT(std::string(result.at("last_assistant_text").as_string()), StartsWith("xxxx"));
    expect_resumable();
    // Half an answer is not kept: what was asked, and what is asked now.
    EXPECT_EQ(boost::json::serialize(requests().back()).find("xxxx"), std::string::npos);
}

TEST_F(HeadlessCancel, AnUnnamedSessionIsHeldAsLongAsItIsWorkedOn) {  // S3
    auto live = LiveProgram::start(
        command({"--input-format", "stream-json", "--output-format", "stream-json"})
    );
    live.write("{\"type\":\"user\",\"content\":\"hello\"}\n");
    read_until(live, "message");
    const auto leases = bench_->folder() / "data/leases";
    const auto count = [&] {
        return std::distance(std::filesystem::directory_iterator(leases), {});
    };

    EXPECT_EQ(count(), 1);
    live.close_input();
    EXPECT_EQ(live.finish().exit_code, 0);
    EXPECT_EQ(count(), 0);
}

TEST_F(HeadlessCancel, APoliteKillEndsAReplyInTheMiddle) {  // H5, CAL-HL-26
    auto live = begin({"-p", "slowly", "--include-partial-messages"});
    live.close_input();
    read_until(live, "content_block_delta");
    live.send_signal(SIGINT);
    const auto done = live.finish();

    EXPECT_EQ(done.exit_code, 124) << done.err;
    EXPECT_EQ(frames_of(done.out).back().at("subtype").as_string(), "cancelled");
    expect_resumable();
}

TEST_F(HeadlessCancel, ATerminalThatClosesEndsAReplyInTheMiddle) {  // H5
    auto live = begin({"-p", "slowly", "--include-partial-messages"});
    live.close_input();
    read_until(live, "content_block_delta");
    live.send_signal(SIGHUP);
    live.send_signal(SIGHUP);  // the shell and the kernel both say it
    const auto done = live.finish();

    EXPECT_EQ(done.exit_code, 124) << done.err;
    EXPECT_EQ(frames_of(done.out).back().at("subtype").as_string(), "cancelled");
    expect_resumable();
}

TEST_F(HeadlessCancel, APoliteKillEndsAToolAndEveryCallHasAResult) {  // A1, H5, CAL-HL-26
    ASSERT_EQ(::mkfifo(path("began").c_str(), 0600), 0);
    ASSERT_EQ(::mkfifo(path("never").c_str(), 0600), 0);
    auto live = begin({"-p", "read it"});
    live.close_input();
    std::ifstream(path("began")).get();  // the hook is there
    live.send_signal(SIGTERM);
    const auto done = live.finish();

    EXPECT_EQ(done.exit_code, 124) << done.err;
    const auto frames = frames_of(done.out);
    EXPECT_EQ(frames.back().at("subtype").as_string(), "cancelled");
    EXPECT_EQ(frames.back().at("tool_calls_seen").to_number<int>(), 2);
    EXPECT_EQ(frames.back().at("last_assistant_text").as_string(), "I shall look.");
    EXPECT_THAT(of_type(frames, "tool_result"), SizeIs(2));
    expect_resumable();
    expect_every_call_answered();
}

TEST_F(HeadlessCancel, ASecondCtrlCEndsTheProgramAtOnce) {  // H5, CAL-HL-26
    auto live = begin({"-p", "much"});
    live.shrink_output();
    live.close_input();
    read_until(live, "system/init");
    live.read_byte();  // of a frame that does not fit into the pipe: the program waits for us
    live.send_signal_until_it_ends(SIGINT);

    EXPECT_EQ(live.finish().exit_code, 130);
    expect_resumable();
}

TEST_F(HeadlessCancel, AReaderThatGoesAwayEndsTheRun) {  // H2, CAL-HL-26
    auto live = begin({"-p", "slowly", "--include-partial-messages"});
    live.close_input();
    read_until(live, "content_block_delta");
    live.close_output();
    const auto done = live.finish();

    EXPECT_EQ(done.exit_code, 124);
    EXPECT_EQ(done.err, "");
    expect_resumable();
}

TEST_F(HeadlessCancel, AReaderThatGoesAwayBeforeTheAnswerEndsTheRun) {  // H2
    auto live = begin({"-p", "much"});
    live.shrink_output();
    live.close_input();
    read_until(live, "system/init");
    live.read_byte();  // of a frame that does not fit into the pipe: the answer is there
    live.close_output();
    const auto done = live.finish();

    EXPECT_EQ(done.exit_code, 124);
    EXPECT_EQ(done.err, "");
    expect_resumable();
}

TEST_F(HeadlessCancel, AReaderThatNeverReadsDoesNotKeepAPoliteKillWaiting) {  // H5
    auto live = begin({"-p", "much"});
    live.shrink_output();
    live.close_input();
    read_until(live, "system/init");
    live.read_byte();
    live.send_signal(SIGTERM);
    live.wait();
    const auto done = live.finish();

    EXPECT_EQ(done.exit_code, 124);
    EXPECT_THAT(done.err, HasSubstr("nothing reads the output"));
    expect_resumable();
}

}  // namespace
}  // namespace fovea::testing
