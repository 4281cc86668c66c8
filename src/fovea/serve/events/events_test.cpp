#include "fovea/serve/events/websocket.hpp"
#include "fovea/serve/test_daemon.hpp"
#include "fovea/store/test_disk.hpp"

#include <atomic>
#include <optional>
#include <semaphore>
#include <thread>

namespace fovea::serve {
namespace {

namespace json = boost::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class Events : public DaemonTest {
protected:
    void say(const std::string& session, const json::object& body) {
        EXPECT_EQ(
            ask("POST", "/sessions/" + session + "/messages?wait=true", json::serialize(body))
                .status,
            200
        );
    }
    std::unique_ptr<TestClient> stream(const std::string& session, const std::string& more = {}) {
        auto client = std::make_unique<TestClient>(daemon_->port());
        client->send(head("GET", "/sessions/" + session + "/events" + more) + "\r\n");
        EXPECT_THAT(client->read_until("\r\n\r\n"), HasSubstr("content-type: text/event-stream"));
        client->read_until("retry: 2000\n\n");
        return client;
    }
    // One that is at work.
    std::string talking_session() {
        auto session = new_session();
        say(session, {{"message", "hello"}});
        return session;
    }
    // Appends that many pictures with so many bytes of base64, and tells who listens to it.
    void show(const std::string& session, std::size_t pictures, std::size_t bytes) {
        auto& hub = daemon_->desk().hub();
        for (std::size_t i = 0; i < pictures; ++i) {
            const Bytes picture(bytes / 4 * 3, static_cast<std::byte>(i));
            const auto entry = store::message_entry(
                {content::Role::User,
                 {content::ImageBlock{
                     .source = machine_->blobs().put(picture).value(),
                     .mime = "image/jpeg",
                     .size = {40, 30}}}},
                store::system_now()
            );
            hub.look(session, machine_->sessions().append(session, {&entry, 1}).value());
        }
    }
    // How many pictures there are, as they come, until there were as many as that.
    static std::vector<std::uint64_t> pictures_in(TestClient& client, std::size_t wanted) {
        std::vector<std::uint64_t> seqs;
        while (seqs.size() < wanted) {
            const auto event = client.read_until("\n\n");
            if (event.find("event: ") == event.npos) break;
            if (event.find("event: image\n") == event.npos) continue;
            seqs.push_back(std::strtoull(event.c_str() + 4, nullptr, 10));
        }
        return seqs;
    }

    // The types and numbers of what comes, up to a result.
    static std::vector<std::pair<std::string, std::uint64_t>> until_result(TestClient& client) {
        std::vector<std::pair<std::string, std::uint64_t>> all;
        for (;;) {
            const auto event = client.read_until("\n\n");
            const auto at = event.find("event: ");
            if (at == event.npos) return all;
            const auto type = event.substr(at + 7, event.find('\n', at) - at - 7);
            const auto seq =
                event.starts_with("id: ") ? std::strtoull(event.c_str() + 4, nullptr, 10) : 0;
            all.emplace_back(type, seq);
            if (type == "result") return all;
        }
    }
    static std::vector<std::string> types(
        const std::vector<std::pair<std::string, std::uint64_t>>& all
    ) {
        std::vector<std::string> types;
        for (const auto& each : all) {
            if (each.second > 0) types.push_back(each.first);
        }
        return types;
    }
};

TEST_F(Events, ComeInTheirOrderAsTheyHappen) {  // D3, DIG-18
    const auto session = new_session();
    const auto client = stream(session, "?last_seq=0");

    say(session, {{"message", "what?"}, {"images", {json::object{{"data", base64(picture())}}}}});
    const auto all = until_result(*client);

    EXPECT_THAT(types(all), ElementsAre("message", "image", "message", "result"));
    EXPECT_THAT(all, testing::Contains(std::pair<std::string, std::uint64_t>("text_delta", 0)));
    EXPECT_THAT(all, testing::Contains(std::pair<std::string, std::uint64_t>("progress", 0)));
    for (std::size_t i = 1; i < all.size(); ++i) {
        if (all[i].second > 0 && all[i - 1].second > 0) {
            EXPECT_GT(all[i].second, all[i - 1].second);
        }
    }
}

TEST_F(Events, APictureComesWithItsBytesAndALargeOneAsItsAddress) {  // DIG-18, DIG-17
    const auto session = new_session();
    const auto image = picture();
    say(session, {{"images", {json::object{{"data", base64(image)}}}}});

    const auto client = stream(session, "?last_seq=0");
    const auto text = client->read_until("event: result");

    EXPECT_THAT(text, HasSubstr("\"data\":\"" + base64(image) + "\""));
    EXPECT_THAT(text, HasSubstr("\"source\":\"user\""));
    EXPECT_THAT(text, HasSubstr("\"width\":40"));
    EXPECT_THAT(text, HasSubstr("\"url\":\"/sessions/" + session + "/images/"));
}

TEST_F(Events, WhoComesBackMissesNothingAndSeesNothingTwice) {  // D3
    const auto session = new_session();
    say(session, {{"message", "one"}});
    say(session, {{"message", "two"}});
    const auto whole = stream(session, "?last_seq=0");
    auto all = until_result(*whole);
    for (const auto& each : until_result(*whole)) all.push_back(each);
    ASSERT_THAT(
        types(all), ElementsAre("message", "message", "result", "message", "message", "result")
    );
    restart();

    for (std::size_t seen = 0; seen + 1 < all.size(); ++seen) {
        auto client = std::make_unique<TestClient>(daemon_->port());
        client->send(
            head(
                "GET",
                "/sessions/" + session + "/events",
                "Last-Event-ID: " + std::to_string(all[seen].second) + "\r\n"
            ) +
            "\r\n"
        );
        client->read_until("retry: 2000\n\n");
        std::vector<std::pair<std::string, std::uint64_t>> rest;
        while (rest.empty() || rest.back() != all.back()) {
            const auto more = until_result(*client);
            ASSERT_FALSE(more.empty());
            rest.insert(rest.end(), more.begin(), more.end());
        }
        EXPECT_EQ(
            rest, (decltype(rest)(all.begin() + static_cast<std::ptrdiff_t>(seen) + 1, all.end()))
        );
    }
}

TEST_F(Events, ALongSessionIsToldWholeAsFastAsItIsRead) {  // D3, D5
    const auto session = new_session();
    constexpr std::size_t kPictures = 30;  // together more than may wait for who reads too slowly
    for (std::size_t i = 0; i < kPictures; ++i) {
        Bytes bytes(600'000, static_cast<std::byte>(i));
        const auto entry = store::message_entry(
            {content::Role::User,
             {content::ImageBlock{
                 .source = machine_->blobs().put(bytes).value(),
                 .mime = "image/jpeg",
                 .size = {40, 30}}}},
            store::system_now()
        );
        ASSERT_TRUE(machine_->sessions().append(session, {&entry, 1}).ok());
    }

    const auto client = stream(session, "?last_seq=0");
    std::size_t told = 0;
    while (told < kPictures) {
        const auto event = client->read_until("\n\n");
        if (event.find("event: ") == event.npos) break;
        if (event.find("event: image\n") != event.npos) ++told;
    }
    say(session, {{"message", "and now?"}});

    EXPECT_EQ(told, kPictures);
    EXPECT_THAT(types(until_result(*client)), ElementsAre("message", "message", "result"));
}

TEST_F(Events, WhoReadsMoreSlowlyThanThereIsToTellIsToldAllOfItOnce) {  // D3, D5
    const auto session = talking_session();
    const auto slow = stream(session, "?last_seq=0");
    const auto quick = stream(session, "?last_seq=0");
    until_result(*slow);
    until_result(*quick);
    constexpr std::size_t kPictures = 60;

    std::jthread shows([&] { show(session, kPictures, 900'000); });
    const auto heard = pictures_in(*quick, kPictures);
    shows.join();
    const auto late = pictures_in(*slow, kPictures);

    EXPECT_EQ(heard.size(), kPictures);
    EXPECT_EQ(late, heard);
}

TEST_F(Events, WhoWaitsForATurnIsAnsweredAlsoWhenItsEndCannotBeStored) {  // D5
    const auto session = new_session();
    const auto listener = stream(session);
    std::optional<store::FullDisk> full;
    serve([&](const std::string& words) {
        full.emplace(0);
        return words;
    });

    const auto answer =
        ask("POST", "/sessions/" + session + "/messages?wait=true", R"({"message": "hello"})");
    full.reset();

    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.json().at("is_error"), true) << answer.body;
    EXPECT_EQ(answer.json().at("error").at("code"), "STORE_ERROR") << answer.body;
    const auto told = until_result(*listener);
    ASSERT_FALSE(told.empty());
    EXPECT_EQ(told.back(), (std::pair<std::string, std::uint64_t>("result", 0)));
}

TEST_F(Events, WhoAsksForTheHeadAloneIsGivenNoStream) {  // D2, D3
    TestClient client(daemon_->port());
    client.send(head("HEAD", "/sessions/" + new_session() + "/events?last_seq=0") + "\r\n");

    const auto answer = client.read_all();

    EXPECT_THAT(answer, HasSubstr("content-type: text/event-stream\r\n"));
    EXPECT_THAT(answer, testing::EndsWith("\r\n\r\n"));
}

TEST_F(Events, AStreamEndsWhenItsTokenIsRevoked) {  // D1
    const auto book = TokenBook::open(folder_ / "data/serve").value();
    const auto owner = std::exchange(token_, book->add({.name = "guest"}).value());
    const auto session = new_session();
    const auto theirs = stream(session);
    token_ = owner;
    const auto ours = stream(session);

    ASSERT_TRUE(book->revoke("guest").ok());

    EXPECT_THAT(theirs->read_all(), HasSubstr("event: dropped\ndata: {\"reason\":\"the token"));
    say(session, {{"message", "for one"}});
    EXPECT_THAT(types(until_result(*ours)), ElementsAre("message", "message", "result"));
}

TEST_F(Events, WhoListensToASessionThatIsDeletedIsToldAndWhoWaitsForItsTurnIsAnswered) {  // D2, D3
    // They outlive the test: the server may not have come to its end by then.
    const auto may_answer = std::make_shared<std::counting_semaphore<>>(0);
    const auto is_asked = std::make_shared<std::atomic<bool>>(false);
    serve([may_answer, is_asked](const std::string& words) {
        *is_asked = true;
        may_answer->acquire();
        return words;
    });
    const auto session = new_session();
    const auto listener = stream(session);
    TestClient waits(daemon_->port());
    const std::string body = R"({"message": "slow"})";
    waits.send(
        head(
            "POST",
            "/sessions/" + session + "/messages?wait=true",
            "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
                "\r\n"
        ) +
        "\r\n" + body
    );
    while (!*is_asked) std::this_thread::yield();

    EXPECT_EQ(ask("DELETE", "/sessions/" + session).status, 204);
    may_answer->release();

    EXPECT_THAT(listener->read_all(), HasSubstr("event: deleted\ndata: {\"type\":\"deleted\""));
    const auto answer = read_answer(waits);
    EXPECT_THAT(answer.status, testing::AnyOf(200, 409)) << answer.body;
    EXPECT_THAT(answer.body, HasSubstr("\"CANCELLED\""));
    EXPECT_EQ(ask("POST", "/sessions", R"({"session_id": ")" + session + "\"}").status, 201);
    EXPECT_EQ(ask("GET", "/sessions/" + session + "/turns").json().at("turns"), json::array());
}

// Engine.IO by hand: protocols.md 1.18.
class SocketIo : public Events {
protected:
    std::string engine(const std::string& more = {}) {
        return "/socket.io/?EIO=4&transport=polling" + more;
    }
    std::string open() {
        const auto answer = ask("GET", engine());
        EXPECT_EQ(answer.status, 200);
        EXPECT_THAT(answer.body, StartsWith("0{"));
        return std::string(json::parse(answer.body.substr(1)).at("sid").as_string());
    }
    TestAnswer poll(const std::string& sid) { return ask("GET", engine("&sid=" + sid)); }
    TestAnswer say_to(const std::string& sid, const std::string& packets) {
        return ask("POST", engine("&sid=" + sid), packets, "text/plain;charset=UTF-8");
    }
    std::string connect() {
        const auto sid = open();
        EXPECT_EQ(say_to(sid, "40/events,{\"token\":\"" + token_ + "\"}").body, "ok");
        EXPECT_THAT(poll(sid).body, StartsWith("40/events,{\"sid\":\""));
        return sid;
    }
    // A WebSocket from the beginning on, in the namespace and in the room.
    std::unique_ptr<TestClient> web_socket(const std::string& session) {
        auto socket = std::make_unique<TestClient>(daemon_->port());
        socket->send(
            head(
                "GET",
                "/socket.io/?EIO=4&transport=websocket",
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            ) +
            "\r\n"
        );
        write(*socket, "40/events,");
        socket->read_until("40/events,");
        write(*socket, "42/events,1[\"join\",{\"session_id\":\"" + session + "\"}]");
        EXPECT_THAT(socket->read_until("}]"), HasSubstr("43/events,1[{\"ok\":true"));
        return socket;
    }
    static void write(TestClient& socket, std::string_view text) {
        std::string frame{'\x81', static_cast<char>(0x80u | text.size()), 0, 0, 0, 0};
        socket.send(frame.append(text));
    }
    // The numbers of the pictures in what came, in their order.
    static std::vector<std::uint64_t> pictures_in(const std::string& heard) {
        constexpr std::string_view kImage = "42/events,[\"image\",";
        std::vector<std::uint64_t> seqs;
        for (auto at = heard.find(kImage); at != heard.npos; at = heard.find(kImage, at + 1)) {
            const auto seq = heard.find("\"seq\":", at);
            seqs.push_back(std::strtoull(heard.c_str() + seq + 6, nullptr, 10));
        }
        return seqs;
    }
    std::string poll_until(const std::string& sid, const std::string& text) {
        std::string all;
        while (all.find(text) == all.npos) {
            const auto answer = poll(sid);
            if (answer.status != 200) break;
            all += answer.body;
        }
        return all;
    }
};

TEST_F(SocketIo, TheHandshakeHasWhatClientsExpect) {  // D3
    const auto answer = ask("GET", engine());
    const auto about = json::parse(answer.body.substr(1)).as_object();

    EXPECT_EQ(about.size(), 5u);
    EXPECT_EQ(about.at("upgrades"), json::array{"websocket"});
    EXPECT_EQ(about.at("pingInterval"), 25000);
    EXPECT_EQ(about.at("maxPayload"), 1000000);
    const auto refused = [&](const std::string& path, const std::string& method = "GET") {
        return ask(method, path).json().at("code").to_number<int>();
    };
    EXPECT_EQ(refused("/socket.io/?EIO=4"), 0);
    EXPECT_EQ(refused("/socket.io/?EIO=4&transport=smoke"), 0);
    EXPECT_EQ(refused(engine("&sid=none")), 1);
    EXPECT_EQ(refused(engine(), "POST"), 2);
    EXPECT_EQ(refused("/socket.io/?EIO=4&transport=websocket"), 3);
    EXPECT_EQ(refused("/socket.io/?EIO=3&transport=polling"), 5);
}

TEST_F(SocketIo, AClientJoinsASessionAndHearsIt) {  // D3, DIG-17
    const auto session = new_session();
    const auto sid = connect();
    say_to(sid, "42/events,7[\"join\",{\"session_id\":\"" + session + "\",\"last_seq\":0}]");
    EXPECT_THAT(poll_until(sid, "43/events,7"), HasSubstr("43/events,7[{\"ok\":true"));

    say(session, {{"message", "hello"}});
    const auto heard = poll_until(sid, "[\"result\"");

    EXPECT_THAT(heard, HasSubstr("42/events,[\"text_delta\",{\"type\":\"text_delta\""));
    EXPECT_THAT(
        heard, HasSubstr("42/events,[\"message\",{\"type\":\"message\",\"session_id\":\"" + session)
    );
    EXPECT_THAT(heard, HasSubstr("You said: hello"));
}

TEST_F(SocketIo, WhatAClientAsksIsDoneInItsOrder) {  // D3, D5
    const auto session = new_session();
    const auto sid = connect();
    std::string asked;
    std::vector<std::string> numbers;
    for (int i = 0; i < 100; ++i) {
        numbers.push_back(std::to_string(i));
        const auto* const event = i % 2 == 0 ? "join" : "leave";
        asked += (i == 0 ? "" : "\x1e") + ("42/events," + numbers.back()) + "[\"" + event +
                 "\",{\"session_id\":\"" + session + "\"}]";
    }
    say_to(sid, asked);

    const auto heard = poll_until(sid, "43/events,99[");
    std::vector<std::string> acknowledged;
    for (auto at = heard.find("43/events,"); at != heard.npos;
         at = heard.find("43/events,", at + 1)) {
        acknowledged.push_back(heard.substr(at + 10, heard.find('[', at) - at - 10));
        // A join is acknowledged by its room: only that all leaves come in their order is certain.
    }
    std::erase_if(acknowledged, [](const std::string& number) {
        return std::stoi(number) % 2 == 0;
    });
    std::erase_if(numbers, [](const std::string& number) { return std::stoi(number) % 2 == 0; });

    EXPECT_EQ(acknowledged, numbers);
}

TEST_F(SocketIo, WhoHasNoTokenIsNotLetInAndNobodyJoinsAnothersSession) {  // D1, D3
    const auto mine = new_session();
    const auto sid = open();
    say_to(sid, "40/events,{\"token\":\"wrong\"}");
    EXPECT_THAT(poll(sid).body, HasSubstr("44/events,{\"message\":\"unauthorized\""));
    say_to(sid, "40/other");
    EXPECT_EQ(poll(sid).body, "44/other,{\"message\":\"Invalid namespace\"}");

    const auto book = TokenBook::open(folder_ / "data/serve").value();
    token_ = book->add({.name = "eve"}).value();
    const auto hers = connect();
    say_to(hers, "42/events,1[\"join\",{\"session_id\":\"" + mine + "\"}]");
    EXPECT_THAT(poll_until(hers, "43/"), HasSubstr("\"code\":\"FILE_NOT_FOUND\""));
}

TEST_F(SocketIo, WhoseTokenIsRevokedIsSentAway) {  // D1, D3
    const auto book = TokenBook::open(folder_ / "data/serve").value();
    token_ = book->add({.name = "eve"}).value();
    const auto hers = connect();

    ASSERT_TRUE(book->revoke("eve").ok());

    poll_until(hers, "a text that never comes");  // what there is, until it ends
    EXPECT_EQ(poll(hers).status, 400);
    const auto again = open();
    say_to(again, "40/events,{\"token\":\"" + token_ + "\"}");
    EXPECT_THAT(poll(again).body, HasSubstr("unauthorized"));
}

TEST_F(SocketIo, WhatIsNoPacketEndsTheConnection) {  // D3
    // The last promises bytes for a namespace that nobody let it into: they are not waited for.
    constexpr const char* kEarly = "451-/events,[\"a\",{\"_placeholder\":true,\"num\":0}]";
    for (const auto* const bad : {"x", "42{}", "42/events,[\"join\"]", "2", "4", kEarly}) {
        const auto sid = open();
        say_to(sid, bad);
        EXPECT_EQ(poll(sid).status, 400) << bad;
    }
    const auto sid = open();
    EXPECT_EQ(ask("POST", engine("&sid=" + sid), "x", "application/octet-stream").status, 400);
    const auto large = open();
    EXPECT_EQ(say_to(large, "4" + std::string(1'000'001, 'x')).status, 413);
    EXPECT_EQ(say_to(large, "3").status, 200);
}

TEST_F(SocketIo, WhoAsksForTheHeadAloneLosesNothing) {  // D3
    const auto sid = open();
    say_to(sid, "40/events,{\"token\":\"" + token_ + "\"}");

    EXPECT_EQ(ask("HEAD", engine("&sid=" + sid)).status, 400);
    EXPECT_THAT(poll(sid).body, StartsWith("40/events,"));
}

TEST_F(SocketIo, AnAnswerToAQuestionIsAYesOrANo) {  // D3, A2
    const auto session = new_session();
    const auto sid = connect();
    const auto answer = [&](const std::string& rest) {
        say_to(
            sid,
            "42/events,1[\"permission\",{\"session_id\":\"" + session + "\",\"id\":\"x\"" + rest +
                "}]"
        );
        return poll_until(sid, "43/events,1");
    };

    EXPECT_THAT(answer(""), HasSubstr("INVALID_INPUT"));
    EXPECT_THAT(answer(",\"allow\":\"yes\""), HasSubstr("INVALID_INPUT"));
    EXPECT_THAT(answer(",\"allow\":true"), HasSubstr("no call x waits for an answer"));
}

TEST_F(SocketIo, OfManyPingsTheLastIsAnswered) {  // D3, D5
    const auto session = new_session();
    const auto socket = web_socket(session);
    const auto ping = [](std::string_view words) {
        return std::string{'\x89', static_cast<char>(0x80u | words.size()), 0, 0, 0, 0}.append(words
        );
    };
    std::string many;
    for (int i = 0; i < 1000; ++i) many += ping("p");

    socket->send(many + ping("last"));

    EXPECT_THAT(socket->read_until("last"), testing::EndsWith(ws_frame(WsKind::Pong, "last")));
    write(*socket, "42/events,2[\"leave\",{\"session_id\":\"" + session + "\"}]");
    EXPECT_THAT(socket->read_until("}]"), HasSubstr("43/events,2[{\"ok\":true"));
}

TEST_F(SocketIo, AWebSocketTakesOverWithoutLosingAnything) {  // D3
    const auto session = new_session();
    const auto sid = connect();
    TestClient socket(daemon_->port());
    socket.send(
        head(
            "GET",
            "/socket.io/?EIO=4&transport=websocket&sid=" + sid,
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        ) +
        "\r\n"
    );
    EXPECT_THAT(socket.read_until("\r\n\r\n"), StartsWith("HTTP/1.1 101 "));
    write(socket, "2probe");
    EXPECT_EQ(socket.read(8), ws_frame(WsKind::Text, "3probe"));
    say_to(sid, "42/events,1[\"join\",{\"session_id\":\"" + session + "\"}]");
    write(socket, "5");
    EXPECT_THAT(socket.read_until("}]"), HasSubstr("43/events,1[{\"ok\":true"));
    EXPECT_EQ(poll(sid).status, 400);

    say(session, {{"message", "hello"}});
    EXPECT_THAT(socket.read_until("[\"result\""), HasSubstr("You said: hello"));
}

TEST_F(SocketIo, ASlowWebSocketIsToldAllOfItOnce) {  // D3, D5
    const auto session = talking_session();
    const auto slow = web_socket(session);
    const auto quick = stream(session, "?last_seq=0");
    constexpr std::size_t kPictures = 60;

    std::jthread shows([&] { show(session, kPictures, 900'000); });
    const auto expected = Events::pictures_in(*quick, kPictures);
    shows.join();
    say(session, {{"message", "and now?"}});

    EXPECT_EQ(expected.size(), kPictures);
    EXPECT_EQ(pictures_in(slow->read_until("[\"result\"")), expected);
}

TEST_F(SocketIo, WhoPollsSeldomIsToldAllOfItOnce) {  // D3, D5
    const auto session = talking_session();
    const auto sid = connect();
    say_to(sid, "42/events,1[\"join\",{\"session_id\":\"" + session + "\"}]");
    poll_until(sid, "43/events,1");
    const auto quick = stream(session, "?last_seq=0");
    constexpr std::size_t kPictures = 60;

    std::jthread shows([&] { show(session, kPictures, 900'000); });
    const auto expected = Events::pictures_in(*quick, kPictures);
    shows.join();
    say(session, {{"message", "and now?"}});

    EXPECT_EQ(expected.size(), kPictures);
    EXPECT_EQ(pictures_in(poll_until(sid, "[\"result\"")), expected);
}

}  // namespace
}  // namespace fovea::serve
