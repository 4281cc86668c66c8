#include "fovea/serve/test_daemon.hpp"

namespace fovea::serve {
namespace {

namespace json = boost::json;

class Refused : public DaemonTest {
protected:
    static std::string messages(const std::string& session) {
        return "/sessions/" + session + "/messages?wait=true";
    }
    TestAnswer upload(const std::string& session, const std::string& name) {
        return ask(
            "POST",
            messages(session),
            "--XYZ\r\nContent-Disposition: form-data; name=\"images[]\"; filename=\"" + name +
                "\"\r\n\r\n" + picture() +
                "\r\n--XYZ\r\nContent-Disposition: form-data; name=\"message\"\r\n\r\nwhat is "
                "it?\r\n--XYZ--\r\n",
            "multipart/form-data; boundary=XYZ"
        );
    }
    TestAnswer post(const std::string& session, const json::object& body) {
        return ask("POST", messages(session), json::serialize(body));
    }
    std::string name_stored(const std::string& session) {
        const auto said = ask("GET", "/sessions/" + session + "/history").json().at("messages");
        return std::string(said.at(0).at("content").at(0).at("filename").as_string());
    }
};

TEST_F(Refused, ANameWithWhatNobodySeesIsCleanedAtTheDoorAndHarmsNoSession) {  // DIG-5, DIG-6
    const std::string hostile("a\0b\x01.png", 8);
    for (const bool by_form : {true, false}) {
        const auto session = new_session();
        const auto answer =
            by_form
                ? upload(session, hostile)
                : post(
                      session,
                      {{"message", "what is it?"},
                       {"images",
                        json::array{json::object{{"data", base64(picture())}, {"name", hostile}}}}}
                  );
        ASSERT_EQ(answer.status, 200) << answer.body;
        EXPECT_EQ(answer.json().at("result"), "You said: what is it?") << answer.body;
        EXPECT_EQ(name_stored(session), "ab.png");

        restart();
        const auto again = post(session, {{"message", "again"}});
        EXPECT_EQ(again.status, 200) << again.body;
        EXPECT_EQ(again.json().at("result"), "You said: again");
        const auto tar = ask("GET", "/sessions/" + session + "/export");
        EXPECT_EQ(ask("POST", "/import", tar.body, "application/x-tar").status, 201);
    }
}

TEST_F(Refused, AStoredTurnThatNobodyCanReadDoesNotKeepItsSessionClosed) {  // S3
    const auto session = new_session();
    const store::Entry broken{
        .kind = store::EntryKind::Telemetry,
        .time = store::system_now(),
        .body = R"({"type":"turn_queued","message":{"role":"robot","content":7}})"};
    ASSERT_TRUE(machine_->sessions().append(session, {&broken, 1}).ok());

    restart();

    EXPECT_EQ(post(session, {{"message", "hello"}}).status, 200);
}

TEST_F(Refused, AMessageThatIsRefusedLeavesItsSessionInItsFolder) {  // D2
    const auto inner = folder_ / "work" / "inner";
    std::filesystem::create_directory(inner);
    const auto session = new_session();
    const std::string key = "Idempotency-Key: one\r\n";
    const auto before = ask("GET", "/sessions/" + session).json().at("workspace");
    ASSERT_EQ(
        ask("POST", messages(session), R"({"message": "one"})", "application/json", key).status, 200
    );

    const auto body =
        json::serialize(json::object{{"message", "another"}, {"workspace", inner.string()}});
    const auto refused = ask("POST", messages(session), body, "application/json", key);

    EXPECT_EQ(refused.status, 400) << refused.body;
    EXPECT_EQ(ask("GET", "/sessions/" + session).json().at("workspace"), before);
    EXPECT_EQ(post(session, {{"message", "two"}}).status, 200);
    EXPECT_EQ(ask("GET", "/sessions/" + session).json().at("workspace"), before);
}

}  // namespace
}  // namespace fovea::serve
