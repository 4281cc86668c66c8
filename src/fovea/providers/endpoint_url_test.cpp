#include "fovea/providers/endpoint_url.hpp"

#include <gtest/gtest.h>

namespace fovea::providers {
namespace {

constexpr const char* kMessages = "/v1/messages";
constexpr const char* kChat = "/v1/chat/completions";
constexpr const char* kResponses = "/v1/responses";
constexpr const char* kModels = "/v1/models";
constexpr const char* kOllama = "/api/chat";
constexpr const char* kGemini = "/v1beta/models/g:streamGenerateContent?alt=sse";

TEST(EndpointUrl, VersionIsSaidOnceWhetherTheAddressHasItOrNot) {  // P1, O1
    for (const char* base :
         {"https://a.org",
          "https://a.org/",
          "https://a.org/v1",
          "https://a.org/v1/",
          "https://a.org//"}) {
        EXPECT_EQ(endpoint_url(base, kMessages), "https://a.org/v1/messages") << base;
        EXPECT_EQ(endpoint_url(base, kChat), "https://a.org/v1/chat/completions") << base;
        EXPECT_EQ(endpoint_url(base, kResponses), "https://a.org/v1/responses") << base;
        EXPECT_EQ(endpoint_url(base, kOllama), "https://a.org/api/chat") << base;
    }
    EXPECT_EQ(
        endpoint_url("https://a.org/x/v1beta/", kGemini),
        "https://a.org/x/v1beta/models/g:streamGenerateContent?alt=sse"
    );
    EXPECT_EQ(
        endpoint_url("https://a.org", kGemini),
        "https://a.org/v1beta/models/g:streamGenerateContent?alt=sse"
    );
    EXPECT_EQ(
        endpoint_url("http://localhost:11434/api/", kOllama), "http://localhost:11434/api/chat"
    );
    // A host that is called like a version is none.
    EXPECT_EQ(endpoint_url("http://v1", kMessages), "http://v1/v1/messages");
}

TEST(EndpointUrl, AnotherVersionOfTheAddressIsMeant) {  // P1
    EXPECT_EQ(
        endpoint_url("https://open.bigmodel.cn/api/paas/v4", kChat),
        "https://open.bigmodel.cn/api/paas/v4/chat/completions"
    );
    EXPECT_EQ(
        endpoint_url("https://a.org/v1", kGemini),
        "https://a.org/v1/models/g:streamGenerateContent?alt=sse"
    );
    // OpenAI's clients take such addresses as they are; Anthropic's say the version behind them.
    EXPECT_EQ(
        endpoint_url("https://g.org/v1beta/openai/", kChat),
        "https://g.org/v1beta/openai/chat/completions"
    );
    EXPECT_EQ(
        endpoint_url("https://g.org/v1beta/openai", kModels), "https://g.org/v1beta/openai/models"
    );
    EXPECT_EQ(
        endpoint_url("https://g.org/v1/account/gateway/anthropic", kMessages),
        "https://g.org/v1/account/gateway/anthropic/v1/messages"
    );
}

TEST(EndpointUrl, PastedEndpointsWork) {  // P1, O1
    EXPECT_EQ(
        endpoint_url("https://a.org/v1/chat/completions", kChat),
        "https://a.org/v1/chat/completions"
    );
    EXPECT_EQ(  // one that has no version has none
        endpoint_url("https://a.org/chat/completions/", kChat),
        "https://a.org/chat/completions"
    );
    EXPECT_EQ(
        endpoint_url("https://a.org/v1/chat/completions", kResponses), "https://a.org/v1/responses"
    );
    EXPECT_EQ(  // here it is no endpoint
        endpoint_url("https://a.org/models", kChat),
        "https://a.org/models/v1/chat/completions"
    );
    EXPECT_EQ(endpoint_url("https://a.org/v1/models", kMessages), "https://a.org/v1/messages");
    EXPECT_EQ(endpoint_url("https://a.org/v1/messages", kMessages), "https://a.org/v1/messages");
    EXPECT_EQ(endpoint_url("http://h:1/api/generate", kOllama), "http://h:1/api/chat");
    EXPECT_EQ(endpoint_url("http://h:1/api/chat", kOllama), "http://h:1/api/chat");
    EXPECT_EQ(endpoint_url("http://h:1/v1/chat/completions", kOllama), "http://h:1/api/chat");
    EXPECT_EQ(endpoint_url("http://h:1/api/chat", kChat), "http://h:1/v1/chat/completions");
    EXPECT_EQ(
        endpoint_url("https://g.org/v1beta/models/gemini-2.5-pro:generateContent", kGemini),
        "https://g.org/v1beta/models/g:streamGenerateContent?alt=sse"
    );
}

TEST(EndpointUrl, QueryOfTheAddressGoesAlong) {  // P1
    EXPECT_EQ(
        endpoint_url("https://a.org/d/chat/completions?api-version=2024", kChat),
        "https://a.org/d/chat/completions?api-version=2024"
    );
    EXPECT_EQ(
        endpoint_url("https://a.org/?team=1", kGemini),
        "https://a.org/v1beta/models/g:streamGenerateContent?alt=sse&team=1"
    );
    EXPECT_EQ(endpoint_url("https://a.org/v1?", kChat), "https://a.org/v1/chat/completions");
}

TEST(EndpointUrl, RootHasNeitherEndpointNorVersion) {  // K1
    for (const char* base :
         {"http://h:1",
          "http://h:1/",
          "http://h:1/v1/",
          "http://h:1//v1",
          "http://h:1/v1/chat/completions",
          "http://h:1/api/chat"})
        EXPECT_EQ(server_root(base), "http://h:1") << base;
    EXPECT_EQ(server_root("https://openrouter.ai/api/v1"), "https://openrouter.ai/api");
    EXPECT_EQ(server_root("http://v1"), "http://v1");
}

TEST(EndpointUrl, OddAddressesDoNotHurt) {  // Q1
    for (const char* base : {"", "/", "://", "http://", "v1", "/models/:", "http:///models/x:y"}) {
        EXPECT_FALSE(endpoint_url(base, kChat).empty()) << base;
        server_root(base);
    }
}

}  // namespace
}  // namespace fovea::providers
