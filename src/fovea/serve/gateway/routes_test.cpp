// Requests of programs through the daemon, to servers that a script plays.
#include "fovea/serve/access/tokens.hpp"
#include "fovea/serve/gateway/test_gateway.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <semaphore>
#include <thread>

namespace fovea::serve {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST_F(GatewayRoutes, WhatNeedsNoChangeReachesTheServerByteForByte) {  // D4
    const std::string body =
        "{ \"model\" :\"anthropic/seer\", \"x-unknown\":[1,2.50,\"\\u00e9\"],\n \"messages\":[]}";
    says([](const TestRequest&, TestConnection& peer) {
        peer.respond(200, "{ \"id\":1 ,\"usage\":{\"input_tokens\":3}}", "X-Theirs: 1\r\n");
    });

    // The server knows the model without the provider's name: that alone changes.
    const auto answer = ask(
        "POST", "/v1/messages?beta=true", body, "application/json", "anthropic-beta: one,two\r\n"
    );

    EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.body, "{ \"id\":1 ,\"usage\":{\"input_tokens\":3}}");
    EXPECT_TRUE(answer.has("x-theirs: 1"));
    EXPECT_EQ(last().target, "/v1/messages?beta=true");
    auto expected = body;
    expected.replace(body.find("anthropic/seer"), 14, "seer");
    EXPECT_EQ(last().body, expected);
    EXPECT_EQ(net::find_header(last().headers, "anthropic-beta"), "one,two");
    EXPECT_EQ(
        net::find_header(last().headers, "authorization"), std::nullopt
    );  // our token stays here
}

// A value of any kind, small more often than not, with what makes readers stumble.
std::string any_json(std::mt19937& dice, int depth) {
    static const std::vector<std::string> kWords = {
        "\"\"",
        "\"a\\\"b\"",
        "\"\\\\\"",
        "\"\\u00e9\\ud83d\\ude00\"",
        "\"\xc3\xa9\"",
        "\"model\"",
        "\"type\"",
        "\"image/png\"",
        "\"iVBOR\"",
        "0",
        "-0.0",
        "1e400",
        "12345678901234567890",
        "true",
        "null",
        "[]",
        "{}",
        "\"{\\\"model\\\":1}\"",
        "\"a very long text \\n with lines \\t and {[,:]}\""};
    const auto pick = [&](std::size_t most) {
        return std::uniform_int_distribution<std::size_t>(0, most - 1)(dice);
    };
    const std::string blank = pick(3) == 0 ? " " : pick(5) == 0 ? "\n\t" : "";
    if (depth == 0 || pick(3) == 0) return blank + kWords[pick(kWords.size())] + blank;
    const bool is_list = pick(2) == 0;
    std::string text = is_list ? "[" : "{";
    const auto count = pick(5);
    for (std::size_t i = 0; i < count; ++i) {
        if (i > 0) text += ",";
        if (!is_list) text += blank + "\"k" + std::to_string(pick(100)) + "\"" + blank + ":";
        text += any_json(dice, depth - 1);
    }
    return text + (is_list ? "]" : "}");
}

TEST_F(GatewayRoutes, AThousandRequestsOfEachDialectPassUnchanged) {  // D4
    std::mt19937 dice(21);
    std::string answer_body;
    says([&](const TestRequest&, TestConnection& peer) { peer.respond(200, answer_body); });
    for (const auto& [path, provider] : kSpoken) {
        loaded_.settings.gateway.models = {{"seer", provider + "/seer"}};
        restart();
        TestClient client(daemon_->port());
        for (int i = 0; i < 1000; ++i) {
            std::string body = "{";
            const bool is_first = i % 3 == 0;
            if (is_first) body += "\"model\":\"seer\",";
            body += "\"a\":" + any_json(dice, 4) + ",\"messages\":" + any_json(dice, 5);
            if (!is_first) body += " , \"model\" : \"seer\"";
            body += i % 7 == 0 ? ",\"stream\":true}" : "}\n";
            answer_body = any_json(dice, 5);
            client.send(
                head("POST", path, "content-length: " + std::to_string(body.size()) + "\r\n\r\n") +
                body
            );
            const auto answer = read_answer(client);
            ASSERT_EQ(answer.status, 200) << answer.body << body;
            ASSERT_EQ(last().body, body);
            ASSERT_EQ(answer.body, answer_body);
            ASSERT_TRUE(answer.has("x-fovea-way: pass"));
        }
    }
}

TEST_F(GatewayRoutes, AnAnswerInPiecesComesAsItComes) {  // D4
    std::binary_semaphore may_end{0};
    says([&](const TestRequest&, TestConnection& peer) {
        peer.send(
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ncontent-type: "
            "text/event-stream\r\n\r\n"
        );
        peer.send_chunk("data: one\n\n");
        may_end.acquire();
        peer.send_chunk("data: two\n\n");
        peer.send("0\r\n\r\n");
    });
    TestClient client(daemon_->port());
    const std::string body = R"({"model":"openai_chat/seer","stream":true})";
    client.send(
        head(
            "POST",
            "/v1/chat/completions",
            "content-length: " + std::to_string(body.size()) + "\r\n\r\n"
        ) +
        body
    );

    EXPECT_THAT(client.read_until("one\n\n\r\n"), HasSubstr("b\r\ndata: one"));
    may_end.release();
    EXPECT_THAT(client.read_until("0\r\n\r\n"), HasSubstr("data: two"));
}

TEST_F(GatewayRoutes, WhenTheClientLeavesTheServersCallEnds) {  // D4
    std::binary_semaphore begun{0};
    std::binary_semaphore ended{0};
    says([&](const TestRequest&, TestConnection& peer) {
        peer.send("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
        peer.send_chunk("data: one\n\n");
        begun.release();
        peer.wait_for_close();
        ended.release();
    });
    TestClient client(daemon_->port());
    const std::string body = R"({"model":"openai_chat/seer","stream":true})";
    client.send(
        head(
            "POST",
            "/v1/chat/completions",
            "content-length: " + std::to_string(body.size()) + "\r\n\r\n"
        ) +
        body
    );
    client.read_until("one");
    begun.acquire();

    client.close();

    ended.acquire();
}

TEST_F(GatewayRoutes, ErrorsOfTheServerAreThePrograms) {
    says([](const TestRequest&, TestConnection& peer) {
        peer.respond(429, "{\"error\":{\"message\":\"slowly\"}}", "retry-after: 70\r\n");
    });

    const auto answer = ask("POST", "/v1/messages", R"({"model":"anthropic/seer"})");

    EXPECT_EQ(answer.status, 429);
    EXPECT_EQ(answer.body, "{\"error\":{\"message\":\"slowly\"}}");
    EXPECT_TRUE(answer.has("retry-after: 70"));
    EXPECT_EQ(count(), 1u);  // who asks for so long a wait is not waited for here
}

TEST_F(GatewayRoutes, ABusyServerIsAskedAgainWithTheSameBytes) {  // R3
    const std::string body = R"({ "model":"anthropic/seer" , "x-unknown":1})";
    says([this](const TestRequest&, TestConnection& peer) {
        if (count() == 3) {
            peer.respond(200, "{\"ok\":1}");
        } else {
            peer.respond(count() == 1 ? 529 : 429, "{}", "retry-after-ms: 1\r\n");
        }
    });

    const auto answer =
        ask("POST", "/v1/messages", body, "application/json", "x-request-id: again-1\r\n");

    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body, "{\"ok\":1}");
    EXPECT_TRUE(answer.has("x-fovea-way: pass"));
    EXPECT_TRUE(answer.has("x-fovea-retries: 2"));
    EXPECT_EQ(last().body, R"({ "model":"seer" , "x-unknown":1})");
    const auto record = ask("GET", "/gateway/requests/again-1").json();
    EXPECT_EQ(record.at("retries").as_int64(), 2);
    EXPECT_EQ(record.at_pointer("/sent/requests").to_number<int>(), 3);
    EXPECT_EQ(record.at_pointer("/sent/bytes").to_number<std::size_t>(), 3 * last().body.size());
}

TEST_F(GatewayRoutes, WhoStaysBusyIsAskedThreeTimesAndHeard) {  // R3
    says([](const TestRequest&, TestConnection& peer) {
        peer.respond(503, "{\"their\":\"words\"}", "retry-after-ms: 1\r\n");
    });

    const auto answer = ask("POST", "/v1/chat/completions", R"({"model":"openai_chat/seer"})");

    EXPECT_EQ(answer.status, 503);
    EXPECT_EQ(answer.body, "{\"their\":\"words\"}");
    EXPECT_EQ(count(), 3u);
}

TEST_F(GatewayRoutes, AServerThatSaysNoIsNotAskedAgain) {  // R3
    says([](const TestRequest&, TestConnection& peer) {
        peer.respond(429, "{\"error\":{\"code\":\"insufficient_quota\"}}", "retry-after-ms: 1\r\n");
    });
    EXPECT_EQ(ask("POST", "/v1/responses", R"({"model":"openai_responses/seer"})").status, 429);
    EXPECT_EQ(count(), 1u);

    says([](const TestRequest&, TestConnection& peer) {
        peer.respond(500, "{}", "x-should-retry: false\r\n");
    });
    EXPECT_EQ(ask("POST", "/v1/messages", R"({"model":"anthropic/seer"})").status, 500);
    EXPECT_EQ(count(), 2u);
}

TEST_F(GatewayRoutes, AConnectionThatBreaksBeforeTheAnswerIsMadeAnew) {  // R3
    hangs_up_ = true;
    says([this](const TestRequest&, TestConnection& peer) {
        if (count() > 1) peer.respond(200, "{\"ok\":1}");
    });

    const auto answer = ask("POST", "/v1/messages", R"({"model":"anthropic/seer"})");

    EXPECT_EQ(answer.status, 200);
    EXPECT_TRUE(answer.has("x-fovea-retries: 1"));
}

TEST_F(GatewayRoutes, WhoeverLeavesWhileItIsWaitedIsAskedForNoMore) {  // R3
    std::binary_semaphore refused{0};
    says([&](const TestRequest& request, TestConnection& peer) {
        if (request.body.find("second") != std::string::npos) {
            peer.respond(200, "{}");
        } else {
            peer.respond(429, "{}", "retry-after: 1\r\n");
            refused.release();
        }
    });
    TestClient client(daemon_->port());
    const std::string body = R"({"model":"anthropic/seer"})";
    client.send(
        head("POST", "/v1/messages", "x-request-id: left-1\r\ncontent-length: 26\r\n\r\n") + body
    );
    refused.acquire();
    client.close();

    // It is over when it can be looked up; whatever would still be asked comes before the second.
    while (ask("GET", "/gateway/requests/left-1").status == 404) std::this_thread::yield();
    EXPECT_EQ(
        ask("GET", "/gateway/requests/left-1").json().at("error").as_string(), "the client left"
    );
    ask("POST", "/v1/messages", R"({"model":"anthropic/seer","second":1})");
    EXPECT_EQ(count(), 2u);
}

TEST_F(GatewayRoutes, WhoeverNamesNoKnownModelIsToldSo) {
    EXPECT_EQ(ask("POST", "/v1/messages", R"({"model":"nobody-knows"})").status, 404);
    EXPECT_EQ(ask("POST", "/v1/messages", R"({"messages":[]})").status, 400);
}

TEST_F(GatewayRoutes, TheRequestCanBeLookedUp) {
    const auto answer =
        ask("POST",
            "/v1/messages",
            R"({"model":"anthropic/seer"})",
            "application/json",
            "x-request-id: look-1\r\n");
    ASSERT_EQ(answer.status, 200);

    const auto record = ask("GET", "/gateway/requests/look-1").json();

    EXPECT_EQ(record.at("way").as_string(), "pass");
    EXPECT_EQ(record.at("model").as_string(), "anthropic/seer");
    EXPECT_EQ(ask("GET", "/gateway/requests/look-2").status, 404);
}

TEST_F(GatewayRoutes, WhatAsksForNoChanceIsAnsweredOnce) {  // D4
    loaded_.settings.gateway.cache = true;
    restart();
    const std::string cold = R"({"model":"anthropic/seer","temperature":0.0,"messages":[]})";
    const std::string warm = R"({"model":"anthropic/seer","temperature":0.5,"messages":[]})";

    const auto first = ask("POST", "/v1/messages", cold);
    const auto second = ask("POST", "/v1/messages", cold);
    EXPECT_EQ(count(), 1u);
    EXPECT_EQ(first.body, second.body);
    EXPECT_TRUE(second.has("x-fovea-way: cache"));

    ask("POST", "/v1/messages", warm);
    ask("POST", "/v1/messages", warm);
    EXPECT_EQ(count(), 3u);
}

TEST_F(GatewayRoutes, WhatIsConvertedIsAnsweredOnceToo) {  // D4
    loaded_.settings.gateway.cache = true;
    restart();
    says([](const TestRequest&, TestConnection& peer) {
        peer.respond(
            200,
            R"({"id":"1","object":"chat.completion","model":"seer","choices":[{"index":0,"finish_reason":"stop",)"
            R"("message":{"role":"assistant","content":"Hello."}}]})",
            "Content-Type: application/json\r\n"
        );
    });
    const std::string body =
        R"({"model":"openai_chat/seer","temperature":0,"max_tokens":9,"messages":[{"role":"user","content":"Hi"}]})";

    const auto first = send("/v1/messages", body);
    const auto second = send("/v1/messages", body);

    EXPECT_EQ(first.status, 200) << first.body;
    EXPECT_TRUE(first.has("x-fovea-way: turn"));
    EXPECT_EQ(count(), 1u);
    EXPECT_EQ(second.body, first.body);
    EXPECT_TRUE(second.has("x-fovea-way: cache")) << second.head;
    EXPECT_TRUE(second.has("x-fovea-model: openai_chat/seer")) << second.head;
    EXPECT_FALSE(second.has("x-fovea-way: turn")) << second.head;
}

TEST_F(GatewayRoutes, AStreamThatFailedOnItsWayIsNotGivenAgain) {  // D4
    loaded_.settings.gateway.cache = true;
    restart();
    says([](const TestRequest&, TestConnection& peer) {
        peer.respond(
            200,
            "event: message_start\ndata: {}\n\nevent: error\ndata: {\"type\":\"error\"}\n\n",
            "Content-Type: text/event-stream\r\n"
        );
    });
    const std::string body =
        R"({"model":"anthropic/seer","temperature":0,"stream":true,"messages":[]})";

    send("/v1/messages", body);
    send("/v1/messages", body);

    EXPECT_EQ(count(), 2u);
}

TEST_F(GatewayRoutes, WhoLeavesInTheMiddleHasSpentWhatWasTold) {  // D4
    std::binary_semaphore begun{0};
    says([&](const TestRequest&, TestConnection& peer) {
        peer.send(
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ncontent-type: "
            "text/event-stream\r\n\r\n"
        );
        peer.send_chunk(
            "event: message_start\ndata: {\"message\":{\"usage\":{\"input_tokens\":70}}}\n\n"
        );
        begun.release();
        peer.wait_for_close();
    });
    TestClient client(daemon_->port());
    const std::string body = R"({"model":"anthropic/seer","stream":true})";
    client.send(
        head("POST", "/v1/messages", "x-request-id: left-2\r\ncontent-length: ") +
        std::to_string(body.size()) + "\r\n\r\n" + body
    );
    client.read_until("70");
    begun.acquire();

    client.close();

    while (ask("GET", "/gateway/requests/left-2").status == 404) std::this_thread::yield();
    const auto usage = ask("GET", "/gateway/usage").json();
    EXPECT_EQ(usage.at_pointer("/usage/0/input_tokens").to_number<int>(), 70);
}

TEST_F(GatewayRoutes, OtherRoutesPassWhereTheyMay) {  // D4
    EXPECT_EQ(ask("GET", "/v1/files/f1?x=1").status, 404);
    loaded_.settings.gateway.pass_other = true;
    loaded_.settings.providers["openai"] = {
        .kind = "openai_responses", .base_url = server_.url("")};
    restart();

    EXPECT_EQ(ask("GET", "/v1/files/f1?x=1").status, 200);
    EXPECT_EQ(last().target, "/v1/files/f1?x=1");
    EXPECT_EQ(ask("POST", "/v1/embeddings", R"({"input":"a"})").status, 200);
    EXPECT_EQ(last().body, R"({"input":"a"})");
}

TEST_F(GatewayRoutes, BudgetsAreKept) {  // D4
    loaded_.settings.gateway.requests_per_minute = 1;
    restart();

    EXPECT_EQ(ask("POST", "/v1/messages", R"({"model":"anthropic/seer"})").status, 200);
    const auto second = ask("POST", "/v1/messages", R"({"model":"anthropic/seer"})");

    EXPECT_EQ(second.status, 429);
    EXPECT_TRUE(second.has("retry-after: "));
}

TEST_F(GatewayRoutes, ATokenHasItsOwnBudget) {  // D4
    auto book = TokenBook::open(folder_ / "data" / "serve").value();
    const auto one =
        book->add({.name = "one", .scopes = {Scope::Gateway}, .budget = {{}, 1}}).value();
    const auto any =
        book->add({.name = "any", .scopes = {Scope::Gateway}, .budget = {{}, 0}}).value();
    loaded_.settings.gateway.requests_per_minute = 2;
    restart();
    const auto statuses = [&](const std::string& token) {
        token_ = token;
        std::vector<int> all;
        for (int i = 0; i < 3; ++i) {
            all.push_back(ask("POST", "/v1/messages", R"({"model":"anthropic/seer"})").status);
        }
        return all;
    };

    EXPECT_EQ(statuses(token_), (std::vector<int>{200, 200, 429}));
    EXPECT_EQ(statuses(one), (std::vector<int>{200, 429, 429}));
    EXPECT_EQ(statuses(any), (std::vector<int>{200, 200, 200}));
}

}  // namespace
}  // namespace fovea::serve
