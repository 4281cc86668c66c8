// MCP servers of a run: those that nobody needs, and those with too many tools.
#include <gmock/gmock.h>

#include "e2e/headless_fixture.hpp"

namespace fovea::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr std::string_view kFixtures = R"([{"match": {}, "response": {"content": "Hello."}}])";

// Has as many tools as it is told to.
constexpr std::string_view kServer = R"(import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked.get("method") == "initialize":
        result = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                  "serverInfo": {"name": "many", "version": "1"}}
    elif asked.get("method") == "tools/list":
        result = {"tools": [{"name": "t%d" % i, "inputSchema": {"type": "object"}}
                            for i in range(int(sys.argv[1]))]}
    else:
        continue
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
)";

class HeadlessServers : public Headless {};

TEST_F(HeadlessServers, NobodyWaitsForServersWhoseToolsAreNotCalled) {  // A3
    start(kFixtures, "[mcp.servers.silent]\ncommand = \"sleep\"\nargs = [\"100\"]\n");
    bench_->picture("red.png", {"plain", "40", "30", "200,30,30"});

    const auto run = stream({"-p", "what is in @red.png ?", "--model", "local/ocr"});

    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(run.frames.front().at("mcp_servers").as_array(), SizeIs(0));
}

TEST_F(HeadlessServers, OneThatEndedIsToldWithItsReason) {  // A3
    start(kFixtures, "[mcp.servers.gone]\ncommand = \"false\"\n");

    const auto run = stream({"-p", "hello"});

    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.frames.front().at("mcp_servers").at(0).at("status"), "failed");
    EXPECT_THAT(run.err, HasSubstr("the MCP server gone failed to start"));
}

TEST_F(HeadlessServers, ToolsThatAreNotTakenAreTold) {  // A3
    start(kFixtures, "[mcp.servers.many]\ncommand = \"python3\"\nargs = [\"many.py\", \"600\"]\n");
    write_file("many.py", kServer);

    const auto run = stream({"-p", "hello"});

    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(run.err, HasSubstr("many has too many tools: the first 512 are used"));
    const auto warnings = of_type(run.frames, "system/warning");
    ASSERT_THAT(warnings, SizeIs(1));
    EXPECT_EQ(warnings[0].at("kind"), "tools_left_out");
}

}  // namespace
}  // namespace fovea::testing
