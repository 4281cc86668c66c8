// What programs are told that cannot be answered as they asked, and what lists of models say.
#include "fovea/serve/gateway/test_gateway.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::serve {
namespace {

using testing::HasSubstr;
using testing::Not;

class ToldPrograms : public GatewayRoutes {
protected:
    TestAnswer say(const std::string& path, const std::string& body) { return send(path, body); }
};

TEST_F(ToldPrograms, ProblemsOfOursHaveTheShapeOfTheApiThatWasAsked) {  // D4
    token_ = "nobody-knows-this-one";

    const auto anthropic = say("/v1/messages", "{}");
    EXPECT_EQ(anthropic.status, 401);
    EXPECT_EQ(anthropic.json().at("type").as_string(), "error");
    EXPECT_EQ(anthropic.json().at_pointer("/error/type").as_string(), "authentication_error");
    EXPECT_THAT(
        say("/v1/chat/completions", "{}").json().at_pointer("/error/message").as_string(),
        HasSubstr("token")
    );
    EXPECT_EQ(
        say("/v1/nothing", "{}").json().at_pointer("/error/message").as_string(),
        "there is no such path"
    );
    EXPECT_THAT(say("/api/chat", "{}").json().at("error").as_string(), HasSubstr("token"));
    EXPECT_EQ(ask("GET", "/sessions").json().at("status").as_int64(), 401);  // is no program's
}

TEST_F(ToldPrograms, WhatIsWrongWithABodyIsSaid) {  // D4
    EXPECT_THAT(say("/v1/messages", "{bad").body, HasSubstr("JSON"));
    EXPECT_THAT(say("/v1/messages", R"({"model":5})").body, HasSubstr("model: not a string"));
    EXPECT_THAT(say("/v1/messages", R"({"messages":[]})").body, HasSubstr("names no model"));
    const auto packed =
        ask("POST", "/v1/messages", "\x1f\x8b", "application/json", "content-encoding: gzip\r\n");
    EXPECT_EQ(packed.status, 415);
    EXPECT_THAT(packed.body, HasSubstr("gzip"));
}

TEST_F(ToldPrograms, AKeyThatAServerRepeatsIsNotPassedOn) {  // D4, Q5
    for (const auto& [path, provider] : kSpoken) {
        loaded_.settings.providers[provider].api_key = config::Secret("sk-very-secret-123456");
    }
    restart();
    says([](const TestRequest&, TestConnection& peer) {
        peer.respond(
            401,
            R"({"error":"no such key: sk-very-secret-123456"})",
            "x-said: sk-very-secret-123456\r\n"
        );
    });
    for (const auto& [path, provider] : kSpoken) {
        const auto answer = say(path, R"({"model":")" + provider + R"(/seer"})");

        EXPECT_EQ(answer.status, 401) << path;
        EXPECT_EQ(answer.body, R"({"error":"no such key: *********************"})") << path;
        EXPECT_THAT(answer.head, Not(HasSubstr("secret"))) << path;
    }
}

TEST_F(ToldPrograms, AModelWithoutItsKeyIsNoReasonToAskAgain) {  // D4
    loaded_.settings.providers["anthropic"].api_key_env = "FOVEA_TEST_NO_SUCH_KEY";
    restart();

    const auto answer = say("/v1/messages", R"({"model":"anthropic/seer"})");

    EXPECT_EQ(answer.status, 403);
    EXPECT_THAT(answer.body, HasSubstr("permission_error"));
    EXPECT_THAT(answer.body, HasSubstr("no key for anthropic/seer"));
    EXPECT_THAT(answer.body, HasSubstr("FOVEA_TEST_NO_SUCH_KEY"));
}

TEST_F(ToldPrograms, AWebPageIsNoAnswer) {  // D4
    says([](const TestRequest&, TestConnection& peer) {
        peer.respond(200, "<html>Sign in</html>", "Content-Type: text/html; charset=utf-8\r\n");
    });

    const auto answer = say("/v1/messages", R"({"model":"anthropic/seer"})");

    EXPECT_EQ(answer.status, 502);
    EXPECT_THAT(answer.body, HasSubstr("a web page answered at http://127.0.0.1:"));
}

// Programs would follow it, and take their token along.
TEST_F(ToldPrograms, NobodyIsSentElsewhere) {  // D4, Q5
    says([](const TestRequest&, TestConnection& peer) {
        peer.respond(307, "", "Location: https://elsewhere.example/v1/messages\r\n");
    });

    const auto answer = say("/v1/messages", R"({"model":"anthropic/seer"})");

    EXPECT_EQ(answer.status, 502);
    EXPECT_FALSE(answer.has("ocation: ")) << answer.head;
    EXPECT_THAT(answer.body, HasSubstr("anthropic redirects, to https://elsewhere.example"));
}

TEST_F(ToldPrograms, AModelMayBeNamedByAnEscapedKey) {  // D4
    const auto answer = say(
        "/v1/messages",
        R"({"m\u006fdel":"anthropic/seer","max_tokens":9,"messages":[{"role":"user","content":"Hi"}]})"
    );

    EXPECT_EQ(count(), 1u);
    EXPECT_THAT(last().body, HasSubstr(R"("model":"seer")")) << answer.body;
}

TEST_F(ToldPrograms, AStreamThatNeverBeganHasTheServersStatus) {  // D4
    says([](const TestRequest&, TestConnection& peer) {
        peer.respond(429, R"({"error":{"message":"slowly"}})", "retry-after: 70\r\n");
    });

    const auto answer = say(
        "/v1/messages",
        R"({"model":"openai_chat/seer","stream":true,"max_tokens":9,"messages":[{"role":"user","content":"Hi"}]})"
    );

    EXPECT_EQ(answer.status, 429);
    EXPECT_TRUE(answer.has("retry-after: 70"));
    EXPECT_FALSE(answer.has("x-fovea-healed:")) << answer.head;
    EXPECT_EQ(count(), 1u);
}

TEST_F(ToldPrograms, AToolThatWasNotOfferedHereIsTheProgramsMatter) {  // V2
    says([](const TestRequest&, TestConnection& peer) {
        peer.respond(
            200,
            R"({"id":"1","object":"chat.completion","model":"seer","choices":[{"index":0,"finish_reason":"tool_calls",)"
            R"("message":{"role":"assistant","content":"Looking.","tool_calls":[{"id":"c1","type":"function",)"
            R"("function":{"name":"analyze_image","arguments":"{}"}}]}}]})",
            "Content-Type: application/json\r\n"
        );
    });

    const auto answer = say(
        "/v1/messages",
        R"({"model":"openai_chat/seer","max_tokens":9,"messages":[{"role":"user","content":"Hi"}]})"
    );

    EXPECT_EQ(answer.json().at("stop_reason").as_string(), "tool_use");
    EXPECT_EQ(answer.json().at_pointer("/content/1/name").as_string(), "analyze_image");
}

TEST_F(ToldPrograms, AModelThatCannotBeBoundToASchemaIsToldIt) {  // D4
    say("/v1/chat/completions",
        R"({"model":"anthropic/seer","messages":[{"role":"user","content":"Hi"}],"response_format":{"type":"json_schema",)"
        R"("json_schema":{"name":"a","schema":{"type":"object","required":["colour"]}}}})");

    EXPECT_THAT(last().body, HasSubstr("JSON schema"));
    EXPECT_THAT(last().body, HasSubstr("colour"));
}

TEST_F(ToldPrograms, ModelsCanBeLookedUpByTheirNames) {  // D4
    for (const auto* const path : {"/v1/models/anthropic/seer", "/v1/models/anthropic%2Fseer"}) {
        const auto model = ask("GET", path);
        EXPECT_EQ(model.status, 200) << path << model.body;
        EXPECT_EQ(model.json().at("id").as_string(), "anthropic/seer");
    }
    EXPECT_EQ(ask("GET", "/v1/models/nobody-knows").status, 404);
    EXPECT_EQ(ask("GET", "/v1/models/a%2F..").status, 400);
    EXPECT_THAT(ask("GET", "/v1/models").body, HasSubstr("\"openai_chat/reader\""));
    EXPECT_EQ(ask("GET", "/api/version").status, 200);
}

TEST_F(ToldPrograms, AnAliasMayNameAnother) {  // D4
    loaded_.settings.gateway.models = {
        {"one", "two"}, {"two", "anthropic/seer"}, {"odd", "nobody/there"}};
    restart();

    EXPECT_EQ(say("/v1/messages", R"({"model":"one"})").status, 200);
    EXPECT_THAT(
        say("/v1/messages", R"({"model":"odd"})").body, HasSubstr("\\\"odd\\\" of [gateway.models]")
    );
}

// A model that is told a schema in words answers as it likes, and is told so at most twice.
class ToldSchemas : public ToldPrograms {
protected:
    static std::string words(const std::string& text) {
        return R"({"id":"1","type":"message","role":"assistant","content":[{"type":"text","text":")" +
               text +
               R"("}],"stop_reason":"end_turn","usage":{"input_tokens":10,"output_tokens":1}})";
    }
    TestAnswer say_with_schema(const std::string& more = {}) {
        return send(
            "/v1/chat/completions",
            R"({"model":"anthropic/seer",)" + more +
                R"("messages":[{"role":"user","content":"Hi"}],"response_format":{"type":"json_schema",)"
                R"("json_schema":{"name":"a","schema":{"type":"object","required":["colour"]}}}})",
            "x-request-id: form-1\r\n"
        );
    }
};

TEST_F(ToldSchemas, AnAnswerOfAnotherFormIsAskedForAgain) {  // D4, CAL-HL-33
    says([this](const TestRequest&, TestConnection& peer) {
        const auto text =
            count() == 1 ? "It is red." : R"(Sorry: ```json {\"colour\": \"red\"}```)";
        peer.respond(200, words(text), "Content-Type: application/json\r\n");
    });

    const auto answer = say_with_schema();

    ASSERT_EQ(answer.status, 200) << answer.body;
    const auto reply = answer.json();
    EXPECT_EQ(reply.at_pointer("/choices/0/message/content").as_string(), R"({"colour":"red"})");
    EXPECT_EQ(reply.at_pointer("/usage/prompt_tokens").to_number<int>(), 20);
    EXPECT_EQ(count(), 2u);
    EXPECT_THAT(last().body, HasSubstr("It is red."));
    EXPECT_TRUE(answer.has("x-fovea-healed: 1")) << answer.head;
    EXPECT_FALSE(answer.has("x-fovea-schema")) << answer.head;
}

TEST_F(ToldSchemas, OneThatNeverHasItIsToldAsSuch) {  // D4, CAL-HL-33
    says([](const TestRequest&, TestConnection& peer) {
        peer.respond(200, words("It is red."), "Content-Type: application/json\r\n");
    });

    const auto answer = say_with_schema();

    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(count(), 3u);
    EXPECT_TRUE(answer.has("x-fovea-schema: unmet")) << answer.head;
    EXPECT_EQ(answer.json().at_pointer("/choices/0/message/content").as_string(), "It is red.");
    const auto record = ask("GET", "/gateway/requests/form-1").json();
    EXPECT_EQ(record.at("schema").as_string(), "unmet");
    EXPECT_EQ(record.at_pointer("/sent/to").as_string(), "anthropic");
    EXPECT_EQ(record.at_pointer("/sent/requests").to_number<int>(), 3);
}

TEST_F(ToldSchemas, AStreamBeginsWhenItsFormIsSeen) {  // D4, CAL-HL-33
    says([this](const TestRequest&, TestConnection& peer) {
        const std::string text = count() == 1 ? "It is red." : R"({\"colour\":\"red\"})";
        peer.respond(
            200,
            "event: message_start\ndata: "
            "{\"type\":\"message_start\",\"message\":{\"id\":\"1\",\"type\":\"message\","
            "\"role\":\"assistant\",\"content\":[],\"usage\":{\"input_tokens\":10,\"output_"
            "tokens\":1}}}\n\n"
            "event: content_block_start\ndata: "
            "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":"
            "{\"type\":\"text\",\"text\":\"\"}}\n\nevent: content_block_delta\ndata: "
            "{\"type\":\"content_block_delta\","
            "\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"" +
                text +
                "\"}}\n\nevent: content_block_stop\ndata: "
                "{\"type\":\"content_block_stop\",\"index\":0}\n\n"
                "event: message_delta\ndata: "
                "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},"
                "\"usage\":{\"output_tokens\":1}}\n\nevent: message_stop\ndata: "
                "{\"type\":\"message_stop\"}\n\n",
            "Content-Type: text/event-stream\r\n"
        );
    });

    const auto answer = say_with_schema("\"stream\":true,");

    EXPECT_THAT(answer.body, HasSubstr(R"({\"colour\":\"red\"})"));
    EXPECT_THAT(answer.body, Not(HasSubstr("It is red.")));
    EXPECT_THAT(answer.body, HasSubstr("[DONE]"));
}

TEST_F(ToldPrograms, AConversationThatIsTooLongIsSaidInTheWordsOfTheirApi) {  // D4
    says([](const TestRequest&, TestConnection& peer) {
        peer.respond(
            400,
            R"({"error":{"message":"This model's maximum context length is 4096 tokens.","type":"invalid_request_error",)"
            R"("code":"context_length_exceeded"}})"
        );
    });
    EXPECT_THAT(
        say("/v1/messages",
            R"({"model":"openai_chat/seer","max_tokens":9,"messages":[{"role":"user","content":"Hi"}]})"
        )
            .body,
        HasSubstr("prompt is too long: ")
    );

    says([](const TestRequest&, TestConnection& peer) {
        peer.respond(
            400,
            R"({"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}})"
        );
    });
    EXPECT_EQ(
        say("/v1/chat/completions",
            R"({"model":"anthropic/seer","messages":[{"role":"user","content":"Hi"}]})")
            .json()
            .at_pointer("/error/code")
            .as_string(),
        "context_length_exceeded"
    );
}

TEST_F(ToldPrograms, WhatIsTooLargeIsSaidBeforeItIsSent) {  // D4
    loaded_.settings.gateway.max_body_bytes = 1000;
    restart();
    TestClient client(daemon_->port());
    client.send(head("POST", "/v1/messages") + "content-length: 5000\r\n\r\n{\"model\":");

    const auto answer = read_answer(client);

    EXPECT_EQ(answer.status, 413);
    EXPECT_THAT(answer.body, HasSubstr("max_body_bytes"));
    EXPECT_EQ(count(), 0u);
}

}  // namespace
}  // namespace fovea::serve
