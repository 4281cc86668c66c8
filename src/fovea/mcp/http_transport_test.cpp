// Servers over HTTP that do what a test's script says.
#include "fovea/mcp/http_transport.hpp"

#include "fovea/mcp/client.hpp"
#include "fovea/net/http/client.hpp"
#include "fovea/net/test_server.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <deque>
#include <mutex>
#include <string>

namespace fovea::mcp {
namespace {

using namespace std::chrono_literals;
namespace json = boost::json;

const std::string kJson = "Content-Type: application/json\r\n";
const std::string kEvents = "Content-Type: text/event-stream\r\nConnection: close\r\n";

// Greets, takes notifications, has no stream for what comes unasked, and leaves calls to the script.
class HttpScript {
public:
    using Answer = std::function<void(net::TestConnection&, const net::TestRequest&)>;

    explicit HttpScript(Answer answer)
        : answer_(std::move(answer)), server_([this](net::TestConnection& peer) { serve(peer); }) {}

    Result<std::unique_ptr<Client>, Failure> connect() {
        return Client::connect(
            std::make_unique<HttpTransport>(
                http_,
                HttpTransportSettings{
                    .url = server_.url("/mcp"),
                    .headers = {{"X-Key", "k"}, {"Accept", "mine"}},
                    .default_retry = 1ms}
            ),
            {},
            {}
        );
    }

    // "POST tools/call", "GET", "DELETE", with the session's id behind.
    std::vector<std::string> seen() {
        const std::lock_guard lock(mutex_);
        return seen_;
    }

private:
    void serve(net::TestConnection& peer) {
        while (const auto request = peer.read_request()) {
            json::error_code broken;
            const auto body = json::parse(request->body, broken);
            const auto method = broken ? std::string() : std::string(body.at("method").as_string());
            {
                const std::lock_guard lock(mutex_);
                const auto id = net::find_header(request->headers, "mcp-session-id").value_or("-");
                seen_.push_back(request->method + " " + method + " " + std::string(id));
            }
            const bool resumes = net::find_header(request->headers, "last-event-id").has_value();
            if (method == "initialize") {
                peer.respond(
                    200,
                    R"({"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}}}})",
                    kJson + "Mcp-Session-Id: s1\r\n"
                );
            } else if (method.starts_with("notifications/")) {
                peer.respond(202, "");
            } else if (request->method == "GET" && !resumes) {
                peer.respond(405, "");
            } else if (request->method == "DELETE") {
                peer.respond(200, "");
            } else {
                answer_(peer, *request);
                if (method.empty() || request->method == "POST") return;  // closes
            }
        }
    }

    Answer answer_;
    std::mutex mutex_;
    std::vector<std::string> seen_;
    net::HttpClient http_{{.reach = net::Reach::LoopbackOnly}};
    net::TestServer server_;
};

std::string result(const std::string& words) {
    return R"({"jsonrpc":"2.0","id":2,"result":{"content":")" + words + "\"}}";
}

Result<json::object, Failure> call(HttpScript& script) {
    auto client = script.connect();
    EXPECT_TRUE(client.ok());
    return client.value()->call_tool("t", {}, {}, {});
}

TEST(HttpTransport, TheSessionGoesWithEveryRequestAndIsEnded) {  // A3
    HttpScript script([](auto& peer, const auto& request) {
        EXPECT_EQ(net::find_header(request.headers, "mcp-protocol-version"), "2025-06-18");
        EXPECT_EQ(net::find_header(request.headers, "x-key"), "k");
        EXPECT_EQ(
            net::find_header(request.headers, "accept"), "application/json, text/event-stream"
        );
        peer.respond(200, result("yes"), kJson);
    });
    EXPECT_EQ(call(script).value().at("content"), "yes");
    const auto seen = script.seen();
    EXPECT_EQ(seen.front(), "POST initialize -");
    EXPECT_EQ(seen.at(1), "POST notifications/initialized s1");
    EXPECT_EQ(seen.back(), "DELETE  s1");
}

TEST(HttpTransport, ACutStreamIsTakenUpWhereItEnded) {  // A3
    HttpScript script([](auto& peer, const auto& request) {
        if (request.method == "POST") {
            peer.send("HTTP/1.1 200 OK\r\n" + kEvents + "\r\nid: e7\nretry: 1\ndata:\n\n");
            return;
        }
        EXPECT_EQ(net::find_header(request.headers, "last-event-id"), "e7");
        peer.respond(200, "id: e8\ndata: " + result("later") + "\n\n", kEvents);
    });
    EXPECT_EQ(call(script).value().at("content"), "later");
}

TEST(HttpTransport, ACutStreamThatCannotBeTakenUpIsAFailure) {
    HttpScript script([](auto& peer, const auto&) {
        peer.send("HTTP/1.1 200 OK\r\n" + kEvents + "\r\ndata: {\"method\":\"x\"}\n\n");
    });
    EXPECT_EQ(call(script).error().message, "its answer ended before the result");
}

TEST(HttpTransport, AServerThatCutsForeverIsLeft) {
    HttpScript script([](auto& peer, const auto&) {
        peer.send("HTTP/1.1 200 OK\r\n" + kEvents + "\r\nid: e\nretry: 0\ndata:\n\n");
    });
    EXPECT_EQ(call(script).error().kind, Failure::Kind::Broken);
}

TEST(HttpTransport, TextsCutInsideACharacterArrive) {  // A3
    HttpScript json_body([](auto& peer, const auto&) {
        peer.respond(200, result("half \\ud83d"), kJson);
    });
    EXPECT_EQ(call(json_body).value().at("content"), "half �");
    HttpScript events([](auto& peer, const auto&) {
        peer.respond(200, "data: " + result("caf\xE9") + "\n\n", kEvents);
    });
    EXPECT_EQ(call(events).value().at("content"), "caf�");
}

TEST(HttpTransport, AnAnswerThatIsNotJsonFailsTheCallAtOnce) {  // A3
    const std::string broken = R"({"jsonrpc":"2.0","id":2,"result":NaN})";
    HttpScript json_body([&](auto& peer, const auto&) { peer.respond(200, broken, kJson); });
    EXPECT_EQ(call(json_body).error().message, "its answer is not JSON: " + broken);
    HttpScript nonsense([](auto& peer, const auto&) { peer.respond(200, "{oops", kJson); });
    EXPECT_EQ(call(nonsense).error().message, "it sent something that is not a message: {oops");
    // The stream stays open: nothing but the broken answer says that no other will come.
    HttpScript events([&](auto& peer, const auto&) {
        peer.send("HTTP/1.1 200 OK\r\n" + kEvents + "\r\ndata: " + broken + "\n\n");
        peer.wait_for_close();
    });
    EXPECT_EQ(call(events).error().message, "its answer is not JSON: " + broken);
}

TEST(HttpTransport, AnAnswerThatIsTooLargeSaysHowLargeItIs) {  // A3
    const auto large = result(std::string(60u << 20, 'x'));
    HttpScript json_body([&](auto& peer, const auto&) { peer.respond(200, large, kJson); });
    EXPECT_EQ(
        call(json_body).error().message,
        "its answer is too large: 60.0 MiB (" + std::to_string(large.size()) +
            " bytes), the limit is 48.0 MiB"
    );
    HttpScript events([&](auto& peer, const auto&) {
        peer.respond(200, "data: " + large + "\n\n", kEvents);
    });
    EXPECT_TRUE(call(events).error().message.starts_with("its answer is too large: 60.0 MiB ("));
}

TEST(HttpTransport, AForgottenSessionIsToldApart) {
    HttpScript script([](auto& peer, const auto&) { peer.respond(404, ""); });
    EXPECT_EQ(call(script).error().kind, Failure::Kind::SessionLost);
}

TEST(HttpTransport, ASessionForgottenInTheMiddleIsNotCalledAgain) {
    HttpScript script([](auto& peer, const auto& request) {
        if (request.method == "GET") return static_cast<void>(peer.respond(404, ""));
        peer.send("HTTP/1.1 200 OK\r\n" + kEvents + "\r\nid: e7\ndata:\n\n");
    });
    EXPECT_EQ(call(script).error().kind, Failure::Kind::Gone);
}

TEST(HttpTransport, RefusalsCarryTheWordsOfTheServer) {
    HttpScript script([](auto& peer, const auto&) {
        peer.respond(
            400, R"({"id":null,"error":{"code":-32000,"message":"bad \u001bday"}})", kJson
        );
    });
    EXPECT_EQ(
        call(script).error(),
        (Failure{Failure::Kind::Refused, "it answered with HTTP 400: bad day", -32000})
    );
    HttpScript closed([](auto& peer, const auto&) { peer.respond(401, "<html>"); });
    EXPECT_EQ(
        call(closed).error().message,
        "it answered with HTTP 401; check the headers in its configuration"
    );
}

TEST(HttpTransport, AnswersToOtherRequestsAreNone) {
    HttpScript script([](auto& peer, const auto&) {
        peer.respond(200, R"({"jsonrpc":"2.0","id":99,"result":{}})", kJson);
    });
    EXPECT_EQ(call(script).error().kind, Failure::Kind::Broken);
    HttpScript page([](auto& peer, const auto&) {
        peer.respond(200, "<html>", "Content-Type: text/html\r\n");
    });
    EXPECT_EQ(
        call(page).error(),
        (Failure{
            Failure::Kind::Broken,
            "it answered with \"text/html\" instead of JSON or an event stream; check its url"})
    );
}

}  // namespace
}  // namespace fovea::mcp
