#include "fovea/serve/operations/openapi.hpp"
#include "fovea/serve/test_daemon.hpp"

namespace fovea::serve {
namespace {

using namespace std::chrono_literals;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

using DaemonHttp = DaemonTest;

TEST_F(DaemonHttp, TellsThatItIsAliveToEverybodyAndNothingElse) {  // D6
    token_ = "wrong";

    EXPECT_EQ(ask("GET", "/livez").status, 200);
    EXPECT_EQ(ask("GET", "/readyz").status, 200);
    EXPECT_EQ(ask("GET", "/healthz").json().at("status"), "ready");
    EXPECT_EQ(ask("GET", "/sessions").status, 401);
    EXPECT_EQ(ask("GET", "/metrics").status, 401);
}

TEST_F(DaemonHttp, KeepsAConnectionForManyRequestsInTheirOrder) {  // D2
    TestClient client(daemon_->port());
    const auto one = head("GET", "/livez", "X-Request-Id: one\r\n") + "\r\n";
    const auto two = head("GET", "/nothing", "X-Request-Id: two\r\n") + "\r\n";
    const auto three = head("GET", "/sessions", "X-Request-Id: three\r\n") + "\r\n";
    client.send(one + two + three);

    const auto first = read_answer(client);
    const auto second = read_answer(client);
    const auto third = read_answer(client);

    EXPECT_EQ(first.status, 200);
    EXPECT_TRUE(first.has("x-request-id: one"));
    EXPECT_EQ(second.status, 404);
    EXPECT_EQ(second.json().at("request_id"), "two");
    EXPECT_EQ(third.status, 200);
    EXPECT_TRUE(third.has("x-request-id: three"));
}

TEST_F(DaemonHttp, AnswersByTheBookToMethodsAndTypes) {  // D2
    const auto wrong = ask("PUT", "/sessions", "{}");
    EXPECT_EQ(wrong.status, 405);
    EXPECT_TRUE(wrong.has("allow: POST, GET, HEAD, OPTIONS"));
    const auto options = ask("OPTIONS", "/sessions");
    EXPECT_EQ(options.status, 204);
    EXPECT_TRUE(options.has("allow: "));
    EXPECT_EQ(ask("POST", "/sessions", "<a/>", "text/xml").status, 415);
    EXPECT_EQ(ask("POST", "/sessions", "{\"x\":1}").status, 400);
    EXPECT_EQ(ask("POST", "/sessions", "{").status, 400);
    const auto head = ask("HEAD", "/livez");
    EXPECT_EQ(head.status, 200);
    EXPECT_TRUE(head.has("content-length: 18"));
    EXPECT_TRUE(head.has("x-content-type-options: nosniff"));
}

TEST_F(DaemonHttp, RefusesWhatIsTooMuchOrAmbiguousAndLivesOn) {  // D2, D5
    EXPECT_THAT(
        raw("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: "
            "chunked\r\n\r\n0\r\n\r\nGET /sessions HTTP/1.1\r\n\r\n"),
        StartsWith("HTTP/1.1 400 ")
    );
    EXPECT_THAT(raw("GET /" + std::string(9000, 'x')), StartsWith("HTTP/1.1 414 "));
    std::string many = "GET / HTTP/1.1\r\nHost: x\r\n";
    for (int i = 0; i < 10'000; ++i) many += "A: b\r\n";
    EXPECT_THAT(raw(many + "\r\n"), StartsWith("HTTP/1.1 431 "));
    EXPECT_THAT(
        raw(head(
                "POST",
                "/sessions",
                "Content-Type: application/json\r\nContent-Length: 99999999999\r\n"
            ) +
            "\r\n"),
        StartsWith("HTTP/1.1 413 ")
    );
    EXPECT_THAT(raw("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"), StartsWith("HTTP/1.1 421 "));
    EXPECT_THAT(raw(std::string(100, '\0')), Not(HasSubstr("200 OK")));
    EXPECT_EQ(ask("GET", "/livez").status, 200);
}

TEST_F(DaemonHttp, RefusesAChunkThatIsTooLargeBeforeItComes) {  // D5
    TestClient client(daemon_->port());
    client.send(
        head(
            "POST", "/sessions", "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n"
        ) +
        "\r\nfffffff\r\n"
    );

    const auto answer = read_answer(client);

    EXPECT_EQ(answer.status, 413);
    EXPECT_EQ(answer.json().at("code"), "FILE_TOO_LARGE");
    EXPECT_TRUE(answer.has("connection: close"));
}

TEST_F(DaemonHttp, HoldsNoMoreOfAllBodiesThanThereIsRoomForAndStillHearsWords) {  // D5
    daemon_.reset();
    start(DaemonSettings{.body_memory = 100'000});
    const auto path = "/sessions/" + new_session() + "/messages";
    const auto said = R"({"message": ")" + std::string(150'000, 'x') + "\"}";

    const auto refused = ask("POST", path, said);
    const auto taken = ask("POST", path, R"({"message": "hello"})");

    EXPECT_EQ(refused.status, 503) << refused.body;
    EXPECT_TRUE(refused.has("retry-after: 1"));
    EXPECT_EQ(taken.status, 202);
    // What was refused is not counted any more.
    const auto fits = R"({"message": ")" + std::string(90'000, 'x') + "\"}";
    EXPECT_EQ(ask("POST", path, fits).status, 202);
}

TEST_F(DaemonHttp, AsksForABodyOnlyWhenItWantsIt) {  // D2
    const auto session = new_session();
    const std::string body = R"({"message": "hello"})";
    TestClient client(daemon_->port());
    client.send(
        head(
            "POST",
            "/sessions/" + session + "/messages",
            "Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: " +
                std::to_string(body.size()) + "\r\n"
        ) +
        "\r\n"
    );
    EXPECT_EQ(client.read_until("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
    client.send(body);
    EXPECT_EQ(read_answer(client).status, 202);

    TestClient other(daemon_->port());
    other.send(
        head(
            "POST",
            "/sessions/nothing/messages",
            "Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 20\r\n"
        ) +
        "\r\n"
    );
    EXPECT_EQ(read_answer(other).status, 404);
}

TEST_F(DaemonHttp, AnswersAllThatWasAskedBeforeSomebodySaidThatNoMoreComes) {  // D5
    std::string many;
    for (int i = 0; i < 100; ++i) many += head("GET", i % 2 == 0 ? "/livez" : "/readyz") + "\r\n";

    const auto answers = raw(many + "GET /cut");

    std::size_t count = 0;
    for (auto at = answers.find("HTTP/1.1 200 "); at != answers.npos; ++count) {
        at = answers.find("HTTP/1.1 200 ", at + 1);
    }
    EXPECT_EQ(count, 100u);
}

TEST_F(DaemonHttp, WhoSendsTheirHeadTooSlowlyIsSentAway) {  // D5
    daemon_.reset();
    start({.head = 20ms});
    TestClient client(daemon_->port());
    client.send("GET /livez HT");

    EXPECT_THAT(client.read_all(), StartsWith("HTTP/1.1 408 "));
}

TEST_F(DaemonHttp, ATokenInTheAddressBecomesACookie) {  // D1
    const auto token = std::exchange(token_, "");

    const auto answer = ask("GET", "/?token=" + token);

    EXPECT_EQ(answer.status, 303);
    EXPECT_TRUE(answer.has("location: /\r\n"));
    EXPECT_TRUE(
        answer.has("set-cookie: fovea_token=" + token + "; Path=/; HttpOnly; SameSite=Strict")
    );
    EXPECT_EQ(ask("GET", "/?token=wrong").status, 401);
    const auto page = ask("GET", "/");
    EXPECT_EQ(page.status, 200);
    EXPECT_TRUE(page.has("content-security-policy: default-src 'none'; script-src 'self'"));
    EXPECT_THAT(daemon_->ready_url(), EndsWith("/?token=" + token));
    const auto by_cookie = ask("GET", "/sessions", "", "", "Cookie: fovea_token=" + token + "\r\n");
    EXPECT_EQ(by_cookie.status, 200);
}

TEST_F(DaemonHttp, ItsDescriptionIsTrueToTheRoutes) {  // D6
    EXPECT_THAT(openapi_gaps(daemon_->router()), IsEmpty());
    const auto document = ask("GET", "/openapi.json").json();
    EXPECT_EQ(document.at("openapi"), "3.1.0");
    EXPECT_TRUE(document.at("paths").as_object().contains("/sessions/{sid}/messages"));
}

TEST_F(DaemonHttp, CountsWhatItAnswers) {  // D6
    ask("GET", "/livez");
    ask("GET", "/what");

    const auto text = ask("GET", "/metrics").body;

    EXPECT_THAT(
        text,
        HasSubstr("fovea_http_requests_total{code=\"200\",method=\"GET\",route=\"/livez\"} 1\n")
    );
    EXPECT_THAT(
        text, HasSubstr("fovea_http_requests_total{code=\"404\",method=\"GET\",route=\"none\"} 1\n")
    );
    EXPECT_THAT(text, HasSubstr("le=\"+Inf\"} 1\n"));
    for (const auto* const family :
         {"process_resident_memory_bytes",
          "process_virtual_memory_bytes",
          "process_open_fds",
          "process_max_fds",
          "process_start_time_seconds"}) {
        EXPECT_THAT(text, HasSubstr(std::string("# TYPE ") + family + " gauge\n"));
    }
}

TEST_F(DaemonHttp, CountsWhatIsStored) {  // D6
    const auto stored = machine_->blobs().put(as_bytes("fifteen letters"));
    ASSERT_TRUE(stored.ok());

    std::string text;
    do text = ask("GET", "/metrics").body;
    while (text.find("fovea_store_bytes") == text.npos);

    EXPECT_THAT(text, HasSubstr("# TYPE fovea_store_bytes gauge\nfovea_store_bytes 15\n"));
}

}  // namespace
}  // namespace fovea::serve
