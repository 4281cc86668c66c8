// fovea mcp, driven by the official client (tests/node/mcp_client.mjs).
#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "e2e/proxy_fixture.hpp"
#include "support/node_tests.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
using ::testing::HasSubstr;

class McpServer : public Proxied {
protected:
    json::object plan(json::array steps) const {
        const auto folder = bench_->folder().string();
        return {
            {"command", test_paths::program("fovea")},
            {"args", {"--config", folder + "/config.toml", "--data", folder + "/data", "mcp"}},
            {"cwd", folder},
            {"env",
             {{"XDG_CACHE_HOME", folder + "/cache"},
              {"XDG_CONFIG_HOME", folder + "/none"},
              {"FOVEA_TEST_KEY", "key-for-tests"},
              {"FOVEA_CONSENT", consent_}}},
            {"steps", std::move(steps)}};
    }
    json::object run(const json::object& plan) const {
        const auto done = run_program(
            {node_program(), node_tests_folder() + "/mcp_client.mjs"}, json::serialize(plan)
        );
        EXPECT_EQ(done.exit_code, 0) << done.err;
        if (done.exit_code != 0) return {};
        auto outcome = json::parse(done.out).as_object();
        EXPECT_EQ(outcome.at("errors"), json::array());
        return outcome;
    }
    json::array results(json::array steps) const {
        auto outcome = run(plan(std::move(steps)));
        return outcome.empty() ? json::array() : outcome.at("results").as_array();
    }
    static json::object call(const std::string& name, json::object arguments) {
        return {{"do", "call"}, {"name", name}, {"arguments", std::move(arguments)}};
    }
    static std::string text(const json::value& result) {
        return std::string(result.at("content").at(0).at("text").as_string());
    }
    void red() const { bench_->picture("red.png", {"plain", "300", "200", "200,30,30"}); }
};

// The client itself checks structured content against the output schemas.
TEST_F(McpServer, TheOfficialClientListsAndCallsEveryTool) {  // D7
    red();
    bench_->picture("blue.png", {"plain", "300", "200", "30,30,200"});

    const auto outcome = run(plan(
        {json::object{{"do", "list"}},
         call("describe_image", {{"image", "red.png"}}),
         call("analyze_image", {{"images", {"red.png", "blue.png"}}, {"question", "which?"}}),
         call("compare_images", {{"before", "red.png"}, {"after", "blue.png"}}),
         call("view_image", {{"image", "red.png"}, {"crop", {{"region", "left-half"}}}}),
         call("describe_image", {{"image", "red.png"}, {"model", "local/ocr"}}),
         json::object{{"do", "templates"}},
         call("vision_analyze", {{"file_path", "red.png"}, {"prompt", "which colour?"}})}
    ));

    ASSERT_FALSE(outcome.empty());
    EXPECT_EQ(outcome.at("server").at("version").at("name"), "fovea");
    const auto& got = outcome.at("results").as_array();
    EXPECT_EQ(got[0].at("tools").at(0).at("name"), "describe_image");
    EXPECT_EQ(got[1].at("structuredContent").at("model"), "eyes/seer");
    EXPECT_THAT(text(got[1]), HasSubstr(kSays));
    EXPECT_EQ(got[1].at("content").at(2).at("type"), "resource_link");
    EXPECT_EQ(got[2].at("structuredContent").at("images").as_array().size(), 2u);
    EXPECT_EQ(got[3].at("structuredContent").at("identical"), false);
    EXPECT_FALSE(got[4].as_object().contains("structuredContent"));
    EXPECT_EQ(got[4].at("content").at(1).at("type"), "image");
    EXPECT_EQ(got[4].at("content").at(1).at("mimeType"), "image/png");
    EXPECT_EQ(got[5].at("structuredContent").at("model"), "local/ocr");
    EXPECT_EQ(got[6].at("resourceTemplates").as_array().size(), 1u);
    EXPECT_THAT(text(got[7]), HasSubstr(kSays));
    EXPECT_EQ(got[7].at("structuredContent").at("model"), "eyes/seer");
    for (std::size_t i = 1; i < 6; ++i) {
        EXPECT_FALSE(got[i].at("isError").as_bool()) << text(got[i]);
        EXPECT_LT(
            longest_base64(json::serialize(
                got[i].as_object().contains("structuredContent") ? got[i].at("structuredContent")
                                                                 : json::value()
            )),
            200u
        );
    }
}

TEST_F(McpServer, OriginalsCanBeReadByTheirLinks) {  // D7
    red();
    const auto first = results({call("view_image", {{"image", "red.png"}})});
    ASSERT_FALSE(first.empty());
    const auto uri = first[0].at("content").at(2).at("uri");

    const auto read = results({json::object{{"do", "read"}, {"uri", uri}}});

    EXPECT_EQ(
        decode_base64(std::string(read[0].at("contents").at(0).at("blob").as_string()))
            .value()
            .size(),
        std::filesystem::file_size(bench_->folder() / "red.png")
    );
}

TEST_F(McpServer, FailuresAreWordsForTheModel) {  // D7, V7, V11, T5
    red();
    consent_ = "";

    const auto got = results(
        {call("describe_image", {{"image", "red.png"}}),
         call("view_image", {{"image", "/etc/hostname"}}),
         call("view_image", {{"image", "http://169.254.169.254/latest"}}),
         call("view_image", {{"image", "red.png"}, {"max_edge", 5000}}),
         call("no_such_tool", json::object())}
    );

    ASSERT_EQ(got.size(), 5u);
    EXPECT_THAT(text(got[0]), HasSubstr("CONSENT_REQUIRED"));
    EXPECT_THAT(text(got[0]), HasSubstr("fovea vision-proxy consent yes eyes"));
    EXPECT_THAT(text(got[1]), HasSubstr("FILE_NOT_FOUND"));
    EXPECT_THAT(text(got[2]), HasSubstr("URL_BLOCKED"));
    EXPECT_THAT(text(got[3]), HasSubstr("INVALID_INPUT"));
    EXPECT_THAT(std::string(got[4].at("failed").as_string()), HasSubstr("-32602"));
    EXPECT_TRUE(asked_eyes().empty());
}

TEST_F(McpServer, TwoEqualCallsAtOnceAreOneUpstream) {  // D7
    red();
    eyes_->cause({.latency_ms = 300});
    const json::object same{
        {"name", "analyze_image"},
        {"arguments", {{"images", json::array{"red.png"}}, {"question", "which colour?"}}}};

    const auto got = results({json::object{{"do", "together"}, {"calls", {same, same, same}}}});

    ASSERT_EQ(got[0].as_array().size(), 3u);
    for (const auto& each : got[0].as_array()) EXPECT_THAT(text(each), HasSubstr(kSays));
    EXPECT_EQ(asked_eyes().size(), 1u);
}

TEST_F(McpServer, CancelledCallsMakeRoomForTheNext) {  // D7
    red();
    eyes_->cause({.latency_ms = 30'000});
    json::array calls;
    for (int i = 0; i < 8; ++i) {  // as many as run at once
        calls.push_back(json::object{
            {"name", "analyze_image"},
            {"arguments",
             {{"images", json::array{"red.png"}}, {"question", "is it " + std::to_string(i)}}}});
    }
    const json::object next{{"name", "view_image"}, {"arguments", {{"image", "red.png"}}}};

    const auto got = results({json::object{{"do", "cancel"}, {"calls", calls}, {"then", next}}});

    ASSERT_FALSE(got.empty());
    EXPECT_FALSE(got[0].at("then").at("isError").as_bool());
    for (const auto& each : got[0].at("outcomes").as_array()) {
        EXPECT_TRUE(each.as_object().contains("failed"));
        EXPECT_FALSE(each.at("progress").as_array().empty());
    }
    RecordProperty("milliseconds", std::to_string(got[0].at("ms").to_number<double>()));
}

TEST_F(McpServer, PathsLieInTheRootsOfTheClient) {  // D7, V11
    std::filesystem::create_directory(bench_->folder() / "theirs");
    bench_->picture("theirs/red.png", {"plain", "30", "20", "200,30,30"});
    bench_->picture("ours.png", {"plain", "30", "20", "200,30,30"});
    auto with_roots = plan(
        {call("view_image", {{"image", "red.png"}}), call("view_image", {{"image", "ours.png"}})}
    );
    with_roots["roots"] = {"file://" + (bench_->folder() / "theirs").string()};

    const auto got = run(with_roots).at("results").as_array();

    EXPECT_FALSE(got[0].at("isError").as_bool()) << text(got[0]);
    EXPECT_THAT(text(got[1]), HasSubstr("FILE_NOT_FOUND"));
}

TEST_F(McpServer, EndsWithItsInputAndSaysNothingElse) {  // D7
    const auto run_lines = [this](const std::string& lines) {
        const auto folder = bench_->folder().string();
        return run_program(
            {"/usr/bin/env",
             "-C",
             folder,
             "XDG_CONFIG_HOME=" + folder + "/none",
             test_paths::program("fovea"),
             "--config",
             folder + "/config.toml",
             "--data",
             folder + "/data",
             "mcp"},
            lines
        );
    };
    const auto silent = run_lines("");
    EXPECT_EQ(silent.exit_code, 0) << silent.err;
    EXPECT_EQ(silent.out, "");
    const auto long_line = "{\"a\": \"" + std::string(50u << 20, 'x') + "\"}\r\n";
    const auto after = run_lines(long_line + "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
    EXPECT_EQ(after.exit_code, 0);
    EXPECT_THAT(after.out, HasSubstr("-32600"));
    EXPECT_TRUE(after.out.ends_with("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n")) << after.out;
}

}  // namespace
}  // namespace fovea::testing
