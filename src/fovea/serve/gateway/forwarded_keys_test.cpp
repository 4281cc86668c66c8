// gateway.forward_keys: the program's own key goes on to the server.
#include "fovea/serve/gateway/test_gateway.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace fovea::serve {
namespace {

using testing::HasSubstr;
using testing::Not;

class ForwardedKeys : public GatewayRoutes {
protected:
    void SetUp() override {
        GatewayRoutes::SetUp();
        loaded_.settings.gateway.forward_keys = true;
        restart();
        says([](const TestRequest& request, TestConnection& peer) {
            const bool has_key = std::ranges::any_of(request.headers, [](const auto& header) {
                return header.value.find("sk-of-the-program") != std::string::npos;
            });
            peer.respond(
                has_key ? 200 : 401, has_key ? "{}" : R"({"error":"invalid key: undefined"})"
            );
        });
    }
    TestAnswer say(const std::string& path, const std::string& model, const std::string& more) {
        return ask(
            "POST",
            path,
            R"({"model":")" + model +
                R"(","max_tokens":9,"messages":[{"role":"user","content":"Hi"}]})",
            "application/json",
            more
        );
    }
};

TEST_F(ForwardedKeys, WhoBringsNoneIsToldWhichHeadersAreWanted) {  // D4
    for (const auto& [path, provider] : kSpoken) {
        const auto answer = say(path, provider + "/seer", "");

        EXPECT_EQ(answer.status, 401) << path;
        EXPECT_THAT(answer.body, HasSubstr("gateway.forward_keys is on")) << path;
        EXPECT_THAT(answer.body, HasSubstr("x-fovea-token")) << path;
    }
    const auto converted = send(
        "/v1/messages",
        R"({"model":"openai_chat/seer","max_tokens":9,"messages":[{"role":"user","content":"Hi"}]})",
        "x-request-id: converted-1\r\n"
    );
    EXPECT_EQ(converted.status, 401);
    EXPECT_THAT(
        ask("GET", "/gateway/requests/converted-1").json().at("error").as_string(),
        HasSubstr("gateway.forward_keys is on")
    );
}

TEST_F(ForwardedKeys, TheProgramsOwnGoesOnAndItsRefusalComesBack) {  // D4
    const auto token = "x-fovea-token: " + token_ + "\r\n";
    token_ = "sk-of-the-program";
    EXPECT_EQ(say("/v1/chat/completions", "openai_chat/seer", token).status, 200);

    token_ = "sk-of-nobody";
    const auto refused = say("/v1/chat/completions", "openai_chat/seer", token);
    EXPECT_EQ(refused.status, 401);
    EXPECT_EQ(refused.body, R"({"error":"invalid key: undefined"})");
}

TEST_F(ForwardedKeys, TokensThatAreNoneSayHowToGetOne) {  // D4
    token_ = "sk-of-the-program";

    const auto answer = say("/v1/messages", "anthropic/seer", "");

    EXPECT_EQ(answer.status, 401);
    EXPECT_THAT(answer.body, HasSubstr("fovea serve tokens add NAME --scope gateway"));
    EXPECT_THAT(ask("GET", "/sessions").body, Not(HasSubstr("--scope gateway")));
}

}  // namespace
}  // namespace fovea::serve
