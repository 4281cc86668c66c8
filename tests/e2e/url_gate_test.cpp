// Every door that takes a URL leads through the one gate: what it refuses is refused everywhere, with
// the same code, and nobody there is connected to.
#include "fovea/net/gate/test_gate.hpp"

#include <gmock/gmock.h>

#include <functional>

#include "e2e/proxy_fixture.hpp"
#include "support/node_tests.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class UrlGate : public Proxied {
protected:
    void SetUp() override {
        Proxied::SetUp();
        if (IsSkipped()) return;
        begin(kOnlyAnswer, "\n[permissions]\nallow = [\"vision_analyze\", \"video_analyze\"]\n");
        bench_->picture("red.png", {"plain", "300", "200", "200,30,30"});
    }

    // All that a run says.
    std::string said(std::vector<std::string> arguments, std::string_view input = {}) const {
        const auto done =
            run_program(bench_->command(arguments, {"/usr/bin/env", "FOVEA_CONSENT=eyes"}), input);
        EXPECT_NE(done.exit_code, 0) << done.out;
        return done.out + done.err;
    }
    std::vector<std::string> refused_urls() const {
        return {
            "https://169.254.169.254/latest/meta-data/",
            "http://" + listener_.place() + "/a.png",
            "https://" + listener_.place() + "/a.png"};
    }
    void expect_refused(
        const std::string& door,
        const std::function<std::string(const std::string& url)>& open,
        const std::string& words = "URL_BLOCKED"
    ) const {
        for (const auto& url : refused_urls()) {
            EXPECT_THAT(open(url), HasSubstr(words)) << door << " " << url;
        }
        EXPECT_FALSE(listener_.was_asked()) << door;
        EXPECT_THAT(asked_eyes(), IsEmpty()) << door;
    }

    net::SilentListener listener_{"127.0.0.1"};
};

TEST_F(UrlGate, StandsBeforeEveryCommand) {  // Q2, ETH-4, ETH-23
    const struct {
        std::vector<std::string> before;
        std::vector<std::string> behind;
    } kCommands[] = {
        {{"describe"}, {"--json"}},
        {{"redescribe"}, {"--session", "s", "--json"}},
        {{"analyze"}, {"--prompt", "?", "--json"}},
        {{"analyze", "red.png"}, {"--prompt", "?", "--json"}},
        {{"video"}, {"--json"}},
        {{"ingest"}, {"--json"}},
        {{"compare", "red.png"}, {"--json"}},
        {{"compare"}, {"red.png", "--json"}},
        {{"send", "--session", "s", "--model", "local/ocr", "--message", "?", "--json", "--image"},
         {}},
        {{"send",
          "--session",
          "s",
          "--model",
          "main/looker",
          "--message",
          "?",
          "--json",
          "--image"},
         {}},
        {{"send",
          "--session",
          "s",
          "--model",
          "main/reader",
          "--message",
          "?",
          "--json",
          "--image"},
         {}},
        {{"send",
          "--session",
          "s",
          "--model",
          "anthropic/claude-opus-4-7",
          "--message",
          "?",
          "--json",
          "--image"},
         {}},
        {{"-p", "what?", "--model", "main/looker", "--output-format", "json", "--image"}, {}},
        {{"-p", "what?", "--model", "anthropic/claude-opus-4-7", "--image"}, {}},
    };
    for (const auto& command : kCommands) {
        expect_refused(command.before.front(), [&](const std::string& url) {
            auto arguments = command.before;
            arguments.push_back(url);
            arguments.insert(arguments.end(), command.behind.begin(), command.behind.end());
            return said(arguments);
        });
    }
    EXPECT_THAT(asked_main(), IsEmpty());
}

TEST_F(UrlGate, StandsBeforeMessagesAndFrames) {  // Q2, C1, H3
    for (const auto* type : {"image", "document"}) {
        const auto block = [&](const std::string& url) {
            return R"([{"type": ")" + std::string(type) + R"(", "url": ")" + url + R"("}])";
        };
        expect_refused("render", [&](const std::string& url) {
            bench_->messages(R"([{"role": "user", "content": )" + block(url) + "}]");
            return said(
                {"render",
                 "--messages",
                 (bench_->folder() / "messages.json").string(),
                 "--to",
                 "anthropic/claude-opus-4-7",
                 "--json"}
            );
        });
        const auto frame = [&](const std::string& url) {
            return R"([{"type": ")" + std::string(type) +
                   R"(", "source": {"type": "url", "url": ")" + url + R"("}}])";
        };
        const auto talk = [&](const std::string& format, const std::string& line) {
            return said(
                {"--input-format", format, "--output-format", format, "--model", "main/looker"},
                line + "\n"
            );
        };
        expect_refused("stream-json", [&](const std::string& url) {
            return talk("stream-json", R"({"type":"user","content":)" + frame(url) + "}");
        });
        // This format has no codes.
        expect_refused(
            "claude-stream-json",
            [&](const std::string& url) {
                return talk(
                    "claude-stream-json",
                    R"({"type":"user","message":{"role":"user","content":)" + frame(url) + "}}"
                );
            },
            "is not a URL of the form https://host/path on a public site"
        );
    }
    EXPECT_THAT(asked_main(), IsEmpty());
}

TEST_F(UrlGate, StandsBeforeTheToolsThatAModelCalls) {  // Q2, ETH-4, ETH-23
    for (const auto* tool : {"vision_analyze", "video_analyze"}) {
        for (const auto& url : refused_urls()) {
            const json::object arguments{{"file_url", url}, {"prompt", "?"}};
            const json::array turns{
                {{"match", {{"toolCallId", "call_1"}}},
                 {"response", {{"content", "I understand."}}}},
                {{"match", json::object()},
                 {"response",
                  {{"content", ""},
                   {"toolCalls",
                    json::array{{{"id", "call_1"}, {"name", tool}, {"arguments", arguments}}}}}}}};
            main_ = std::make_unique<Aimock>(json::serialize(turns));
            begin(
                kOnlyAnswer, "\n[permissions]\nallow = [\"vision_analyze\", \"video_analyze\"]\n"
            );

            const auto done =
                fovea({"-p", "look at it", "--model", "main/looker", "--max-turns", "3"});

            EXPECT_EQ(done.exit_code, 0) << done.err;
            ASSERT_EQ(asked_main().size(), 2u) << tool << " " << done.err;
            EXPECT_THAT(asked_main().back(), HasSubstr("URL_BLOCKED")) << tool << " " << url;
            EXPECT_THAT(asked_eyes(), IsEmpty());
        }
    }
    EXPECT_FALSE(listener_.was_asked());
}

TEST_F(UrlGate, StandsBeforeTheToolsOfTheMcpServer) {  // Q2, D7
    json::array steps;
    const auto call = [&](const char* name, json::object arguments) {
        steps.push_back(json::object{
            {"do", "call"}, {"name", name}, {"arguments", std::move(arguments)}});
    };
    for (const auto& url : refused_urls()) {
        call("describe_image", {{"image", url}});
        call("view_image", {{"image", url}});
        call("analyze_image", {{"images", json::array{url}}, {"question", "?"}});
        call("compare_images", {{"before", "red.png"}, {"after", url}});
        call("vision_analyze", {{"file_url", url}, {"prompt", "?"}});
        call("video_analyze", {{"file_url", url}});
    }
    const auto folder = bench_->folder().string();
    const json::object plan{
        {"command", test_paths::program("fovea")},
        {"args", {"--config", folder + "/config.toml", "--data", folder + "/data", "mcp"}},
        {"cwd", folder},
        {"env", {{"XDG_CACHE_HOME", folder + "/cache"}, {"FOVEA_CONSENT", "eyes"}}},
        {"steps", steps}};

    const auto done = run_program(
        {node_program(), node_tests_folder() + "/mcp_client.mjs"}, json::serialize(plan)
    );

    ASSERT_EQ(done.exit_code, 0) << done.err;
    const auto outcome = json::parse(done.out);
    const auto& results = outcome.at("results").as_array();
    ASSERT_EQ(results.size(), steps.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
        const auto said = json::serialize(results[i]);
        EXPECT_THAT(said, HasSubstr("URL_BLOCKED")) << json::serialize(steps[i]);
        EXPECT_TRUE(results[i].at("isError").as_bool()) << said;
    }
    EXPECT_FALSE(listener_.was_asked());
    EXPECT_THAT(asked_eyes(), IsEmpty());
}

}  // namespace
}  // namespace fovea::testing
