// The official clients against the gateway of the program, with somebody else's model server behind it: every dialect to every
// other, and what makes the gateway more than a proxy.
#include <gmock/gmock.h>

#include <set>
#include <sstream>

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
    // The dialect that a client speaks, by the name of a server's kind.
    static std::string kind_of(const std::string& client) {
        return client == "chat" || client == "responses" ? "openai_" + client : client;
    }
    // All that the daemon said since it began.
    std::string log_until_stopped() {
        server_->send_signal(SIGTERM);
        auto log = server_->finish().out;
        server_.reset();
        return log;
    }
    static std::size_t lines_with(const std::string& log, const std::string& words) {
        std::size_t count = 0;
        std::istringstream lines(log);
        for (std::string line; std::getline(lines, line);) count += line.find(words) != line.npos;
        return count;
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
    for (const auto& [client, path] : kClients) {
        RefusingServer refusing({.refused = {200, 30, 30}});
        if (server_) stop();
        begin(refusing.url());
        const auto model = kind_of(client) + "-sees/seer";

        const auto heard =
            ask({{"client", client}, {"model", model}, {"image", picture()}, {"turns", 21}});

        ASSERT_EQ(heard.size(), 21u);
        for (const auto& turn : heard)
            EXPECT_TRUE(turn.contains("text")) << client << json::serialize(turn);
        // The first turn is refused, and sent again without the picture: nobody sends it there a second time.
        EXPECT_EQ(asking_models(refusing.requests()).size(), 22u) << client;
        const auto log = log_until_stopped();
        EXPECT_EQ(lines_with(log, "refuse"), 1u) << log;
        EXPECT_EQ(lines_with(log, model + " refuses picture sha256:"), 1u) << log;
    }
}

// A call for analyze_image of what a model is shown.
std::string look_at(const std::string& sha, const std::string& id, const std::string& question) {
    return R"({"name": "analyze_image", "id": ")" + id +
           R"(", "arguments": "{\"images\": [\"sha256:)" + sha + R"(\"], \"question\": \")" +
           question + R"(\"}"})";
}

// The calls are answered here: the client's own library sees one answer, with the tokens of all of it.
TEST_F(Gateway, ABlindModelAsksTwiceAndItsClientNeverKnows) {  // D4, V2
    const auto image = picture();
    const auto file = bench_->picture("red.png", {"plain", "300", "200", "200,30,30"});
    const auto sha = run_program({"sha256sum", file}).out.substr(0, 64);
    const auto usage = [](int in, int out) {
        const auto one = std::to_string(in);
        const auto two = std::to_string(out);
        return R"("usage": {"prompt_tokens": )" + one + R"(, "completion_tokens": )" + two +
               R"(, "input_tokens": )" + one + R"(, "output_tokens": )" + two + "}";
    };
    stop();
    // At once in one reply, or one after the other in two.
    upstream_ = std::make_unique<Aimock>(
        R"([{"match": {"toolCallId": "look_3"}, "response": {"toolCalls": [)" +
        look_at(sha, "look_4", "How large?") + "], " + usage(2000, 20) +
        R"(}}, {"match": {"userMessage": "at once", "hasToolResult": false}, "response": {"toolCalls": [)" +
        look_at(sha, "look_1", "Which colour?") + ", " + look_at(sha, "look_2", "How large?") +
        "], " + usage(1000, 10) +
        R"(}}, {"match": {"userMessage": "in turn", "hasToolResult": false}, "response": {"toolCalls": [)" +
        look_at(sha, "look_3", "Which colour?") + "], " + usage(1000, 10) +
        R"(}}, {"match": {}, "response": {"content": "A red square.", )" + usage(400, 4) + "}}]"
    );
    begin(upstream_->url());
    struct Way {
        std::string prompt;
        std::size_t requests;
        int input;
        int output;
    };
    const std::vector<Way> ways = {
        {"look twice at once", 2, 1400, 14}, {"look twice in turn", 3, 3400, 34}};
    for (const auto& [client, path] : kClients) {
        // Converted, and in the server's own bytes.
        for (const auto& server : std::set<std::string>{"openai_chat", kind_of(client)}) {
            for (const auto& way : ways) {
                if (server == "ollama" && way.requests > 2) continue;  // its calls have no ids
                for (const bool streams : {false, true}) {
                    const auto before = upstream_->requests().size();
                    const auto heard = ask(
                        {{"client", client},
                         {"model", server + "-blind/reader"},
                         {"stream", streams},
                         {"prompt", way.prompt},
                         {"image", image}}
                    );
                    const auto said = client + " to " + server + (streams ? " in pieces" : "") +
                                      json::serialize(heard.front());
                    ASSERT_TRUE(heard.front().contains("text")) << said;
                    EXPECT_EQ(heard.front().at("text").as_string(), "A red square.") << said;
                    EXPECT_TRUE(heard.front().at("calls").as_array().empty()) << said;
                    const auto requests = upstream_->requests();
                    ASSERT_EQ(requests.size(), before + way.requests) << said;
                    EXPECT_THAT(requests.back().body, HasSubstr("vision_proxy_analysis")) << said;
                    if (server == "ollama") continue;  // aimock counts its tokens by itself
                    ASSERT_TRUE(heard.front().contains("input")) << said;
                    EXPECT_EQ(heard.front().at("input").to_number<int>(), way.input) << said;
                    EXPECT_EQ(heard.front().at("output").to_number<int>(), way.output) << said;
                }
            }
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
