// The MCP Inspector's command line, set on fovea mcp: somebody else's client, in both eras of the protocol.
#include "fovea/browser/browser.hpp"
#include "fovea/store/test_folder.hpp"

#include <filesystem>
#include <fstream>
#include <vector>

#include "e2e/mcp_fixture.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
using ::testing::HasSubstr;

class McpInspector : public McpServer {
protected:
    void SetUp() override {
        const auto folder = node_tests_folder() + "/inspector/node_modules/@modelcontextprotocol/";
        inspector_ = folder + "inspector/clients/launcher/build/index.js";
        if (!std::filesystem::exists(inspector_)) {
            GTEST_SKIP() << "the MCP Inspector is not installed: ./dev test mcp_program does it";
        }
        McpServer::SetUp();
        if (IsSkipped()) return;
        red();
        bench_->picture("blue.png", {"plain", "300", "200", "30,30,200"});
        bench_->picture("moving.gif", {"moving", "60", "40"});
        auto server = plan({});
        server.erase("steps");
        std::ofstream(bench_->folder() / "servers.json")
            << json::object{{"mcpServers", {{"fovea", server}}}};
    }

    json::value inspect(const std::string& era, const std::vector<std::string>& what) const {
        const auto folder = bench_->folder().string();
        std::vector<std::string> command = {
            "/usr/bin/env",
            "HOME=" + home_.path().string(),  // it keeps a catalogue there
            node_program(),
            inspector_,
            "--cli",
            "--config",
            folder + "/servers.json",
            "--server",
            "fovea",
            "--protocol-era",
            era,
            "--format",
            "json",
            "--quiet"};
        command.insert(command.end(), what.begin(), what.end());
        const auto done = run_program(command);
        EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
        boost::system::error_code broken;
        const auto told = json::parse(done.out, broken);
        EXPECT_FALSE(broken) << done.out << done.err;
        return broken ? json::value() : told.at("result");
    }
    json::value inspect_call(
        const std::string& era, const std::string& tool, const json::object& arguments
    ) const {
        return inspect(
            era,
            {"--method",
             "tools/call",
             "--tool-name",
             tool,
             "--tool-args-json",
             json::serialize(arguments)}
        );
    }

    std::string inspector_;
    store::TestFolder home_;  // beside the workspace: above a home nothing is guessed
};

TEST_F(McpInspector, ListsAndCallsEveryTool) {  // D7
    const std::vector<std::pair<std::string, json::object>> calls = {
        {"describe_image", {{"image", "red.png"}}},
        {"compare_images", {{"before", "red.png"}, {"after", "blue.png"}}},
        {"analyze_image", {{"images", json::array{"red.png"}}, {"question", "which?"}}},
        {"vision_analyze", {{"file_path", "red.png"}, {"prompt", "which colour?"}}},
        {"video_analyze", {{"file_path", "moving.gif"}, {"prompt", "what moves?"}}},
        {"view_image", {{"image", "red.png"}}},
        {"browser_screenshot", {{"url", "page.html"}}}};
    std::ofstream(bench_->folder() / "page.html") << "<title>Sales</title><h1>4711</h1>";
    const bool has_browser = browser::Browser::open({.cage = "fovea-cage"}).value()->find().ok();
    for (const std::string era : {"legacy", "modern"}) {
        // Strict: a schema that some host would refuse is a failure.
        const auto listed = inspect(era, {"--method", "tools/list", "--strict"});
        std::vector<std::string> names;
        for (const auto& tool : listed.at("tools").as_array()) {
            names.emplace_back(tool.at("name").as_string());
        }
        ASSERT_EQ(names.size(), calls.size());
        for (std::size_t i = 0; i < calls.size(); ++i) {
            const auto& [name, arguments] = calls[i];
            EXPECT_EQ(names[i], name);
            const auto result = inspect_call(era, name, arguments).as_object();
            const bool shoots = name == "browser_screenshot";
            const bool shows = name == "view_image" || shoots;
            EXPECT_EQ(result.contains("structuredContent"), !shows) << era << " " << name;
            EXPECT_EQ(result.at("isError"), shoots && !has_browser) << text(result);
            if (shows && (has_browser || !shoots)) {
                EXPECT_EQ(result.at("content").at(1).at("type"), "image");
            }
        }
    }
}

TEST_F(McpInspector, ReadsThePictureBehindALink) {  // D7
    const auto seen = inspect_call("legacy", "view_image", {{"image", "red.png"}});
    const auto& content = seen.at("content").as_array();
    const std::string uri(content.back().at("uri").as_string());

    for (const std::string era : {"legacy", "modern"}) {
        const auto read = inspect(era, {"--method", "resources/read", "--uri", uri});
        EXPECT_EQ(read.at("contents").at(0).at("mimeType"), "image/png");
    }
}

}  // namespace
}  // namespace fovea::testing
