// The real program with a server of the official SDK and a model server that somebody else wrote.
#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "support/aimock.hpp"
#include "support/clean_home.hpp"
#include "support/node_tests.hpp"
#include "support/run_program.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;

constexpr const char* kFixtures = R"([
  {"match": {"toolCallId": "call_1"}, "response": {"content": "A gradient."}},
  {"match": {}, "response":
    {"toolCalls": [{"id": "call_1", "name": "mcp__tests__picture", "arguments": "{}"}]}}])";

// The person of these tests has a PATH of the system alone.
std::string node_path() {
    if (node_program().find('/') != std::string::npos) return node_program();
    const char* path = std::getenv("PATH");
    for (const auto& folder : split(path == nullptr ? "" : path, ':')) {
        if (std::filesystem::exists(folder + "/node")) return folder + "/node";
    }
    return "node";
}

std::string configuration(const std::string& model_server) {
    return "model = \"anthropic/claude-sonnet-4-6\"\n[providers.anthropic]\nbase_url = \"" +
           model_server + "\"\napi_key_env = \"KEY\"\n[mcp.servers.tests]\ncommand = \"" +
           node_path() + "\"\nargs = [\"" + node_tests_folder() +
           "/mcp_stdio.mjs\"]\n[mcp.servers.missing]\ncommand = \"/dev/null/program\"\n";
}

TEST(Program, PicturesOfAnMcpToolReachTheModel) {  // A3, T1
    if (!Aimock::installed()) GTEST_SKIP() << Aimock::kMissing;
    const Aimock upstream(kFixtures);
    const CleanHome person;
    person.write(CleanHome::kUserFile, configuration(upstream.url()));

    const auto done = person.run(
        {"-p", "show", "--allowed-tools", "mcp__tests__*", "--output-format", "stream-json"},
        {"KEY=k"}
    );

    ASSERT_EQ(done.exit_code, 0) << done.err << done.out;
    EXPECT_NE(done.err.find("missing"), std::string::npos) << done.err;
    const auto started = json::parse(done.out.substr(0, done.out.find('\n')));
    EXPECT_EQ(started.at("mcp_servers").at(0).at("status"), "failed");
    EXPECT_EQ(started.at("mcp_servers").at(1).at("status"), "connected");
    const auto requests = upstream.requests();
    ASSERT_EQ(requests.size(), 2u);
    const auto body = json::parse(requests[1].body);
    const auto& result = body.at("messages").as_array().back().at("content").at(0);
    EXPECT_EQ(result.at("type"), "tool_result");
    EXPECT_EQ(result.at("content").at(0).at("text"), "33 by 21");
    const auto& last = result.at("content").as_array().back();  // behind the words that name it
    EXPECT_EQ(last.at("source").at("media_type"), "image/png");
}

TEST(Program, NulAndHalvesOfCharactersOfAToolDoNotReachTheModel) {  // A3
    if (!Aimock::installed()) GTEST_SKIP() << Aimock::kMissing;
    std::string fixtures = kFixtures;
    fixtures.replace(fixtures.find("mcp__tests__picture"), 19, "mcp__tests__halves");
    const Aimock upstream(fixtures);
    const CleanHome person;
    person.write(CleanHome::kUserFile, configuration(upstream.url()));

    const auto done = person.run({"-p", "cut", "--allowed-tools", "mcp__tests__*"}, {"KEY=k"});

    ASSERT_EQ(done.exit_code, 0) << done.err << done.out;
    const auto requests = upstream.requests();
    ASSERT_EQ(requests.size(), 2u);
    EXPECT_EQ(requests[1].body.find("\\u0000"), std::string::npos);
    const auto body = json::parse(requests[1].body);
    const auto& result = body.at("messages").as_array().back().at("content").at(0);
    EXPECT_EQ(result.at("content").at(0).at("text"), "half �, nul �.");
}

// The server says that it has one more while the model works; ten calls later the model knows of it.
TEST(Program, ToolsThatComeInTheMiddleOfARunAreOffered) {  // A3
    if (!Aimock::installed()) GTEST_SKIP() << Aimock::kMissing;
    std::string fixtures =
        R"([{"match": {"sequenceIndex": 0}, "response":
            {"toolCalls": [{"name": "mcp__tests__grow", "arguments": "{}"}]}},)";
    for (int turn = 1; turn <= 10; ++turn) {
        fixtures += R"({"match": {"sequenceIndex": )" + std::to_string(turn) + R"(}, "response":
            {"toolCalls": [{"name": "mcp__tests__say", "arguments": "{\"words\": \"on\"}"}]}},)";
    }
    const Aimock upstream(fixtures + R"({"match": {}, "response": {"content": "Done."}}])");
    upstream.cause({.latency_ms = 150});  // lists that change are read again when they have settled
    const CleanHome person;
    person.write(CleanHome::kUserFile, configuration(upstream.url()));

    const auto done = person.run(
        {"-p", "grow", "--allowed-tools", "mcp__tests__*", "--max-turns", "20"}, {"KEY=k"}
    );

    ASSERT_EQ(done.exit_code, 0) << done.err << done.out;
    const auto requests = upstream.requests();
    ASSERT_EQ(requests.size(), 12u);
    EXPECT_EQ(requests.front().body.find("mcp__tests__grown"), std::string::npos);
    EXPECT_NE(requests.back().body.find("mcp__tests__grown"), std::string::npos);
}

TEST(Program, BareRunsStartNoServer) {  // CAL-HL-20
    if (!Aimock::installed()) GTEST_SKIP() << Aimock::kMissing;
    const Aimock upstream(R"([{"match": {}, "response": {"content": "Nothing."}}])");
    const CleanHome person;
    person.write(CleanHome::kUserFile, configuration(upstream.url()));

    const auto done = person.run({"-p", "show", "--bare"}, {"KEY=k"});

    ASSERT_EQ(done.exit_code, 0) << done.err;
    EXPECT_EQ(done.out, "Nothing.\n");
    EXPECT_EQ(done.err.find("missing"), std::string::npos) << done.err;
    EXPECT_EQ(upstream.requests().at(0).body.find("mcp__"), std::string::npos);
}

}  // namespace
}  // namespace fovea::testing
