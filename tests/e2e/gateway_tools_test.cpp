// The official clients at work through the gateway: pictures and a PDF, two calls at once, a result with a picture, an answer of a
// certain form; every dialect to every other. What reaches the model's server is judged by the strict checker.
#include <gmock/gmock.h>

#include "e2e/serve_fixture.hpp"
#include "support/request_checks.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kAnswers = R"([
    {"match": {"userMessage": "cut"}, "truncateAfterChunks": 2, "latency": 1,
     "response": {"content": "One two three four five six seven eight nine ten eleven twelve."}},
    {"match": {"hasToolResult": false},
     "response": {"toolCalls": [{"name": "shot", "arguments": "{\"x\": 1}"},
                                {"name": "shot", "arguments": "{\"x\": 2}"}]}},
    {"match": {}, "response": {"content": "{\"answer_is\": \"red\"}"}}])";

const std::vector<std::string> kClients = {"anthropic", "chat", "responses", "ollama"};
const std::vector<std::string> kServers = {
    "anthropic", "openai_chat", "openai_responses", "gemini", "ollama", "openai_compatible"};

std::string configuration(const std::string& url) {
    std::string text = "\n";
    for (const auto& kind : kServers) {
        text += "[providers.\"to-" + kind + "\"]\nkind = \"" + kind + "\"\nbase_url = \"" + url +
                "\"\n";
    }
    // The second is a Gemini, from its third on, by the checker's rules.
    return text +
           "[models.seer]\nvision = true\ntools = true\njson_schema = true\npdf = true\n"
           "[models.looker]\nvision = true\ntools = true\njson_schema = true\n"
           "[models.\"gemini-3.8-flash\"]\nvision = true\ntools = true\npdf = true\n";
}

std::string base64_of(const std::string& file) {
    return run_program({"base64", "-w0", file}).out;
}

class GatewayTools : public Serve {
protected:
    void SetUp() override {
        if (!Aimock::installed()) GTEST_SKIP() << Aimock::kMissing;
        upstream_ = std::make_unique<Aimock>(kAnswers);
        bench_ = std::make_unique<Workbench>(upstream_->url(), configuration(upstream_->url()));
        image_ = base64_of(bench_->picture("red.png", {"plain", "300", "200", "200,30,30"}));
        pdf_ = base64_of(test_paths::source_dir() + "/tests/data/other/document.pdf");
        start();
    }

    static std::string model_of(const std::string& kind) {
        if (kind == "openai_compatible") return "looker";
        return kind == "gemini" ? "gemini-3.8-flash" : "seer";
    }
    // The client's own words go on as they are, right or wrong.
    static bool passes(const std::string& client, const std::string& kind) {
        if (client == "chat") return kind == "openai_chat" || kind == "openai_compatible";
        return kind == (client == "responses" ? "openai_responses" : client);
    }

    json::object work(
        const std::string& client,
        const std::string& kind,
        bool streams,
        const std::string& prompt = "What is it?"
    ) const {
        auto program =
            LiveProgram::start({node_program(), node_tests_folder() + "/gateway_tools.mjs"});
        program.write(json::serialize(json::object{
            {"url", url_},
            {"token", token_},
            {"client", client},
            {"model", "to-" + kind + "/" + model_of(kind)},
            {"stream", streams},
            {"image", image_},
            {"pdf", pdf_},
            {"prompt", prompt}}));
        program.close_input();
        return json::parse(program.read_line()).as_object();
    }

    std::string image_;
    std::string pdf_;
};

TEST_F(GatewayTools, EveryClientWorksWithEveryServer) {  // D4, C3, P1
    for (const auto& client : kClients) {
        for (const auto& kind : kServers) {
            const auto pair = client + " to " + kind;
            const bool streams = (client.size() + kind.size()) % 2 == 0;  // some of each
            upstream_->forget();

            const auto done = work(client, kind, streams);

            EXPECT_EQ(
                json::serialize(done), R"({"calls":["shot","shot"],"answer":{"answer_is":"red"}})"
            ) << pair;
            const auto requests = upstream_->requests();
            ASSERT_EQ(requests.size(), 2U) << pair;
            for (const auto& request : requests) {
                EXPECT_THAT(request.body, HasSubstr("answer_is")) << pair;
                EXPECT_THAT(request.body, HasSubstr("Be brief.")) << pair;
                if (passes(client, kind)) continue;
                const auto checked = check_request(
                    kind, request.body, {.model = model_of(kind), .path = request.path}
                );
                EXPECT_THAT(checked.problems, IsEmpty()) << pair;
                const bool has_pdf =
                    client != "ollama" && kind != "ollama" && kind != "openai_compatible";
                EXPECT_EQ(checked.documents.size(), has_pdf ? 1U : 0U) << pair;
                // The result shows the same picture, which refers to the first (X3).
                EXPECT_GE(checked.images.size(), 1U) << pair;
            }
            EXPECT_THAT(requests.back().body, HasSubstr("no such window")) << pair;
        }
    }
}

TEST_F(GatewayTools, AnAnswerThatBreaksOffIsAnErrorOfTheClientsLibrary) {  // D4
    for (const auto& client : kClients) {
        for (const auto& kind : kServers) {
            const auto done = work(client, kind, true, "cut it");

            EXPECT_TRUE(done.contains("error"))
                << client << " to " << kind << json::serialize(done);
        }
    }
}

TEST_F(GatewayTools, ARefusalIsAnErrorOfTheClientsLibrary) {  // D4
    for (const auto& client : kClients) {
        upstream_->fail_next(400, "The model is not what you think.");

        const auto done = work(client, client == "anthropic" ? "openai_chat" : "anthropic", true);

        ASSERT_TRUE(done.contains("error")) << client;
        EXPECT_GE(done.at("status").to_number<int>(), 400) << client;
        EXPECT_THAT(std::string(done.at("error").as_string()), HasSubstr("not what you think"))
            << client;
    }
}

}  // namespace
}  // namespace fovea::testing
