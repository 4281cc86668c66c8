// The official clients against the gateway of the program, with somebody else's model server behind it: every dialect to every
// other, and what makes the gateway more than a proxy.
#include <gmock/gmock.h>

#include "e2e/serve_fixture.hpp"
#include "support/refusing_server.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kAnswers = R"([
    {"match": {"userMessage": "weather", "hasToolResult": false},
     "response": {"toolCalls": [{"name": "weather", "arguments": "{\"city\": \"Oslo\"}"},
                                {"name": "weather", "arguments": "{\"city\": \"Rome\"}"}]}},
    {"match": {}, "response": {"content": "A red square."}}])";

// Each dialect as the client's and as the server's.
const std::vector<std::pair<std::string, std::string>> kClients = {
    {"anthropic", "/v1/messages"},
    {"chat", "/v1/chat/completions"},
    {"responses", "/v1/responses"},
    {"ollama", "/api/chat"}};
const std::vector<std::string> kServers = {
    "anthropic", "openai_chat", "openai_responses", "gemini", "ollama"};

std::string configuration(const std::string& url, const std::string& more = {}) {
    std::string text = "\n";
    for (const auto& kind : kServers) {
        for (const auto* const sight : {"sees", "blind"}) {
            text += "[providers.\"" + kind + "-" + sight + "\"]\nkind = \"" + kind +
                    "\"\nbase_url = \"" + url + "\"\n";
        }
    }
    text +=
        "[models.seer]\nvision = true\ntools = true\njson_schema = true\n"
        "[models.reader]\nvision = false\ntools = true\njson_schema = true\n";
    return text + more;
}

class Gateway : public Serve {
protected:
    void SetUp() override {
        if (!Aimock::installed()) GTEST_SKIP() << Aimock::kMissing;
        upstream_ = std::make_unique<Aimock>(kAnswers);
        begin(upstream_->url());
    }
    void begin(const std::string& url, const std::string& more = {}) {
        bench_ = std::make_unique<Workbench>(url, configuration(url, more));
        start();
    }
    // A line for each turn.
    std::vector<json::object> ask(json::object scenario) const {
        scenario["url"] = url_;
        scenario["token"] = token_;
        if (!scenario.contains("prompt")) scenario["prompt"] = "What is it?";
        auto client =
            LiveProgram::start({node_program(), node_tests_folder() + "/gateway_sdk.mjs"});
        client.write(json::serialize(scenario));
        client.close_input();
        std::vector<json::object> heard;
        for (;;) {
            const auto line = client.read_line();
            if (line.empty()) return heard;
            heard.push_back(json::parse(line).as_object());
        }
    }
    std::string picture() const {
        const auto file = bench_->picture("red.png", {"plain", "300", "200", "200,30,30"});
        return run_program({"base64", "-w0", file}).out;
    }
};

TEST_F(Gateway, EveryClientTalksToEveryServer) {  // D4
    for (const auto& [client, path] : kClients) {
        for (const auto& server : kServers) {
            for (const bool streams : {false, true}) {
                const auto heard =
                    ask({{"client", client}, {"model", server + "-sees/seer"}, {"stream", streams}}
                    );
                ASSERT_EQ(heard.size(), 1u) << client << " to " << server;
                ASSERT_TRUE(heard.front().contains("text"))
                    << client << " to " << server << json::serialize(heard.front());
                EXPECT_EQ(heard.front().at("text").as_string(), "A red square.")
                    << client << " to " << server;
            }
        }
    }
}

TEST_F(Gateway, ParallelCallsReachEveryClient) {  // D4
    for (const auto& [client, path] : kClients) {
        for (const auto& server : kServers) {
            for (const bool streams : {false, true}) {
                const auto heard = ask(
                    {{"client", client},
                     {"model", server + "-sees/seer"},
                     {"stream", streams},
                     {"tools", true},
                     {"prompt", "the weather"}}
                );
                ASSERT_TRUE(heard.front().contains("calls"))
                    << client << " to " << server << json::serialize(heard.front());
                EXPECT_EQ(
                    json::serialize(heard.front().at("calls")),
                    R"([{"name":"weather","input":{"city":"Oslo"}},{"name":"weather","input":{"city":"Rome"}}])"
                ) << client
                  << " to " << server << streams;
            }
        }
    }
}

TEST_F(Gateway, ABlindModelReadsWhatSomebodySaw) {  // D4, V1
    const auto image = picture();
    for (const auto& [client, path] : kClients) {
        for (const auto& server : kServers) {
            const auto before = upstream_->requests().size();
            const auto heard = ask(
                {{"client", client},
                 {"model", server + "-blind/reader"},
                 {"stream", true},
                 {"image", image}}
            );
            ASSERT_TRUE(heard.front().contains("text"))
                << client << " to " << server << json::serialize(heard.front());
            const auto requests = upstream_->requests();
            ASSERT_GT(requests.size(), before);
            const auto body = requests.back().body;
            EXPECT_THAT(body, HasSubstr("vision_proxy_description")) << client << " to " << server;
            EXPECT_THAT(body, Not(HasSubstr("iVBORw0KGgo"))) << client << " to " << server;
        }
    }
}

TEST_F(Gateway, ASeeingModelGetsThePicture) {  // D4
    const auto image = picture();
    for (const auto& [client, path] : kClients) {
        for (const auto& server : kServers) {
            const auto heard =
                ask({{"client", client}, {"model", server + "-sees/seer"}, {"image", image}});
            ASSERT_TRUE(heard.front().contains("text"))
                << client << " to " << server << json::serialize(heard.front());
            EXPECT_THAT(upstream_->requests().back().body, HasSubstr("iVBORw0KGgo"))
                << client << " to " << server;
        }
    }
}

TEST_F(Gateway, OnePictureThatIsRefusedSpoilsNothingEver) {  // P4
    RefusingServer refusing({.refused = {200, 30, 30}});
    stop();
    begin(refusing.url());
    const auto image = picture();
    for (const auto& [client, path] : kClients) {
        if (client == "ollama")
            continue;  // its errors name no place, and its server is the last to refuse
        const auto server = client == "chat"        ? "openai_chat"
                            : client == "responses" ? "openai_responses"
                                                    : client;
        const auto heard = ask(
            {{"client", client},
             {"model", std::string(server) + "-sees/seer"},
             {"image", image},
             {"turns", 21}}
        );
        ASSERT_EQ(heard.size(), 21u);
        for (const auto& turn : heard)
            EXPECT_TRUE(turn.contains("text")) << client << json::serialize(turn);
    }
}

// Both calls are answered here: the client's own library sees one answer, with the tokens of all of it.
TEST_F(Gateway, ABlindModelAsksTwiceAndItsClientNeverKnows) {  // D4, V2
    const auto image = picture();
    const auto file = bench_->picture("red.png", {"plain", "300", "200", "200,30,30"});
    const auto sha = run_program({"sha256sum", file}).out.substr(0, 64);
    const auto call = [&](const std::string& question) {
        return R"({"name": "analyze_image", "arguments": "{\"images\": [\"sha256:)" + sha +
               R"(\"], \"question\": \")" + question + R"(\"}"})";
    };
    stop();
    upstream_ = std::make_unique<Aimock>(
        R"([{"match": {"userMessage": "twice", "hasToolResult": false}, "response": {"toolCalls": [)" +
        call("Which colour?") + ", " + call("How large?") +
        R"(]}}, {"match": {}, "response": {"content": "A red square."}}])"
    );
    begin(upstream_->url());
    for (const auto& [client, path] : kClients) {
        for (const bool streams : {false, true}) {
            const auto before = upstream_->requests().size();
            const auto heard = ask(
                {{"client", client},
                 {"model", "openai_chat-blind/reader"},
                 {"stream", streams},
                 {"prompt", "look twice"},
                 {"image", image}}
            );
            ASSERT_TRUE(heard.front().contains("text")) << client << json::serialize(heard.front());
            EXPECT_EQ(heard.front().at("text").as_string(), "A red square.") << client;
            EXPECT_TRUE(heard.front().at("calls").as_array().empty()) << client;
            const auto requests = upstream_->requests();
            ASSERT_EQ(requests.size(), before + 2) << client;
            EXPECT_THAT(requests.back().body, HasSubstr("vision_proxy_analysis")) << client;
        }
    }
}

TEST_F(Gateway, ErrorsComeInTheClientsOwnShape) {  // D4
    for (const auto& [client, path] : kClients) {
        const auto heard = ask({{"client", client}, {"model", "nobody-knows/this"}});
        ASSERT_TRUE(heard.front().contains("error")) << client;
        EXPECT_EQ(heard.front().at("status").to_number<int>(), 404) << client;
        EXPECT_THAT(std::string(heard.front().at("error").as_string()), HasSubstr("nobody-knows"))
            << client;
    }
}

}  // namespace
}  // namespace fovea::testing
