// Requests that stay in their dialect but for their pictures: what is not a picture reaches the server as it was sent, and the
// answer comes back as it was given.
#include "fovea/serve/gateway/test_gateway.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <map>
#include <semaphore>
#include <thread>
#include <vector>

namespace fovea::serve {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kOddAnswer =
    "{ \"id\":1 , \"x\":[1.50], \"usage\":{\"input_tokens\":3},"
    "\"content\":[{\"type\":\"server_tool\",\"y\":1}]}";

class ChangedRequests : public GatewayRoutes {
protected:
    // Around the base64 of a picture.
    struct Body {
        std::string before;
        std::string behind;
    };
    static Body body_of(const std::string& provider) {
        if (provider == "anthropic") {
            return {
                R"({"betas" :["x"],"model":"seer","messages":[{"role":"user","content":[{"type":"image","source":)"
                R"({"type":"base64","media_type":"image/jpeg","data":")",
                R"("}},{"type":"text","text":"What?","citations":null}]}],"max_tokens":10,"context_management":{"a":[1.50]}})"};
        }
        if (provider == "openai_chat") {
            return {
                R"({"model":"seer","messages":[{"role":"user","content":[{"type":"image_url","image_url":{"detail":"low",)"
                R"("url":"data:image/jpeg;base64,)",
                R"("}},{"type":"text","text":"What?"}]}], "chat_template_kwargs":{"a":true}})"};
        }
        if (provider == "openai_responses") {
            return {
                R"({"model":"seer","input":[{"role":"user","content":[{"detail":"low","type":"input_image",)"
                R"("image_url":"data:image/jpeg;base64,)",
                R"("},{"type":"input_text","text":"What?"}]}], "store":true,"include":["a"]})"};
        }
        return {
            R"({"model":"seer","messages":[{"role":"user","content":"What?","images":[")",
            R"("]}],"stream":false,"keep_alive":"5m","options":{"mirostat":2}})"};
    }

    void speak(const std::string& provider) {
        loaded_.settings.gateway.models = {{"seer", provider + "/seer"}};
        restart();
    }
};

TEST_F(ChangedRequests, ASmallerPictureTakesThePlaceOfOneThatIsTooLarge) {  // D4, M5
    loaded_.settings.models["seer"].max_image_px = 20;
    says([](const TestRequest&, TestConnection& peer) {
        peer.respond(200, kOddAnswer, "X-Theirs: 1\r\nContent-Type: application/json\r\n");
    });
    for (const auto& [path, provider] : kSpoken) {
        speak(provider);
        const auto [before, behind] = body_of(provider);
        const auto whole = base64(picture());

        const auto answer =
            send(path + "?beta=true", before + whole + behind, "x-beta: one,two\r\n");

        ASSERT_EQ(answer.status, 200) << provider << answer.body;
        EXPECT_EQ(answer.body, kOddAnswer) << provider;
        EXPECT_TRUE(answer.has("x-theirs: 1"));
        EXPECT_TRUE(answer.has("x-fovea-way: splice")) << answer.head;
        EXPECT_FALSE(answer.has("x-fovea-dropped"));
        EXPECT_TRUE(last().body.starts_with(before)) << last().body;
        EXPECT_TRUE(last().body.ends_with(behind)) << last().body;
        EXPECT_THAT(last().body, Not(HasSubstr(whole)));
        EXPECT_LT(last().body.size(), before.size() + whole.size() + behind.size());
        EXPECT_EQ(last().target, path + "?beta=true");
        EXPECT_EQ(net::find_header(last().headers, "x-beta"), "one,two");
        EXPECT_EQ(net::find_header(last().headers, "authorization"), std::nullopt);
    }
}

TEST_F(ChangedRequests, ARefusedPictureCostsOneRequestAndIsNeverSentAgain) {  // D4, P4
    const std::vector<std::pair<std::string, std::string>> refusals = {
        {"anthropic",
         R"({"type":"error","error":{"type":"invalid_request_error","message":"messages.0.content.0.image.source.base64.data: Could not process image"}})"},
        {"openai_chat",
         R"({"error":{"message":"Invalid image at messages[0].content[0].image_url","type":"invalid_request_error","param":"messages[0].content[0].image_url","code":"invalid_image"}})"},
        {"openai_responses",
         R"({"error":{"message":"The image data you provided does not represent a valid image.","type":"invalid_request_error","param":"input[0].content[0]","code":"invalid_image"}})"}};
    unsigned number = 7;
    for (const auto& [provider, refusal] : refusals) {
        speak(provider);
        const auto [before, behind] = body_of(provider);
        const auto bad = base64(picture(number++));  // of one server, here
        says([&](const TestRequest& request, TestConnection& peer) {
            const bool is_bad = request.body.find(bad) != std::string::npos;
            peer.respond(is_bad ? 400 : 200, is_bad ? refusal : kOddAnswer);
        });
        const auto path = provider == "anthropic"     ? "/v1/messages"
                          : provider == "openai_chat" ? "/v1/chat/completions"
                                                      : "/v1/responses";
        const auto already = count();

        const auto first = send(path, before + bad + behind);

        ASSERT_EQ(first.status, 200) << provider << first.body;
        EXPECT_EQ(first.body, kOddAnswer);
        EXPECT_EQ(count() - already, 2u) << provider;
        EXPECT_TRUE(first.has("x-fovea-healed: 1")) << first.head;
        EXPECT_THAT(last().body, HasSubstr("refused"));
        EXPECT_TRUE(last().body.ends_with(behind.substr(behind.find(",{\"type\"")))) << last().body;

        const auto second = send(path, before + bad + behind);

        EXPECT_EQ(second.body, kOddAnswer);
        EXPECT_EQ(count() - already, 3u) << provider;
    }
}

TEST_F(ChangedRequests, ErrorsOfTheServerAreThePrograms) {  // D4
    loaded_.settings.models["seer"].max_image_px = 20;
    for (const int status : {400, 401, 402, 403, 404, 413, 422, 429, 500, 529}) {
        says([status](const TestRequest&, TestConnection& peer) {
            peer.respond(
                status,
                "{ \"error\":{\"message\":\"not today\"} }",
                "retry-after: 7\r\nx-should-retry: false\r\n"
            );
        });
        speak("openai_chat");
        const auto [before, behind] = body_of("openai_chat");

        const auto same = send("/v1/chat/completions", before + base64(picture()) + behind);

        EXPECT_EQ(same.status, status) << same.body;
        EXPECT_EQ(same.body, "{ \"error\":{\"message\":\"not today\"} }");
        EXPECT_TRUE(same.has("retry-after: 7"));

        // The same to a program that speaks another dialect.
        const auto other = send(
            "/v1/messages",
            R"({"model":"seer","max_tokens":9,"messages":[{"role":"user","content":"Hi"}]})"
        );

        EXPECT_EQ(other.status, status) << other.body;
        EXPECT_EQ(other.json().at("type").as_string(), "error");
        EXPECT_THAT(other.body, HasSubstr("not today"));
        EXPECT_TRUE(status != 429 || other.has("retry-after: 7")) << other.head;
    }
}

TEST_F(ChangedRequests, AnAnswerThatBreaksOffBreaksOff) {  // D4
    loaded_.settings.models["seer"].max_image_px = 20;
    says([](const TestRequest&, TestConnection& peer) {
        peer.send(
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ncontent-type: "
            "text/event-stream\r\n\r\n"
        );
        peer.send_chunk("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"one\"}}]}\n\n");
    });
    hangs_up_ = true;
    speak("openai_chat");
    const auto [before, behind] = body_of("openai_chat");
    auto body = before + base64(picture()) + behind;
    body.insert(1, "\"stream\":true,");
    TestClient client(daemon_->port());
    client.send(
        head("POST", "/v1/chat/completions") + "content-length: " + std::to_string(body.size()) +
        "\r\n\r\n" + body
    );

    const auto all = client.read_all();

    EXPECT_THAT(all, HasSubstr("\"one\""));
    EXPECT_THAT(all, Not(HasSubstr("0\r\n\r\n")));
    EXPECT_EQ(count(), 1u);  // nobody asks again behind words that were passed on
}

// A text that hides a picture, as programs without a place for one send it.
TEST_F(ChangedRequests, APictureInTheMiddleOfATextStandsBehindItAndAllElseStays) {  // D4
    const auto hidden = base64(picture());
    const std::map<std::string, std::pair<std::string, std::string>> bodies = {
        {"anthropic",
         {R"({"betas" :["x"],"model":"seer","messages":[{"role":"user","content":"Look: )",
          R"( so."}],"max_tokens":10,"context_management":{"a":[1.50]}})"}},
        {"openai_chat",
         {R"({"chat_template_kwargs" :{"a":true},"model":"seer","messages":[{"role":"assistant","content":null,"x":1,"tool_calls":[)"
          R"({"id":"t","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"t","content":"Look: )",
          R"( so."}],"y":[1.50]})"}},
        {"openai_responses",
         {R"({"include" :["a"],"model":"seer","input":[{"role":"user","content":[{"type":"input_text","text":"Look: )",
          R"( so."}]}],"store":true})"}},
        {"ollama",
         {R"({"keep_alive" :"5m","model":"seer","messages":[{"role":"user","content":"Look: )",
          R"( so."}],"stream":false,"options":{"mirostat":2}})"}}};
    says([](const TestRequest&, TestConnection& peer) { peer.respond(200, kOddAnswer); });
    for (const auto& [path, provider] : kSpoken) {
        speak(provider);
        const auto& [before, behind] = bodies.at(provider);

        const auto answer = send(path, before + hidden + behind);

        ASSERT_EQ(answer.status, 200) << provider << answer.body;
        EXPECT_EQ(answer.body, kOddAnswer) << provider;
        EXPECT_TRUE(answer.has("x-fovea-way: splice")) << provider << answer.head;
        const auto sent = last().body;
        EXPECT_TRUE(sent.starts_with(before.substr(0, before.find("messages\"")))) << sent;
        const auto rest = behind.substr(behind.find("],\"") + 3);
        EXPECT_TRUE(sent.ends_with(rest)) << sent;
        EXPECT_THAT(sent, HasSubstr("Look: [image sha256:")) << provider;
        EXPECT_THAT(sent, HasSubstr("] so.")) << provider;
        EXPECT_THAT(sent, HasSubstr(hidden)) << provider;
        EXPECT_EQ(sent.find(hidden), sent.rfind(hidden)) << provider;
    }
}

// The model that describes pictures answers in Chat; all else is said by the model that is asked.
std::string described(const std::string& words) {
    return R"({"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":")" +
           words + R"("}}],"usage":{"prompt_tokens":1,"completion_tokens":1}})";
}

class BlindRequests : public ChangedRequests {
protected:
    void SetUp() override {
        ::setenv("FOVEA_CONSENT", "openai_chat", 1);
        loaded_.settings.vision.model = "openai_chat/looker";
        loaded_.settings.models["looker"] = {.vision = true};
        ChangedRequests::SetUp();
        loaded_.settings.models["seer"].vision = false;
    }
    void TearDown() override {
        ChangedRequests::TearDown();
        ::unsetenv("FOVEA_CONSENT");
    }
};

TEST_F(BlindRequests, AnswersOfABlindModelStayTheServersOwn) {  // D4, V2
    for (const auto& [path, provider] : kSpoken) {
        says([](const TestRequest& request, TestConnection& peer) {
            const bool is_ours = request.body.find("\"looker\"") != std::string::npos;
            if (!is_ours) {
                EXPECT_THAT(request.body, HasSubstr("\"analyze_image\""));
            }
            peer.respond(200, is_ours ? described("A red square.") : kOddAnswer);
        });
        speak(provider);
        const auto [before, behind] = body_of(provider);

        const auto answer = send(path, before + base64(picture()) + behind);

        ASSERT_EQ(answer.status, 200) << provider << answer.body;
        EXPECT_EQ(answer.body, kOddAnswer) << provider;
        EXPECT_TRUE(answer.has("x-fovea-way: splice")) << provider << answer.head;
        EXPECT_THAT(last().body, HasSubstr("A red square.")) << provider;
    }
}

// Programs at work on the same screen ask at the same time.
TEST_F(BlindRequests, ANewPictureIsDescribedOnceForAllWhoSendIt) {  // V1, V6
    std::atomic<int> looks = 0;
    says([&](const TestRequest& request, TestConnection& peer) {
        const bool is_ours = request.body.find("\"looker\"") != std::string::npos;
        looks += is_ours ? 1 : 0;
        peer.respond(200, is_ours ? described("A red square.") : kOddAnswer);
    });
    speak("openai_chat");
    const auto [before, behind] = body_of("openai_chat");
    const auto body = before + base64(picture()) + behind;
    std::vector<std::jthread> programs;
    std::array<TestAnswer, 6> answers;
    for (auto& answer : answers) {
        programs.emplace_back([&] { answer = send("/v1/chat/completions", body); });
    }

    programs.clear();

    for (const auto& answer : answers) EXPECT_EQ(answer.body, kOddAnswer) << answer.head;
    EXPECT_EQ(looks.load(), 1);
}

// A reply calls us beside its program: the program hears of its own call, and the server of both.
TEST_F(BlindRequests, ACallOfOursBesideTheProgramsIsPutBackIntoItsNextRequest) {  // V2
    const std::string arguments = R"("{\"images\":[\"sha256:)" + sha256(as_bytes(picture())).hex() +
                                  R"(\"],\"question\":\"Which colour?\"}")";
    says([&](const TestRequest& request, TestConnection& peer) {
        if (request.body.find("\"looker\"") != std::string::npos) {
            peer.respond(200, described("A red square."));
            return;
        }
        if (request.body.find("\"tool_call_id\":\"theirs\"") != std::string::npos) {
            peer.respond(200, kOddAnswer);
            return;
        }
        peer.respond(
            200,
            R"({"odd":[1.50],"choices":[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","content":null,)"
            R"("tool_calls":[{"id":"ours","type":"function","function":{"name":"analyze_image","arguments":)" +
                arguments +
                R"(}},{"id":"theirs","type":"function","function":{"name":"shot","arguments":"{}"}}]}}]})"
        );
    });
    speak("openai_chat");
    const auto [before, behind] = body_of("openai_chat");
    const auto asked = before + base64(picture()) + behind;
    const auto path = "/v1/chat/completions";

    const auto first = send(path, asked);

    EXPECT_EQ(
        first.body,
        R"({"odd":[1.50],"choices":[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","content":null,)"
        R"("tool_calls":[{"id":"theirs","type":"function","function":{"name":"shot","arguments":"{}"}}]}}]})"
    );

    const std::string said =
        R"(,{"role":"assistant","content":null,"odd":1,"tool_calls":[{"id":"theirs","type":"function","function":{"name":"shot","arguments":"{}"}}]})";
    auto again = asked;
    again.insert(
        again.find("}]}]") + 3, said + R"(,{"role":"tool","tool_call_id":"theirs","content":"ok"})"
    );

    const auto second = send(path, again);

    EXPECT_EQ(second.body, kOddAnswer) << again;
    EXPECT_TRUE(second.has("x-fovea-way: splice")) << second.head;
    const auto sent = last().body;
    EXPECT_THAT(sent, HasSubstr(R"( "chat_template_kwargs":{"a":true})"));
    EXPECT_THAT(
        sent,
        HasSubstr(
            R"("odd":1,"tool_calls":[{"id":"ours","type":"function","function":{"name":"analyze_image")"
        )
    );
    EXPECT_THAT(sent, HasSubstr(R"(,{"role":"tool","tool_call_id":"ours","content":"<vision)"));
}

// One that calls us for ever is told to answer, and then taken for what it said.
TEST_F(BlindRequests, AModelThatNeverStopsAskingComesToAnEnd) {  // V2
    const std::string call =
        R"({"choices":[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","content":null,)"
        R"("tool_calls":[{"id":"ours","type":"function","function":{"name":"analyze_image","arguments":"{}"}}]}}]})";
    says([&](const TestRequest& request, TestConnection& peer) {
        const bool is_ours = request.body.find("\"looker\"") != std::string::npos;
        peer.respond(200, is_ours ? described("A red square.") : call);
    });
    for (const std::string provider : {"openai_chat", "anthropic"}) {
        loaded_.settings.gateway.models = {{"seer", "openai_chat/seer"}};
        restart();
        const auto [before, behind] = body_of(provider);
        const auto already = count();

        const auto answer = send(
            provider == "anthropic" ? "/v1/messages" : "/v1/chat/completions",
            before + base64(picture()) + behind
        );

        EXPECT_EQ(answer.status, 200) << provider << answer.body;
        EXPECT_THAT(answer.body, Not(HasSubstr("analyze_image"))) << provider;
        EXPECT_LE(count() - already, 12u) << provider;
        EXPECT_THAT(last().body, HasSubstr("answer with what is known")) << provider;
    }
}

// Small servers number the calls of each reply anew: the program's may have the number that ours had.
TEST_F(BlindRequests, ACallOfTheProgramMayHaveTheNumberThatOursHad) {  // V2
    const auto call = [](const std::string& name, const std::string& arguments) {
        return R"({"message":{"role":"assistant","content":"","tool_calls":[{"id":"call_1","function":{"name":")" +
               name + R"(","arguments":)" + arguments + R"(}}]},"done":false})" + "\n" +
               R"({"message":{"role":"assistant","content":""},"done":true,"done_reason":"stop"})" +
               "\n";
    };
    const auto look = R"({"images":["sha256:)" + sha256(as_bytes(picture())).hex() +
                      R"("],"question":"Which colour?"})";
    says([&](const TestRequest& request, TestConnection& peer) {
        if (request.body.find("\"looker\"") != std::string::npos) {
            return static_cast<void>(peer.respond(200, described("A red square.")));
        }
        const bool has_looked = request.body.find("vision_proxy_analysis") != std::string::npos;
        peer.respond(
            200,
            has_looked ? call("shot", R"({"x":1})") : call("analyze_image", look),
            "Content-Type: application/x-ndjson\r\n"
        );
    });
    speak("ollama");
    const auto [before, behind] = body_of("openai_chat");
    auto body = before + base64(picture()) + behind;
    body.insert(1, R"("stream":true,"tools":[{"type":"function","function":{"name":"shot"}}],)");

    const auto answer = send("/v1/chat/completions", body);

    EXPECT_THAT(answer.body, HasSubstr(R"("name":"shot")")) << answer.body;
    EXPECT_THAT(answer.body, HasSubstr(R"({\"x\":1})")) << answer.body;
}

// What was said before lies with the server, which alone can go on with it.
TEST_F(ChangedRequests, AConversationThatLiesWithItsServerStaysWithIt) {  // D4
    loaded_.settings.models["seer"].max_image_px = 20;
    says([](const TestRequest&, TestConnection& peer) { peer.respond(200, kOddAnswer); });
    const auto [before, behind] = body_of("openai_responses");
    auto body = before + base64(picture()) + behind;
    body.insert(1, R"("previous_response_id":"resp_1",)");
    speak("openai_responses");

    const auto answer = send("/v1/responses", body);

    EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_TRUE(answer.has("x-fovea-way: splice")) << answer.head;
    EXPECT_TRUE(last().body.starts_with(R"({"previous_response_id":"resp_1",)")) << last().body;

    speak("anthropic");
    const auto other = send("/v1/responses", body);

    EXPECT_EQ(other.status, 400);
    EXPECT_THAT(other.body, HasSubstr("previous_response_id: conversations are not stored here"));
}

// A server may refuse a request by its length, before it heard all of it.
TEST_F(ChangedRequests, ARefusalThatComesEarlyIsHealedLikeAnother) {  // D4, P4
    std::atomic<bool> is_first = true;
    net::TestServer hasty([&](TestConnection& peer) {
        if (is_first.exchange(false)) {
            peer.read_head();
            peer.respond(413, "{}", "connection: close\r\n");
            peer.wait_for_close();
            return;
        }
        while (const auto request = peer.read_request()) peer.respond(200, kOddAnswer);
    });
    loaded_.settings.providers["openai_chat"].base_url = hasty.url("");
    speak("openai_chat");
    const auto [before, behind] = body_of("openai_chat");
    const auto image = base64(picture());
    const auto body = before + image + behind;
    TestClient client(daemon_->port());
    const auto half = before.size() + image.size() / 2;
    client.send(
        head("POST", "/v1/chat/completions", "x-request-id: early-1\r\n") +
        "content-length: " + std::to_string(body.size()) + "\r\n\r\n" + body.substr(0, half)
    );
    while (is_first) std::this_thread::yield();
    client.send(body.substr(half));

    const auto answer = read_answer(client);

    EXPECT_EQ(answer.status, 200) << answer.head << answer.body;
}

// The first words of an answer that is not over.
std::string first_words(const std::string& provider) {
    if (provider == "anthropic") {
        return "event: message_start\ndata: "
               "{\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"type\":\"message\","
               "\"role\":\"assistant\",\"content\":[],\"usage\":{\"input_tokens\":1,\"output_"
               "tokens\":1}}}\n\n"
               "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,"
               "\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n"
               "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,"
               "\"delta\":{\"type\":\"text_delta\",\"text\":\"word one\"}}\n\n";
    }
    if (provider == "openai_chat") {
        return "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"word one\"}}]}\n\n";
    }
    if (provider == "openai_responses") {
        return "event: response.output_text.delta\ndata: "
               "{\"type\":\"response.output_text.delta\",\"item_id\":\"m\","
               "\"output_index\":0,\"content_index\":0,\"delta\":\"word one\"}\n\n";
    }
    return "{\"message\":{\"role\":\"assistant\",\"content\":\"word one\"},\"done\":false}\n";
}

// Whichever way it goes and whatever it speaks, its server is left when its program leaves.
TEST_F(ChangedRequests, WhenTheClientLeavesTheServersCallEnds) {  // D4
    std::binary_semaphore begun{0};
    std::binary_semaphore ended{0};
    std::string words;
    says([&](const TestRequest&, TestConnection& peer) {
        peer.send(
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ncontent-type: "
            "text/event-stream\r\n\r\n"
        );
        peer.send_chunk(words);
        begun.release();
        peer.wait_for_close();
        ended.release();
    });
    for (const auto& [path, spoken] : kSpoken) {
        const auto [before, behind] = body_of(spoken);
        const std::string other = spoken == "openai_chat" ? "anthropic" : "openai_chat";
        for (const auto& [way, server] :
             {std::pair("pass", spoken), std::pair("splice", spoken), std::pair("turn", other)}) {
            loaded_.settings.models["seer"].max_image_px = way == std::string("splice") ? 20 : 8000;
            speak(server);
            words = first_words(server);
            auto body = before + base64(picture()) + behind;
            if (const auto at = body.find(",\"stream\":false"); at != body.npos) body.erase(at, 15);
            body.insert(1, "\"stream\":true,");
            TestClient client(daemon_->port());
            client.send(
                head("POST", path) + "content-length: " + std::to_string(body.size()) + "\r\n\r\n" +
                body
            );
            EXPECT_THAT(
                client.read_until("word one"), HasSubstr(std::string("x-fovea-way: ") + way)
            ) << spoken
              << " to " << server;
            begun.acquire();

            client.close();

            ended.acquire();
        }
    }
}

}  // namespace
}  // namespace fovea::serve
