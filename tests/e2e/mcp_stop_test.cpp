// fovea mcp in the middle of long work: it stops when it is told to, and takes everything with it.
#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <csignal>
#include <optional>
#include <string>

#include "support/live_program.hpp"
#include "support/process_tree.hpp"
#include "support/workbench.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;

class McpStop : public ::testing::Test {
protected:
    void say(const json::object& message) { server_->write(json::serialize(message) + "\n"); }
    json::object hear() { return json::parse(server_->read_line()).as_object(); }

    // A call of local/ocr that takes minutes; returns when it is under way.
    void begin(const std::string& tool, json::object arguments) {
        server_.emplace(LiveProgram::start(bench_.command({"mcp"})));
        arguments["model"] = "local/ocr";
        say(
            {{"jsonrpc", "2.0"},
             {"id", 1},
             {"method", "tools/call"},
             {"params",
              {{"name", tool},
               {"arguments", std::move(arguments)},
               {"_meta", {{"progressToken", "p"}}}}}}
        );
        ASSERT_EQ(hear().at("method"), "notifications/progress");
        do {  // a page has a helper of its own; there is a moment between two
            helpers_ = descendants_of(server_->pid());
        } while (helpers_.empty());
    }
    void begin_scan() {
        bench_.picture("scan.pdf", {"scan", "60"});
        begin("vision_analyze", {{"file_path", "scan.pdf"}, {"prompt", "what is the total?"}});
    }

    Workbench bench_;
    std::optional<LiveProgram> server_;
    std::vector<pid_t> helpers_;
};

TEST_F(McpStop, ASignalEndsItAndAllThatItStarted) {  // D7
    begin_scan();

    server_->send_signal(SIGTERM);

    EXPECT_EQ(server_->finish().exit_code, 0);
    wait_until_gone(helpers_);
}

TEST_F(McpStop, ATerminalThatClosesEndsItAndAllThatItStarted) {  // D7
    begin_scan();

    server_->send_signal(SIGHUP);

    EXPECT_EQ(server_->finish().exit_code, 0);
    wait_until_gone(helpers_);
}

TEST_F(McpStop, TheEndOfItsInputEndsItAndAllThatItStarted) {  // D7
    begin_scan();

    const auto done = server_->finish();

    EXPECT_EQ(done.exit_code, 0) << done.err;
    EXPECT_EQ(done.out.find("\"result\""), std::string::npos);
    wait_until_gone(helpers_);
}

TEST_F(McpStop, NothingOutlivesItWhenItIsKilled) {  // D7
    begin_scan();

    server_->send_signal(SIGKILL);

    EXPECT_EQ(server_->finish().exit_code, 128 + SIGKILL);
    wait_until_gone(helpers_);
}

TEST_F(McpStop, AHostThatIsGoneIsNoticed) {  // D7
    begin_scan();

    server_->close_output();  // the next word of progress finds nobody
    wait_until_gone(helpers_);

    EXPECT_EQ(server_->finish().exit_code, 0);
}

TEST_F(McpStop, ACancelledCallIsSilentAndTheNextOneIsAnswered) {  // D7
    bench_.picture("red.png", {"plain", "30", "20", "200,30,30"});
    begin_scan();

    say(
        {{"jsonrpc", "2.0"},
         {"method", "notifications/cancelled"},
         {"params", {{"requestId", 1}, {"reason", "enough"}}}}
    );
    say(
        {{"jsonrpc", "2.0"},
         {"id", 2},
         {"method", "tools/call"},
         {"params", {{"name", "view_image"}, {"arguments", {{"image", "red.png"}}}}}}
    );
    auto answer = hear();
    while (answer.contains("method")) answer = hear();  // said before it heard us

    EXPECT_EQ(answer.at("id"), 2);
    const auto done = server_->finish();
    EXPECT_EQ(done.out, "");
    EXPECT_EQ(done.exit_code, 0) << done.err;
}

TEST_F(McpStop, ASignalEndsItAlsoWhereNobodyReads) {  // D7
    server_.emplace(LiveProgram::start(bench_.command({"mcp"})));
    std::string lists;  // far more words than it keeps for who does not read
    for (int i = 0; i < 2000; ++i)
        lists += R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})"
                 "\n";
    server_->write(lists);
    server_->read_byte();

    server_->send_signal(SIGTERM);
    server_->wait();

    EXPECT_EQ(server_->finish().exit_code, 0);
}

}  // namespace
}  // namespace fovea::testing
