#include "fovea/providers/ask_server.hpp"

#include "fovea/net/http/client.hpp"
#include "fovea/net/test_server.hpp"

#include <gtest/gtest.h>

#include <map>

namespace fovea::providers {
namespace {

using config::ProviderSettings;
using models::ServerMetadata;
using net::TestConnection;
using net::TestRequest;
using net::TestServer;

constexpr const char* kSees =
    R"({"data":[{"id":"org/eyes","context_length":8192,
        "architecture":{"input_modalities":["text","image"]},"supported_parameters":["tools"]}]})";

// Answers each path with its status and body, and notes what was asked.
class Pages {
public:
    using Page = std::pair<int, std::string>;

    explicit Pages(std::map<std::string, Page> pages)
        : pages_(std::move(pages)), server_([this](TestConnection& peer) { serve(peer); }) {}

    Result<std::optional<ServerMetadata>> ask(
        const std::string& kind, const std::string& id, std::string_view below = ""
    ) {
        net::HttpClient client({.reach = net::Reach::LoopbackOnly});
        const ProviderSettings provider{.kind = kind, .base_url = server_.url(below)};
        return ask_server(
            client, provider, id, {{"authorization", "Bearer SECRET"}}, kAskTimeout, {}
        );
    }

    std::vector<std::string> asked() {
        const std::scoped_lock lock(mutex_);
        return asked_;
    }
    std::vector<TestRequest> requests() {
        const std::scoped_lock lock(mutex_);
        return requests_;
    }

private:
    void serve(TestConnection& peer) {
        while (auto request = peer.read_request()) {
            const auto path = request->target.substr(0, request->target.find('?'));
            const auto found = pages_.find(path);
            const auto page = found == pages_.end() ? Page{404, "{}"} : found->second;
            {
                const std::scoped_lock lock(mutex_);
                asked_.push_back(request->method + " " + request->target);
                requests_.push_back(*request);
            }
            peer.respond(page.first, page.second);
        }
    }

    std::map<std::string, Page> pages_;
    std::mutex mutex_;
    std::vector<std::string> asked_;     // under mutex_
    std::vector<TestRequest> requests_;  // under mutex_
    TestServer server_;
};

using Asked = std::vector<std::string>;

TEST(AskServer, OllamaShowsOneModel) {  // K1, DIG-13
    Pages pages(
        {{"/api/show",
          {200,
           R"({"capabilities":["completion","vision"],
               "model_info":{"general.architecture":"llama","llama.context_length":4096}})"}}}
    );

    const auto told = pages.ask("ollama", "llava");

    ASSERT_TRUE(told.ok()) << told.error().message;
    EXPECT_EQ(told.value(), (ServerMetadata{.vision = true, .tools = false, .context = 4096}));
    EXPECT_EQ(pages.asked(), Asked{"POST /api/show"});
    EXPECT_EQ(pages.requests()[0].body, R"({"model":"llava"})");
    EXPECT_EQ(net::find_header(pages.requests()[0].headers, "authorization"), "Bearer SECRET");
}

TEST(AskServer, AddressMayEndInV1OrNot) {  // P1
    for (const char* below : {"", "/", "/v1", "/v1/", "/v1//"}) {
        Pages pages({{"/v1/models", {200, kSees}}, {"/api/show", {200, "{}"}}});

        const auto told = pages.ask("openai_compatible", "org/eyes", below);

        ASSERT_TRUE(told.ok()) << told.error().message;
        EXPECT_EQ(
            told.value(),
            (ServerMetadata{
                .vision = true,
                .pdf = false,
                .video = false,
                .tools = true,
                .json_schema = false,
                .context = 8192})
        ) << below;
        EXPECT_TRUE(pages.ask("ollama", "llava", below).ok()) << below;
    }
}

TEST(AskServer, ListThatSaysNothingLeadsToTheProps) {  // K1
    Pages pages(
        {{"/v1/models", {200, R"({"data":[{"id":"a/b c"}]})"}},
         {"/props",
          {200, R"({"modalities":{"vision":true},"default_generation_settings":{"n_ctx":65536}})"}}}
    );

    const auto told = pages.ask("openai_compatible", "a/b c", "/v1");

    ASSERT_TRUE(told.ok()) << told.error().message;
    EXPECT_EQ(told.value(), (ServerMetadata{.vision = true, .context = 65536}));
    EXPECT_EQ(
        pages.asked(), (Asked{"GET /v1/models", "GET /props?model=a%2Fb%20c&autoload=false"})
    );
}

TEST(AskServer, SomeServersSayNothing) {  // K1
    for (const char* body : {"{}", "[]", "not JSON", "", R"({"data":7})", R"({"data":[{}]})"}) {
        Pages pages({{"/v1/models", {200, body}}, {"/props", {200, body}}});

        const auto told = pages.ask("openai_compatible", "m");

        ASSERT_TRUE(told.ok()) << body;
        EXPECT_EQ(told.value(), std::nullopt) << body;
    }
}

TEST(AskServer, OtherKindsAreNotAsked) {  // K1
    Pages pages({});
    for (const char* kind :
         {"anthropic", "openai_chat", "openai_responses", "gemini", "local", ""}) {
        const auto told = pages.ask(kind, "m");

        ASSERT_TRUE(told.ok());
        EXPECT_EQ(told.value(), std::nullopt);
    }
    EXPECT_EQ(pages.asked(), Asked{});
}

TEST(AskServer, RefusalsAreReasonsWithoutKeys) {  // K1, Q5
    Pages pages({{"/v1/models", {401, "SECRET"}}, {"/api/show", {500, "SECRET"}}});

    const auto without_key = pages.ask("openai_compatible", "m");
    const auto broken = pages.ask("ollama", "m");
    Pages empty({});
    const auto missing = empty.ask("ollama", "m");

    for (const auto* each : {&without_key, &broken, &missing}) {
        ASSERT_FALSE(each->ok());
        EXPECT_EQ(each->error().message.find("SECRET"), std::string::npos);
    }
    EXPECT_NE(without_key.error().message.find("needs a key"), std::string::npos);
    EXPECT_NE(broken.error().message.find("status 500"), std::string::npos);
    EXPECT_NE(missing.error().message.find("has no model \"m\""), std::string::npos);
}

TEST(AskServer, RepliesHaveALimit) {  // K1, Q1
    TestServer server([](TestConnection& peer) {
        peer.read_request();
        peer.send("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n{");
        peer.wait_for_close();
    });
    net::HttpClient client;
    const ProviderSettings provider{.kind = "ollama", .base_url = server.url("")};

    const auto told = ask_server(client, provider, "m", {}, kAskTimeout, {});

    EXPECT_FALSE(told.ok());
}

TEST(AskServer, StopsWhenAskedTo) {  // K1
    std::stop_source stop;
    TestServer server([&](TestConnection& peer) {
        peer.read_request();
        stop.request_stop();
        peer.wait_for_close();
    });
    net::HttpClient client;
    const ProviderSettings provider{.kind = "ollama", .base_url = server.url("")};

    const auto told =
        ask_server(client, provider, "m", {}, std::chrono::minutes(10), stop.get_token());

    ASSERT_FALSE(told.ok());
    EXPECT_EQ(told.error().code, ErrorCode::Cancelled);
}

TEST(AskServer, LocalOnlyAsksNobodyElse) {  // Q2, O1
    net::HttpClient client({.reach = net::Reach::LoopbackOnly});
    for (const char* url :
         {"http://192.0.2.1",
          "https://openrouter.ai/api/v1",
          "http://127.0.0.1:1",
          "http://[::",
          "http://u:SECRET@192.0.2.1/SECRET?k=SECRET",
          "gopher://127.0.0.1",
          ""}) {
        const ProviderSettings provider{.kind = "openai_compatible", .base_url = url};

        const auto told = ask_server(client, provider, "m", {}, kAskTimeout, {});

        ASSERT_FALSE(told.ok()) << url;
        EXPECT_EQ(told.error().message.find("SECRET"), std::string::npos) << told.error().message;
    }
}

}  // namespace
}  // namespace fovea::providers
