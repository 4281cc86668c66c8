// fovea mcp, driven by the official client (tests/node/mcp_client.mjs).
#include "fovea/browser/browser.hpp"

#include <filesystem>
#include <fstream>

#include "e2e/mcp_fixture.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
using ::testing::HasSubstr;

bool has_browser() {
    return browser::Browser::open({.cage = "fovea-cage"}).value()->find().ok();
}

// The client itself checks structured content against the output schemas, and so does ajv.
TEST_F(McpServer, TheOfficialClientListsAndCallsEveryTool) {  // D7
    red();
    bench_->picture("blue.png", {"plain", "300", "200", "30,30,200"});
    bench_->picture("moving.gif", {"moving", "60", "40"});
    std::ofstream(bench_->folder() / "page.html") << "<title>Sales</title><h1>4711</h1>";

    const auto outcome = run(plan(
        {json::object{{"do", "list"}},
         call("describe_image", {{"image", "red.png"}}),
         call("compare_images", {{"before", "red.png"}, {"after", "blue.png"}}),
         call("analyze_image", {{"images", {"red.png", "blue.png"}}, {"question", "which?"}}),
         call("vision_analyze", {{"file_path", "red.png"}, {"prompt", "which colour?"}}),
         call("video_analyze", {{"file_path", "moving.gif"}, {"prompt", "what moves?"}}),
         call("view_image", {{"image", "red.png"}, {"crop", {{"region", "left-half"}}}}),
         call("browser_screenshot", {{"url", "page.html"}}),
         call("describe_image", {{"image", "red.png"}, {"model", "local/ocr"}}),
         json::object{{"do", "templates"}}}
    ));

    ASSERT_FALSE(outcome.empty());
    EXPECT_EQ(outcome.at("server").at("version").at("name"), "fovea");
    const auto& got = outcome.at("results").as_array();
    const auto& tools = got[0].at("tools").as_array();
    ASSERT_EQ(tools.size(), 7u);
    EXPECT_LT(json::serialize(tools).size(), 8000u);
    for (std::size_t i = 0; i < tools.size(); ++i) {
        const auto& result = got[i + 1];
        const bool shoots = tools[i].at("name") == "browser_screenshot";
        const bool shows = tools[i].at("name") == "view_image" || shoots;
        EXPECT_EQ(result.at("schema"), shows ? "none" : "fits") << tools[i].at("name");
        EXPECT_EQ(result.as_object().contains("structuredContent"), !shows);
        EXPECT_EQ(result.at("isError").as_bool(), shoots && !has_browser()) << text(result);
        if (!shows) {
            EXPECT_LT(longest_base64(json::serialize(result.at("structuredContent"))), 200u);
        }
    }
    for (const auto at : {1, 3, 4, 5}) {
        EXPECT_THAT(text(got[at]), HasSubstr(kSays));
        EXPECT_EQ(got[at].at("structuredContent").at("model"), "eyes/seer");
    }
    EXPECT_EQ(got[1].at("content").at(2).at("type"), "resource_link");
    EXPECT_EQ(got[2].at("structuredContent").at("identical"), false);
    EXPECT_EQ(got[3].at("structuredContent").at("images").as_array().size(), 2u);
    EXPECT_EQ(got[6].at("content").at(1).at("type"), "image");
    EXPECT_EQ(got[6].at("content").at(1).at("mimeType"), "image/png");
    EXPECT_THAT(text(got[7]), HasSubstr(has_browser() ? "title: Sales" : "chromium"));
    EXPECT_EQ(got[8].at("structuredContent").at("model"), "local/ocr");
    EXPECT_EQ(got[9].at("resourceTemplates").as_array().size(), 1u);
}

// What was seen is long, and a host's model pays for each copy.
TEST_F(McpServer, SaysEverythingOnceInEachFormThatAHostMayTake) {  // D7
    red();
    const auto got = results({call("describe_image", {{"image", "red.png"}})});
    ASSERT_FALSE(got.empty());

    const auto count = [](const std::string& in) {
        std::size_t found = 0;
        for (auto at = in.find(kSays); at != in.npos; at = in.find(kSays, at + 1)) ++found;
        return found;
    };
    EXPECT_EQ(count(json::serialize(got[0].at("content"))), 1u);
    EXPECT_EQ(count(json::serialize(got[0].at("structuredContent"))), 1u);
    const std::string rest(got[0].at("content").at(1).at("text").as_string());
    // The fence has the id.
    auto images = got[0].at("structuredContent").at("images").as_array();
    const std::string id(images.at(0).at("id").as_string());
    EXPECT_NE(std::string(got[0].at("content").at(0).at("text").as_string()).find(id), id.npos);
    images.at(0).as_object().erase("id");
    EXPECT_EQ(json::parse(rest).at("images"), json::value(images));
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

TEST_F(McpServer, ResultsStayUnderOneMebibyte) {                   // D7
    bench_->picture("noise.png", {"noise", "2400", "1800", "3"});  // does not compress
    bench_->picture("table.png", {"sheet", "1400", "1000", "2"});  // hundreds of words
    const json::object local{{"image", "table.png"}, {"model", "local/ocr"}, {"boxes", true}};

    const auto got = results(
        {call("view_image", {{"image", "noise.png"}}),
         call("describe_image", local),
         call("view_image", {{"image", "table.png"}, {"crop", {{"region", "top-left"}}}})}
    );
    ASSERT_FALSE(got.empty());
    const auto uri = got[0].at("content").at(2).at("uri");
    const auto original = results({json::object{{"do", "read"}, {"uri", uri}}});

    for (const auto& each : got) {
        EXPECT_FALSE(each.at("isError").as_bool()) << text(each);
        EXPECT_LT(json::serialize(each).size(), 1u << 20);
    }
    EXPECT_THAT(text(got[1]), HasSubstr("Hamburg"));
    EXPECT_LT(json::serialize(original[0]).size(), 1u << 20);
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

TEST_F(McpServer, OfTwoEqualCallsOneMayBeCancelled) {  // D7
    red();
    eyes_->cause({.latency_ms = 2000});
    const json::object same{
        {"name", "vision_analyze"},
        {"arguments", {{"file_path", "red.png"}, {"prompt", "which colour?"}}}};
    for (const auto which : {0, 1}) {
        bench_->forget_data();
        std::filesystem::remove_all(bench_->folder() / "cache");

        const auto got = results({json::object{
            {"do", "cancel"}, {"calls", {same, same}}, {"which", json::array{which}}}});

        ASSERT_FALSE(got.empty());
        const auto& outcomes = got[0].at("outcomes").as_array();
        EXPECT_TRUE(outcomes[which].as_object().contains("failed"));
        EXPECT_THAT(text(outcomes[1 - which]), HasSubstr(kSays));
    }
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

TEST_F(McpServer, FilesThatRulesCloseAreClosedToHosts) {  // A2, D7
    std::filesystem::create_directory(bench_->folder() / "secrets");
    bench_->picture("secrets/red.png", {"plain", "30", "20", "200,30,30"});
    std::filesystem::create_symlink("secrets/red.png", bench_->folder() / "link.png");
    std::ofstream(bench_->folder() / "config.toml", std::ios::app)
        << "\n[permissions]\ndeny = [\"filesystem_read(secrets/**)\"]\n";

    const auto got = results(
        {call("view_image", {{"image", "secrets/red.png"}}),
         call("view_image", {{"image", "link.png"}}),
         call("compare_images", {{"before", "link.png"}, {"after", "link.png"}}),
         call("vision_analyze", {{"file_path", "link.png"}, {"prompt", "?"}}),
         call("view_image", {{"image", "config.toml"}})}
    );

    ASSERT_EQ(got.size(), 5u);
    EXPECT_THAT(text(got[0]), HasSubstr("may not be read by tools: the rule \"deny:"));
    EXPECT_THAT(text(got[1]), HasSubstr("may not be read by tools: the rule \"deny:"));
    EXPECT_TRUE(got[2].at("isError").as_bool()) << text(got[2]);
    EXPECT_THAT(text(got[3]), HasSubstr("may not be read by tools: the rule \"deny:"));
    EXPECT_THAT(text(got[4]), HasSubstr("one of Fovea's own files"));
}

TEST_F(McpServer, AHomeThatNobodyNamedIsNotOpen) {  // D7, V11
    red();
    auto at_home = plan({call("view_image", {{"image", "red.png"}})});
    at_home["env"].as_object()["HOME"] = bench_->folder().string();

    const auto got = run(at_home).at("results").as_array();

    EXPECT_THAT(text(got[0]), HasSubstr("files cannot be read: no workspace is configured"));
    at_home["roots"] = {"file://" + bench_->folder().string()};
    EXPECT_FALSE(run(at_home).at("results").at(0).at("isError").as_bool());
}

TEST_F(McpServer, RootsMayChangeWhileItRuns) {  // D7, V11
    for (const std::string folder : {"one", "two words", "100%"}) {
        std::filesystem::create_directory(bench_->folder() / folder);
        bench_->picture(folder + "/red.png", {"plain", "30", "20", "200,30,30"});
    }
    const auto uri = [this](const std::string& folder) {
        return "file://" + (bench_->folder() / "").string() + folder;
    };
    const auto roots = [](const std::string& to) {
        return json::object{{"do", "roots"}, {"roots", json::array{to}}};
    };
    const auto look = call("view_image", {{"image", (bench_->folder() / "one/red.png").string()}});
    const auto plain = call("view_image", {{"image", "red.png"}});
    auto with_roots = plan(
        {look,
         roots(uri("two%20words")),
         look,
         plain,
         roots(uri("100%25")),
         plain,
         roots(uri("one")),
         look}
    );
    with_roots["roots"] = {uri("one")};

    const auto got = run(with_roots).at("results").as_array();

    EXPECT_FALSE(got[0].at("isError").as_bool()) << text(got[0]);
    EXPECT_THAT(text(got[2]), HasSubstr("FILE_NOT_FOUND"));
    EXPECT_FALSE(got[3].at("isError").as_bool()) << text(got[3]);
    EXPECT_FALSE(got[5].at("isError").as_bool()) << text(got[5]);
    EXPECT_FALSE(got[7].at("isError").as_bool()) << text(got[7]);
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
