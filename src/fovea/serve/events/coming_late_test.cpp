// What somebody hears who comes while a reply is being written, and who watches the list of sessions.
#include "fovea/serve/test_daemon.hpp"

#include <atomic>
#include <semaphore>
#include <thread>

namespace fovea::serve {
namespace {

namespace json = boost::json;
using testing::HasSubstr;
using testing::Not;

class ComingLate : public DaemonTest {
protected:
    // A piece of a reply, as a model's server streams it.
    static std::string piece(const std::string& words, bool is_last = false) {
        const json::object chunk{
            {"id", "c"},
            {"object", "chat.completion.chunk"},
            {"created", 1},
            {"model", "seer"},
            {"choices",
             json::array{json::object{
                 {"index", 0},
                 {"delta", {{"role", "assistant"}, {"content", words}}},
                 {"finish_reason", is_last ? json::value("stop") : json::value(nullptr)}}}}};
        return "data: " + json::serialize(chunk) + "\n\n";
    }
    // The model says "one two " and, once it may go on, "three".
    void stop_in_the_middle() {
        server_ =
            std::make_unique<net::TestServer>([goes_on = goes_on_](net::TestConnection& peer) {
                while (auto request = peer.read_request()) {
                    peer.send(
                        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                        "Connection: close\r\n\r\n"
                    );
                    peer.send(piece("one ") + piece("two "));
                    goes_on->acquire();
                    peer.send(piece("three", true) + "data: [DONE]\n\n");
                    return;
                }
            });
        loaded_.settings.providers["mock"] = {
            .kind = "openai_chat", .base_url = server_->url("/v1")};
    }
    std::unique_ptr<TestClient> stream(const std::string& session) {
        auto client = std::make_unique<TestClient>(daemon_->port());
        client->send(head("GET", "/sessions/" + session + "/events?last_seq=0") + "\r\n");
        client->read_until("retry: 2000\n\n");
        return client;
    }

    // They outlive the test: the server may not have come to its end by then.
    const std::shared_ptr<std::counting_semaphore<>> goes_on_ =
        std::make_shared<std::counting_semaphore<>>(0);
};

TEST_F(ComingLate, WhoComesInMidReplyIsToldWhatWasWrittenSoFarAndThenTheRest) {  // D3
    stop_in_the_middle();
    const auto session = new_session();
    const auto first = stream(session);
    ask("POST", "/sessions/" + session + "/messages", R"({"message": "count"})");
    first->read_until("two \"");

    const auto late = stream(session);
    late->read_until("event: reply_so_far\n");
    const auto so_far = late->read_until("\n\n");
    goes_on_->release();
    const auto rest = late->read_until("event: message\n");
    late->read_until("event: result\n");
    const auto again = stream(session)->read_until("event: result\n");

    EXPECT_THAT(so_far, HasSubstr(R"("data":{"text":"one two ","thinking":""})"));
    EXPECT_THAT(rest, HasSubstr(R"("text":"three")"));
    EXPECT_THAT(rest, Not(HasSubstr("two ")));
    EXPECT_THAT(again, Not(HasSubstr("reply_so_far")));
}

class Watching : public ComingLate {
protected:
    // In the namespace, and watching.
    std::unique_ptr<TestClient> watch(const std::string& token) {
        auto socket = std::make_unique<TestClient>(daemon_->port());
        socket->send(
            "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: localhost:" +
            std::to_string(daemon_->port()) + "\r\nAuthorization: Bearer " + token +
            "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        write(*socket, "40/events,");
        socket->read_until("40/events,");
        write(*socket, R"(42/events,1["watch",{}])");
        EXPECT_THAT(socket->read_until("}]"), HasSubstr(R"(43/events,1[{"ok":true}])"));
        return socket;
    }
    static void write(TestClient& socket, std::string_view text) {
        std::string frame{'\x81', static_cast<char>(0x80u | text.size()), 0, 0, 0, 0};
        socket.send(frame.append(text));
    }
    // Until the next change is told: which session.
    static std::string next_change(TestClient& socket) {
        socket.read_until(R"(["session_changed",{"type":"session_changed","session_id":")");
        auto id = socket.read_until("\"");
        if (!id.empty()) id.pop_back();
        return id;
    }
    json::array turns(const std::string& session) {
        return ask("GET", "/sessions/" + session).json().at("turns").as_array();
    }
};

TEST_F(Watching, ChangesToSessionsAreToldAsTheyHappen) {  // D3
    stop_in_the_middle();
    const auto socket = watch(token_);

    const auto session = new_session();
    EXPECT_EQ(next_change(*socket), session);
    ask("PATCH", "/sessions/" + session, R"({"title": "Named"})");
    EXPECT_EQ(next_change(*socket), session);
    ask("POST", "/sessions/" + session + "/messages", R"({"message": "count"})");
    EXPECT_EQ(next_change(*socket), session);
    EXPECT_EQ(turns(session).size(), 1u);
    goes_on_->release();
    EXPECT_EQ(next_change(*socket), session);
    EXPECT_EQ(turns(session), json::array());  // once the end is told, however busy the machine is
    ask("DELETE", "/sessions/" + session);
    EXPECT_EQ(next_change(*socket), session);
}

TEST_F(Watching, NobodyHearsOfAnothersSessions) {  // D1, D3
    const auto book = TokenBook::open(folder_ / "data" / "serve").value();
    const auto guest = book->add({.name = "guest"}).value();
    const auto socket = watch(guest);
    const auto owner = watch(token_);

    const auto mine = new_session();
    EXPECT_EQ(next_change(*owner), mine);
    token_ = guest;
    const auto theirs = new_session();

    EXPECT_EQ(next_change(*socket), theirs);
    EXPECT_EQ(next_change(*owner), theirs);  // an admin sees all
}

}  // namespace
}  // namespace fovea::serve
