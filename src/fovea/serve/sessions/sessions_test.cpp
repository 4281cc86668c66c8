#include "fovea/host/turn_queue.hpp"
#include "fovea/serve/test_daemon.hpp"
#include "fovea/store/test_disk.hpp"

#include <atomic>
#include <optional>
#include <semaphore>
#include <thread>

namespace fovea::serve {
namespace {

namespace json = boost::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

class Sessions : public DaemonTest {
protected:
    static std::string form(const std::vector<std::pair<std::string, std::string>>& parts) {
        std::string body;
        for (const auto& [disposition, content] : parts) {
            body += "--XYZ\r\nContent-Disposition: form-data; " + disposition + "\r\n\r\n" +
                    content + "\r\n";
        }
        return body + "--XYZ--\r\n";
    }
    TestAnswer post_form(const std::string& session, const std::string& body, bool wait = true) {
        return ask("POST", messages(session, wait), body, "multipart/form-data; boundary=XYZ");
    }
    TestAnswer post(const std::string& session, const json::object& body, bool wait = true) {
        return ask("POST", messages(session, wait), json::serialize(body));
    }
    static std::string messages(const std::string& session, bool wait) {
        return "/sessions/" + session + "/messages" + (wait ? "?wait=true" : "");
    }
    json::value history(const std::string& session) {
        return ask("GET", "/sessions/" + session + "/history").json();
    }
    std::size_t stored_blobs() { return machine_->blobs().list().value().size(); }
};

TEST_F(Sessions, AreMadeListedLookedAtAndDeleted) {  // D2
    const auto one = new_session();
    const auto named = ask("POST", "/sessions", R"({"session_id": "mine"})");
    EXPECT_EQ(named.status, 201);
    EXPECT_TRUE(named.has("location: /sessions/mine"));

    EXPECT_THAT(ask("GET", "/sessions").json().at("sessions").as_array(), SizeIs(2));
    const auto page = ask("GET", "/sessions?limit=1").json();
    ASSERT_THAT(page.at("sessions").as_array(), SizeIs(1));
    const std::string next(page.at("next").as_string());
    EXPECT_THAT(ask("GET", "/sessions?limit=1&after=" + next).json().at("next"), json::value());
    EXPECT_EQ(ask("GET", "/sessions/" + one).json().at("session_id"), json::value(one));
    EXPECT_EQ(ask("POST", "/sessions", R"({"session_id": "mine"})").status, 400);
    EXPECT_EQ(ask("POST", "/sessions", R"({"session_id": "../x"})").status, 400);
    EXPECT_EQ(ask("POST", "/sessions", R"({"model": "no/such"})").status, 400);
    EXPECT_EQ(ask("DELETE", "/sessions/mine").status, 204);
    EXPECT_EQ(ask("GET", "/sessions/mine").status, 404);
    EXPECT_EQ(ask("DELETE", "/sessions/mine").status, 404);
}

TEST_F(Sessions, APictureIsUploadedByMultipartAndAnswered) {  // DIG-5, DIG-19, DIG-20
    const auto session = new_session();
    const auto image = picture();

    const auto answer = post_form(
        session,
        form(
            {{"name=\"message\"", "what is this?"},
             {"name=\"images[]\"; filename=\"shot one.jpg\"\r\nContent-Type: image/png", image},
             {"name=\"workspace\"", (folder_ / "work").string()}}
        )
    );

    ASSERT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.json().at("result"), "You said: what is this?");
    const auto said = history(session);
    EXPECT_THAT(json::serialize(said), Not(HasSubstr(base64(image).substr(0, 100))));
    const auto& content = said.at("messages").at(0).at("content");
    EXPECT_EQ(content.at(0).at("type"), "image_ref");
    EXPECT_EQ(content.at(0).at("mime"), "image/jpeg");
    EXPECT_EQ(content.at(0).at("filename"), "shot one.jpg");
    EXPECT_EQ(content.at(0).at("width"), 40);
    EXPECT_EQ(content.at(1).at("text"), "what is this?");
    EXPECT_EQ(said.at("messages").at(1).at("role"), "assistant");
    const std::string id(content.at(0).at("image_id").as_string());
    const auto bytes = ask("GET", "/sessions/" + session + "/images/" + id);
    EXPECT_EQ(bytes.status, 200);
    EXPECT_EQ(bytes.body, image);
    EXPECT_TRUE(bytes.has("content-type: image/jpeg"));
    EXPECT_TRUE(bytes.has("etag: \"sha256-" + id + "\""));
    EXPECT_EQ(
        ask("GET",
            "/sessions/" + session + "/images/" + id,
            "",
            "",
            "If-None-Match: \"sha256-" + id + "\"\r\n")
            .status,
        304
    );
    EXPECT_EQ(
        ask("GET", "/sessions/" + session + "/images/" + id, "", "", "Range: bytes=0-1\r\n").body,
        image.substr(0, 2)
    );
    const auto thumb = ask("GET", "/sessions/" + session + "/images/" + id + "?variant=thumb");
    EXPECT_EQ(thumb.status, 200) << thumb.body;
    EXPECT_EQ(ask("GET", "/sessions/" + session + "/images/" + id + "?variant=x").status, 400);
    EXPECT_EQ(ask("GET", "/sessions/" + session + "/images/" + std::string(64, '0')).status, 404);
}

TEST_F(Sessions, APictureIsUploadedAsJsonInEachOfItsForms) {  // DIG-6
    const auto session = new_session();
    const auto answer = post(
        session,
        {{"message", "and these?"},
         {"images",
          {json::object{
               {"data", base64(picture(1))}, {"mime", "image/png"}, {"name", "/a/b/one.jpg"}},
           json::object{{"data", "data:image/jpeg;base64," + base64(picture(2))}},
           "data:image/jpeg;base64," + base64(picture(3))}}}
    );

    ASSERT_EQ(answer.status, 200) << answer.body;
    const auto said = history(session);
    const auto& content = said.at("messages").at(0).at("content");
    ASSERT_THAT(content.as_array(), SizeIs(4));
    EXPECT_EQ(content.at(0).at("filename"), "one.jpg");
    EXPECT_EQ(content.at(2).at("width"), 43);
    const std::string id(content.at(1).at("image_id").as_string());
    const auto again = post(session, {{"images", {json::object{{"image_id", id.substr(0, 12)}}}}});
    EXPECT_EQ(again.status, 200) << again.body;
    const auto images = ask("GET", "/sessions/" + session + "/images").json();
    EXPECT_THAT(images.at("images").as_array(), SizeIs(3));
    EXPECT_EQ(images.at("images").at(0).at("state"), "pixels");
}

TEST_F(Sessions, WhatIsOverALimitIsToldWithTheNumberAllowed) {  // DIG-7, D5
    daemon_.reset();
    loaded_.settings.images.max_per_message = 2;
    loaded_.settings.images.max_size_bytes = 5000;
    loaded_.settings.images.max_per_session = 3;
    start();
    const auto session = new_session();
    const auto image = [](unsigned n) { return json::object{{"data", base64(picture(n))}}; };

    const auto many = post(session, {{"images", {image(1), image(2), image(3)}}});
    EXPECT_EQ(many.status, 422);
    EXPECT_EQ(many.json().at("code"), "LIMIT_EXCEEDED");
    EXPECT_THAT(many.body, HasSubstr("2 images at most"));
    const auto large =
        post(session, {{"images", {json::object{{"data", base64(std::string(6000, 'x'))}}}}});
    EXPECT_EQ(large.status, 413);
    EXPECT_EQ(large.json().at("code"), "FILE_TOO_LARGE");
    EXPECT_THAT(large.body, HasSubstr("5000"));
    const auto part = form({{"name=\"images[]\"; filename=\"a\"", std::string(6000, 'x')}});
    EXPECT_EQ(post_form(session, part).status, 413);
    EXPECT_THAT(stored_blobs(), 0u);
    EXPECT_EQ(post(session, {{"images", {image(1), image(2)}}}).status, 200);
    const auto full = post(session, {{"images", {image(3), image(4)}}});
    EXPECT_EQ(full.status, 422);
    EXPECT_THAT(full.body, HasSubstr("3"));
}

TEST_F(Sessions, OfWhatIsRefusedNothingStays) {  // DIG-5, D2
    const auto session = new_session();
    const auto text =
        form({{"name=\"images[]\"; filename=\"a.png\"", "this is no picture at all"}});
    const auto refused = post_form(session, text);
    EXPECT_EQ(refused.status, 422) << refused.body;
    EXPECT_EQ(refused.json().at("code"), "UNSUPPORTED_FILE_TYPE");

    const auto cut = form({{"name=\"images[]\"; filename=\"a.png\"", picture()}});
    EXPECT_EQ(post_form(session, cut.substr(0, cut.size() - 20)).status, 400);
    EXPECT_EQ(ask("POST", messages(session, true), cut, "multipart/form-data").status, 400);
    EXPECT_EQ(post_form(session, form({{"name=\"other\"", "x"}})).status, 400);
    const auto empty =
        ask("POST",
            messages(session, true),
            "",
            "",
            "Content-Type: multipart/form-data; boundary=XYZ\r\n");
    EXPECT_THAT(empty.body, HasSubstr("the multipart body is empty"));
    EXPECT_THAT(
        ask("POST", messages(session, true), "{").body,
        HasSubstr("the body must be valid JSON: incomplete")
    );
    EXPECT_EQ(post_form(session, form({{"name=\"message\"", " "}})).status, 400);
    // Together they are longer than a message may be, each alone is not.
    const std::string half(600 << 10, 'x');
    EXPECT_EQ(
        post_form(session, form({{"name=\"message\"", half}, {"name=\"message\"", half}})).status,
        413
    );
    EXPECT_EQ(post(session, {{"message", 3}}).status, 400);
    EXPECT_EQ(post(session, {{"images", {json::object{{"data", "%%%"}}}}}).status, 400);
    EXPECT_EQ(
        post(session, {{"images", {json::object{{"url", "https://127.0.0.1/a.png"}}}}}).status, 422
    );

    EXPECT_EQ(stored_blobs(), 0u);
    EXPECT_THAT(history(session).at("messages").as_array(), IsEmpty());
}

TEST_F(Sessions, AnUploadThatIsCutOffLeavesNothing) {  // D2
    const auto session = new_session();
    const auto body =
        form({{"name=\"images[]\"; filename=\"a.jpg\"", picture() + std::string(500'000, 'x')}});
    {
        TestClient client(daemon_->port());
        client.send(
            head(
                "POST",
                messages(session, false),
                "Content-Type: multipart/form-data; boundary=XYZ\r\nContent-Length: " +
                    std::to_string(body.size()) + "\r\n"
            ) +
            "\r\n" + body.substr(0, 400'000)
        );
    }
    daemon_.reset();  // all connections are gone after it

    EXPECT_EQ(stored_blobs(), 0u);
    EXPECT_TRUE(std::filesystem::is_empty(folder_ / "data/blobs/tmp"));
}

TEST_F(Sessions, AnUploadThatTheDiskHasNoRoomForLeavesNothingAndTheNextIsTaken) {  // D2, D5
    const auto session = new_session();
    const auto big =
        form({{"name=\"images[]\"; filename=\"a.jpg\"", picture() + std::string(2u << 20, 'x')}});
    std::optional<store::FullDisk> full(1u << 20);

    const auto refused = post_form(session, big);
    full.reset();

    EXPECT_EQ(refused.status, 503) << refused.body;
    EXPECT_EQ(refused.json().at("code"), "STORE_ERROR");
    EXPECT_THAT(refused.body, Not(HasSubstr((folder_ / "data").string())));
    EXPECT_EQ(stored_blobs(), 0u);
    EXPECT_TRUE(std::filesystem::is_empty(folder_ / "data/blobs/tmp"));
    const auto fits = form({{"name=\"images[]\"; filename=\"a.jpg\"", picture()}});
    EXPECT_EQ(post_form(session, fits).status, 200);
}

TEST_F(Sessions, WhoUploadsToASessionThatIsDeletedMeanwhileIsToldAndNothingStays) {  // D2
    const auto session = new_session();
    const auto body = form({{"name=\"images[]\"; filename=\"a.jpg\"", picture()}});
    TestClient client(daemon_->port());
    client.send(
        head(
            "POST",
            messages(session, true),
            "Content-Type: multipart/form-data; boundary=XYZ\r\nExpect: 100-continue\r\n"
            "Content-Length: " +
                std::to_string(body.size()) + "\r\n"
        ) +
        "\r\n"
    );
    client.read_until("100 Continue\r\n\r\n");

    EXPECT_EQ(ask("DELETE", "/sessions/" + session).status, 204);
    client.send(body);

    EXPECT_EQ(read_answer(client).status, 404);
    daemon_.reset();
    EXPECT_EQ(stored_blobs(), 0u);
}

TEST_F(Sessions, ManyWhoDeleteTheSameSessionAreEachToldWhatBecameOfIt) {  // D2
    const auto session = new_session();
    post(session, {{"images", {json::object{{"data", base64(picture())}}}}});
    std::atomic<int> deleted = 0;
    std::atomic<int> missing = 0;
    {
        std::vector<std::jthread> all;
        for (int i = 0; i < 16; ++i) {
            all.emplace_back([&, i] {
                const auto status = ask("DELETE", "/sessions/" + session).status;
                if (status == 204) ++deleted;
                if (status == 404) ++missing;
                if (i % 2 == 0) post(session, {{"message", "still there?"}}, false);
            });
        }
    }

    EXPECT_GE(deleted, 1);
    EXPECT_EQ(deleted + missing, 16);
    EXPECT_EQ(ask("GET", "/sessions/" + session).status, 404);
    EXPECT_EQ(stored_blobs(), 0u);
}

TEST_F(Sessions, AnUploadWhoseTokenEndsInTheMiddleIsRefusedAndLeavesNothing) {  // D1
    const auto book = TokenBook::open(folder_ / "data/serve").value();
    token_ = book->add({.name = "eve"}).value();
    const auto session = new_session();
    const auto body = form({{"name=\"images[]\"; filename=\"a.jpg\"", picture()}});
    TestClient client(daemon_->port());
    client.send(
        head(
            "POST",
            messages(session, false),
            "Content-Type: multipart/form-data; boundary=XYZ\r\nExpect: 100-continue\r\n"
            "Content-Length: " +
                std::to_string(body.size()) + "\r\n"
        ) +
        "\r\n"
    );
    client.read_until("100 Continue\r\n\r\n");

    ASSERT_TRUE(book->revoke("eve").ok());
    client.send(body);

    EXPECT_EQ(read_answer(client).status, 401);
    daemon_.reset();
    EXPECT_EQ(stored_blobs(), 0u);
}

TEST_F(Sessions, ASessionIsItsOwnersAndAnAdminsAndNobodyElses) {  // D1
    const auto mine = new_session();
    post(mine, {{"images", {json::object{{"data", base64(picture())}}}}});
    const std::string image(ask("GET", "/sessions/" + mine + "/images")
                                .json()
                                .at("images")
                                .at(0)
                                .at("image_id")
                                .as_string());
    const auto book = TokenBook::open(folder_ / "data/serve").value();
    const auto owner = std::exchange(token_, book->add({.name = "eve"}).value());

    for (const auto* const path : {"", "/history", "/images", "/usage", "/turns", "/events"}) {
        EXPECT_EQ(ask("GET", "/sessions/" + mine + path).status, 404) << path;
    }
    EXPECT_EQ(ask("GET", "/sessions/" + mine + "/images/" + image).status, 404);
    EXPECT_EQ(ask("POST", "/sessions/" + mine + "/images/" + image + "/pin").status, 404);
    EXPECT_EQ(ask("POST", "/sessions/" + mine + "/cancel").status, 404);
    EXPECT_EQ(post(mine, {{"message", "hello"}}).status, 404);
    EXPECT_EQ(ask("DELETE", "/sessions/" + mine).status, 404);
    EXPECT_THAT(ask("GET", "/sessions").json().at("sessions").as_array(), IsEmpty());
    const auto hers = new_session();
    EXPECT_EQ(
        post(hers, {{"images", {json::object{{"image_id", image}}}}}).status, 404
    );  // a hash says nothing about who may see it
    token_ = owner;
    EXPECT_EQ(ask("GET", "/sessions/" + hers).status, 200);
}

TEST_F(Sessions, TheSameKeyIsTheSameTurn) {  // D2
    const auto session = new_session();
    const auto send = [&](bool wait) {
        return ask("POST",
                   messages(session, wait),
                   R"({"message": "once"})",
                   "application/json",
                   "Idempotency-Key: k1\r\n")
            .json()
            .at("turn_id");
    };
    const auto first = send(true);

    EXPECT_EQ(send(false), first);
    restart();
    EXPECT_EQ(send(false), first);
    EXPECT_EQ(send(true), first);
    EXPECT_THAT(history(session).at("messages").as_array(), SizeIs(2));
    const auto other =
        ask("POST",
            messages(session, false),
            R"({"message": "something else"})",
            "application/json",
            "Idempotency-Key: k1\r\n");
    EXPECT_EQ(other.status, 400);
    EXPECT_THAT(other.body, HasSubstr("belongs to another message"));
}

TEST_F(Sessions, MessagesQueueInOrderAndCanBeSeenAndWithdrawn) {  // D2
    const auto may_answer = std::make_shared<std::counting_semaphore<>>(0);
    serve([&, may_answer](const std::string& words) {
        may_answer->acquire();
        return "You said: " + words;
    });
    const auto session = new_session();
    std::vector<std::string> turns;
    for (const auto* const words : {"one", "two", "three"}) {
        turns.push_back(
            json::serialize(post(session, {{"message", words}}, false).json().at("turn_id"))
        );
    }

    const auto listed = ask("GET", "/sessions").json().at("sessions").as_array();
    ASSERT_THAT(listed, SizeIs(1));
    EXPECT_THAT(listed[0].at("turns").as_array(), SizeIs(3));
    EXPECT_THAT(
        ask("GET", "/sessions/" + session + "/turns").json().at("turns").as_array(), SizeIs(3)
    );
    EXPECT_EQ(ask("DELETE", "/sessions/" + session + "/turns/" + turns[1]).status, 204);
    EXPECT_EQ(ask("DELETE", "/sessions/" + session + "/turns/" + turns[1]).status, 404);
    EXPECT_EQ(ask("DELETE", "/sessions/" + session + "/turns/x").status, 400);
    may_answer->release(3);
    EXPECT_EQ(post(session, {{"message", "four"}}).json().at("result"), "You said: four");
    const auto said = json::serialize(history(session));
    EXPECT_THAT(said, HasSubstr("three"));
    EXPECT_THAT(said, Not(HasSubstr("two")));
}

TEST_F(Sessions, ACancelledTurnIsToldAsOne) {  // D2
    // They outlive the test: the server may still be in its answer then.
    const auto began = std::make_shared<std::binary_semaphore>(0);
    const auto may_answer = std::make_shared<std::binary_semaphore>(0);
    serve([began, may_answer](const std::string&) {
        began->release();
        may_answer->acquire();
        return std::string("late");
    });
    const auto session = new_session();
    const auto turn = post(session, {{"message", "go on"}}, false)
                          .json()
                          .at("turn_id")
                          .to_number<std::uint64_t>();
    began->acquire();

    EXPECT_EQ(ask("POST", "/sessions/" + session + "/cancel").status, 202);
    TestClient client(daemon_->port());
    client.send(head("GET", "/sessions/" + session + "/events?last_seq=0") + "\r\n");
    const auto events = client.read_until("\"subtype\":\"cancelled\"");

    EXPECT_THAT(events, HasSubstr("\"turn_id\":" + std::to_string(turn)));
    EXPECT_THAT(events, HasSubstr("event: error\n"));
    may_answer->release();
}

TEST_F(Sessions, WhatWasAcceptedIsAnsweredAfterARestart) {  // D2, D6
    const auto session = new_session();
    content::Message message{content::Role::User, {content::TextBlock{"still here?"}}};
    daemon_.reset();
    // As a process leaves it that was killed after it had said 202.
    const auto turn = host::keep_turn(machine_->sessions(), session, message).value();
    start();

    TestClient client(daemon_->port());
    client.send(head("GET", "/sessions/" + session + "/events?last_seq=0") + "\r\n");
    const auto events = client.read_until("\"result\":\"You said: still here?\"");

    EXPECT_THAT(events, HasSubstr("\"turn_id\":" + std::to_string(turn)));
    EXPECT_THAT(history(session).at("messages").as_array(), SizeIs(2));
}

TEST_F(Sessions, PicturesArePinnedDroppedAndRestored) {  // S5, D2
    const auto session = new_session();
    post(session, {{"images", {json::object{{"data", base64(picture())}}}}});
    const auto images = "/sessions/" + session + "/images";
    const std::string id(ask("GET", images).json().at("images").at(0).at("image_id").as_string());

    EXPECT_EQ(ask("POST", images + "/" + id + "/pin").json().at("pinned"), true);
    EXPECT_EQ(ask("POST", images + "/" + id + "/unpin").json().at("pinned"), false);
    EXPECT_EQ(ask("POST", images + "/" + id + "/drop").json().at("dropped"), true);
    EXPECT_EQ(ask("POST", images + "/" + id + "/restore").json().at("dropped"), false);
    EXPECT_EQ(ask("POST", images + "/00000000/pin").status, 404);
}

TEST_F(Sessions, TellWhatTheyCost) {  // D2
    const auto session = new_session();
    post(session, {{"message", "hello"}});

    const auto usage = ask("GET", "/sessions/" + session + "/usage").json();

    EXPECT_EQ(usage.at("models").at("mock/seer").at("calls"), 1);
}

TEST_F(Sessions, AWorkspaceLiesInsideThoseThatAreOpen) {  // D2, V11
    EXPECT_EQ(ask("POST", "/sessions", R"({"workspace": "/etc"})").status, 400);
    EXPECT_EQ(ask("POST", "/sessions", R"({"workspace": "/dev/null/no"})").status, 400);
    const auto inside = json::serialize(json::object{{"workspace", (folder_ / "work").string()}});
    EXPECT_EQ(ask("POST", "/sessions", inside).status, 201);
}

TEST_F(Sessions, AWorkspaceMayChangeWhileTheSessionRests) {  // D2
    const auto inner = folder_ / "work" / "inner";
    std::filesystem::create_directory(inner);
    const auto session = new_session();
    EXPECT_EQ(post(session, {{"message", "one"}}).status, 200);

    const auto moved = post(session, {{"message", "two"}, {"workspace", inner.string()}});

    EXPECT_EQ(moved.status, 200) << moved.body;
    EXPECT_EQ(
        ask("GET", "/sessions/" + session).json().at("workspace"), json::value(inner.string())
    );
    EXPECT_THAT(history(session).at("messages").as_array(), SizeIs(4));
}

}  // namespace
}  // namespace fovea::serve
