// What a page needs besides talking: names, branches, what was told, what is seen on pictures, what it cost.
#include "fovea/proxy/describe/descriptions.hpp"
#include "fovea/serve/test_daemon.hpp"

namespace fovea::serve {
namespace {

namespace json = boost::json;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

class Overview : public DaemonTest {
protected:
    json::value say(const std::string& session, const json::object& body) {
        const auto answer =
            ask("POST", "/sessions/" + session + "/messages?wait=true", json::serialize(body));
        EXPECT_EQ(answer.status, 200) << answer.body;
        return answer.json();
    }
    json::value with_picture(unsigned number = 0) {
        return json::object{{"data", base64(picture(number))}};
    }
};

TEST_F(Overview, ASessionGetsATitleAndAnotherModel) {  // D2, D8
    const auto session = new_session();
    say(session, {{"message", "hello"}});

    const auto named = ask("PATCH", "/sessions/" + session, R"({"title": "Broken build"})");
    ASSERT_EQ(named.status, 200) << named.body;
    EXPECT_EQ(named.json().at("title"), "Broken build");
    const auto changed = ask("PATCH", "/sessions/" + session, R"({"model": "local/ocr"})");
    EXPECT_EQ(changed.json().at("model"), "local/ocr");
    EXPECT_EQ(say(session, {{"images", {with_picture()}}}).at("model"), "local/ocr");

    EXPECT_EQ(ask("PATCH", "/sessions/" + session, R"({"title": ""})").status, 400);
    EXPECT_EQ(ask("PATCH", "/sessions/" + session, R"({"model": "no/such"})").status, 400);
    EXPECT_EQ(ask("PATCH", "/sessions/" + session, R"({"owner": "me"})").status, 400);
    EXPECT_EQ(ask("PATCH", "/sessions/unknown", R"({"title": "x"})").status, 404);
}

TEST_F(Overview, ABranchHasWhatWasSaidBefore) {  // D8
    const auto session = new_session();
    say(session, {{"message", "first"}, {"images", {with_picture()}}});
    say(session, {{"message", "second"}});
    const auto messages = ask("GET", "/sessions/" + session + "/history").json().at("messages");
    ASSERT_THAT(messages.as_array(), SizeIs(4));
    const auto before = json::serialize(json::object{{"before_seq", messages.at(2).at("seq")}});

    const auto made = ask("POST", "/sessions/" + session + "/branch", before);

    ASSERT_EQ(made.status, 201) << made.body;
    const std::string other(made.json().at("session_id").as_string());
    EXPECT_THAT(
        ask("GET", "/sessions/" + other + "/history").json().at("messages").as_array(), SizeIs(2)
    );
    EXPECT_EQ(say(other, {{"message", "instead"}}).at("result"), "You said: instead");
    ask("DELETE", "/sessions/" + session);
    const auto images = ask("GET", "/sessions/" + other + "/images").json().at("images");
    const std::string url(images.at(0).at("url").as_string());
    EXPECT_EQ(ask("GET", url).body, picture());
    for (const auto* const wrong : {"\"x\"", "-1", "0", "1.5", "999999", "18446744073709551615"}) {
        const auto body = std::string(R"({"before_seq": )") + wrong + "}";
        EXPECT_EQ(ask("POST", "/sessions/" + other + "/branch", body).status, 400) << wrong;
    }
}

TEST_F(Overview, WhatABranchOrABundleBroughtAlongIsNotSpentAgain) {  // D8
    const auto session = new_session();
    say(session, {{"message", "first"}});
    const auto calls = [&](const std::string& of) {
        std::int64_t count = 0;
        const auto usage = ask("GET", "/usage").json();
        for (const auto& row : usage.at("days").as_array()) {
            if (row.at("session_id") == json::value(of)) count += row.at("calls").as_int64();
        }
        return count;
    };
    say(session, {{"message", "second"}});
    const auto before = ask("GET", "/sessions/" + session + "/history").json().at("messages").at(2);

    const auto made =
        ask("POST",
            "/sessions/" + session + "/branch",
            json::serialize(json::object{{"before_seq", before.at("seq")}}));
    const std::string branch(made.json().at("session_id").as_string());
    const auto tar = ask("GET", "/sessions/" + session + "/export").body;
    const auto taken = ask("POST", "/import", tar, "application/x-tar");
    const std::string imported(taken.json().at("session_id").as_string());

    EXPECT_EQ(calls(session), 2);
    EXPECT_EQ(calls(branch), 0);
    EXPECT_EQ(calls(imported), 0);
    say(branch, {{"message", "other"}});
    say(imported, {{"message", "third"}});
    ask("PATCH", "/sessions/" + branch, R"({"model": "mock/seer"})");
    EXPECT_EQ(calls(branch), 1);
    EXPECT_EQ(calls(imported), 1);
    EXPECT_EQ(calls(session), 2);
}

TEST_F(Overview, TheLogIsWhatWasToldWithoutBytes) {  // D3
    const auto session = new_session();
    say(session, {{"message", "what is this?"}, {"images", {with_picture()}}});

    const auto whole = ask("GET", "/sessions/" + session + "/log").json();

    std::vector<std::string> types;
    for (const auto& event : whole.at("events").as_array()) {
        types.emplace_back(event.at("type").as_string());
    }
    EXPECT_THAT(types, testing::ElementsAre("message", "image", "message", "result"));
    EXPECT_THAT(json::serialize(whole), Not(HasSubstr(base64(picture()).substr(0, 60))));
    const auto& result = whole.at("events").at(3).at("data");
    EXPECT_EQ(result.at("receipt").at(0).at("state"), "pixels") << result;
    EXPECT_EQ(result.at("stop_reason"), "stop");
    EXPECT_TRUE(result.at("usage").as_object().contains("input_tokens"));
    EXPECT_EQ(whole.at("next"), json::value());
    // Page by page it is the same.
    std::size_t count = 0;
    auto next = json::value(0);
    while (!next.is_null()) {
        const auto after = std::to_string(next.to_number<std::uint64_t>());
        const auto page = ask("GET", "/sessions/" + session + "/log?limit=1&after=" + after).json();
        count += page.at("events").as_array().size();
        next = page.at("next");
    }
    EXPECT_EQ(count, 4u);
}

TEST_F(Overview, APartOfAPictureIsSentAsAPart) {  // V3, D8
    const auto session = new_session();
    say(session, {{"message", "all"}, {"images", {with_picture()}}});
    const auto images = ask("GET", "/sessions/" + session + "/images").json().at("images");
    const auto id = images.at(0).at("image_id");
    const json::object box{{"x", 4}, {"y", 6}, {"width", 20}, {"height", 10}};

    say(session,
        {{"message", "this part"},
         {"images", {json::object{{"image_id", id}, {"crop", {{"pixels", box}}}}}}});

    const auto messages = ask("GET", "/sessions/" + session + "/history").json().at("messages");
    const auto& part = messages.at(2).at("content").at(0);
    EXPECT_EQ(part.at("image_id"), id);
    EXPECT_TRUE(part.as_object().contains("crop")) << part;
    const json::object beyond{{"x", 900}, {"y", 0}, {"width", 5}, {"height", 5}};
    const json::object part_of{{"image_id", id}, {"crop", {{"pixels", beyond}}}};
    const auto outside = json::serialize(json::object{{"images", json::array{part_of}}});
    EXPECT_EQ(ask("POST", "/sessions/" + session + "/messages", outside).status, 400);
}

TEST_F(Overview, TwoPicturesAreCompared) {  // M8, D8
    const auto session = new_session();
    say(session, {{"images", {with_picture(0), with_picture(1)}}});
    const auto images = ask("GET", "/sessions/" + session + "/images").json().at("images");
    const auto id = [&](std::size_t i) {
        return std::string(images.at(i).at("image_id").as_string());
    };
    const auto path = "/sessions/" + session + "/compare?before=" + id(0) + "&after=";

    EXPECT_EQ(ask("GET", path + id(0)).json().at("identical"), true);
    const auto compared = ask("GET", path + id(1)).json();
    EXPECT_EQ(compared.at("identical"), false);
    EXPECT_EQ(compared.at("same_size"), false);
    EXPECT_EQ(ask("GET", path).status, 400);
    EXPECT_EQ(ask("GET", path + "00000000").status, 404);
}

TEST_F(Overview, WhatABlindModelWasToldOfAPictureCanBeRead) {  // V1, D8
    const auto session = new_session();
    say(session, {{"images", {with_picture(0)}}});
    const auto images = ask("GET", "/sessions/" + session + "/images").json().at("images");
    const auto id = std::string(images.at(0).at("image_id").as_string());
    const auto path = "/sessions/" + session + "/images/" + id + "/description";
    EXPECT_EQ(ask("GET", path).status, 404);
    const auto entry = proxy::description_entry(
        Sha256::from_hex(id).value(), {"a red square", "local/ocr", ""}, store::system_now()
    );
    ASSERT_TRUE(machine_->sessions().append(session, {&entry, 1}).ok());

    const auto told = ask("GET", path).json();

    EXPECT_EQ(told.at("text"), "a red square");
    EXPECT_EQ(told.at("model"), "local/ocr");
    EXPECT_EQ(ask("GET", "/sessions/none/images/" + id + "/description").status, 404);
}

TEST_F(Overview, WhatIsBehindAnAddressIsLookedAtThroughTheGate) {  // X3, D8
    const auto look = [&](const json::object& body) {
        return ask("POST", "/estimate", json::serialize(body)).status;
    };
    EXPECT_EQ(look({{"url", "https://127.0.0.1/a.png"}}), 422);
    EXPECT_EQ(look({{"url", "http://example.org/a.png"}}), 422);
    EXPECT_EQ(look({{"url", "file:///etc/passwd"}}), 422);
    EXPECT_EQ(look({{"url", ""}}), 422);
    EXPECT_EQ(look({{"url", 7}}), 400);
    EXPECT_EQ(look({{"address", "https://example.org/a.png"}}), 400);
}

TEST_F(Overview, TellsWhoAsksWhichModelsThereAreAndWhatWasSpent) {  // D1, D8, DIG-26
    const auto session = new_session();
    say(session, {{"message", "hello"}});

    const auto who = ask("GET", "/whoami").json();
    EXPECT_GT(who.at("limits").at("images_per_message").to_number<int>(), 0);
    EXPECT_EQ(who.at("limits").at("image_bytes").to_number<int>(), 10 << 20);
    const auto models = ask("GET", "/models").json();
    EXPECT_EQ(models.at("default"), "mock/seer");
    const auto& rows = models.at("models").as_array();
    const auto reader = std::ranges::find_if(rows, [](const json::value& row) {
        return row.at("name") == "local/ocr";
    });
    ASSERT_NE(reader, rows.end());
    EXPECT_EQ(reader->at("ready"), true);
    const auto claude = std::ranges::find_if(rows, [](const json::value& row) {
        return row.at("provider") == "anthropic";
    });
    ASSERT_NE(claude, rows.end());
    EXPECT_EQ(claude->at("ready"), false);
    EXPECT_THAT(std::string(claude->at("why").as_string()), HasSubstr("key"));
    const auto path = std::string("/estimate?width=3840&height=2160&model=");
    const auto estimate = ask("GET", path + "anthropic/claude-opus-4-7").json();
    EXPECT_GT(estimate.at("tokens").to_number<int>(), 5000) << estimate;
    EXPECT_GT(estimate.at("tiles").to_number<int>(), 0);
    EXPECT_EQ(estimate.at("downscaled"), true);
    EXPECT_EQ(ask("GET", path + "local/ocr").json().at("tokens").to_number<int>(), 0);
    EXPECT_EQ(ask("GET", path + "no/such").status, 400);
    EXPECT_EQ(ask("GET", "/estimate?width=0&height=9").status, 400);
    EXPECT_EQ(ask("GET", "/estimate?width=x&height=9").status, 400);
    const auto usage = ask("GET", "/usage").json();
    ASSERT_THAT(usage.at("days").as_array(), SizeIs(1));
    EXPECT_EQ(usage.at("days").at(0).at("model"), "mock/seer");
    EXPECT_EQ(usage.at("days").at(0).at("session_id"), json::value(session));
}

}  // namespace
}  // namespace fovea::serve
