// A person at a distance is asked before a tool runs.
#include "fovea/serve/test_daemon.hpp"

#include <fstream>

namespace fovea::serve {
namespace {

namespace json = boost::json;
using testing::HasSubstr;

class Permission : public DaemonTest {
protected:
    void SetUp() override {
        loaded_.settings.permissions.ask = {"filesystem_read"};
        DaemonTest::SetUp();
        loaded_.settings.workspace.roots = {workspace_ / "."};
        std::ofstream(workspace_ / "note.txt") << "the secret word is heron";
    }
    // Asks for the file, and then says what it got of it.
    std::string reply_to(const std::string& body) override {
        const auto request = json::parse(body);
        const auto& last = request.at("messages").as_array().back();
        if (last.at("role") == "tool") return stream_of("It says: " + json::serialize(last));
        const json::object call{
            {"index", 0},
            {"id", "call_1"},
            {"type", "function"},
            {"function", {{"name", "filesystem_read"}, {"arguments", R"({"path": "note.txt"})"}}}};
        const json::object chunk{
            {"id", "c"},
            {"object", "chat.completion.chunk"},
            {"created", 1},
            {"model", "seer"},
            {"choices",
             json::array{json::object{
                 {"index", 0},
                 {"delta", {{"role", "assistant"}, {"tool_calls", json::array{call}}}},
                 {"finish_reason", "tool_calls"}}}}};
        return "data: " + json::serialize(chunk) + "\n\ndata: [DONE]\n\n";
    }

    std::unique_ptr<TestClient> stream(const std::string& session) {
        auto client = std::make_unique<TestClient>(daemon_->port());
        client->send(head("GET", "/sessions/" + session + "/events?last_seq=0") + "\r\n");
        client->read_until("retry: 2000\n\n");
        return client;
    }
    // The data of the first event of that type.
    static json::value read_event(TestClient& client, const std::string& type) {
        client.read_until("event: " + type + "\n");
        client.read_until("data: ");
        const auto line = client.read_until("\n");
        boost::system::error_code broken;
        auto value = json::parse(line, broken);
        EXPECT_FALSE(broken) << type << ": " << line;
        return broken ? json::value() : value.at("data");
    }
    void decide(const std::string& session, bool allow) {
        const auto body = json::serialize(json::object{{"allow", allow}, {"reason", "not now"}});
        const auto path = "/sessions/" + session + "/permissions/call_1";
        EXPECT_EQ(ask("POST", path, body).status, 204);
        EXPECT_EQ(ask("POST", path, body).status, 404);  // it was answered
    }
    static std::string words_of(const std::string& verdict) {
        return R"({"id":"call_1","name":"filesystem_read","verdict":")" + verdict +
               R"(","by":"person"})";
    }
    store::TestFolder workspace_;

    std::string ask_for_file() {
        const auto session = new_session();
        ask("POST", "/sessions/" + session + "/messages", R"({"message": "read it"})");
        return session;
    }
};

TEST_F(Permission, AYesRunsTheTool) {  // D4, A2, DIG-17
    const auto session = ask_for_file();
    const auto first = stream(session);
    const auto asked = read_event(*first, "permission_request");
    EXPECT_EQ(asked.at("id"), "call_1");
    EXPECT_EQ(asked.at("name"), "filesystem_read");
    EXPECT_EQ(asked.at("input").at("path"), "note.txt");
    // Who comes later is told, too.
    const auto second = stream(session);
    EXPECT_EQ(read_event(*second, "permission_request").at("id"), "call_1");

    decide(session, true);

    EXPECT_THAT(json::serialize(read_event(*first, "tool_call")), HasSubstr("heron"));
    EXPECT_EQ(json::serialize(read_event(*first, "permission_decided")), words_of("allow"));
    EXPECT_THAT(json::serialize(read_event(*second, "result")), HasSubstr("heron"));
}

TEST_F(Permission, ANoIsToldToTheModel) {  // D4, A2
    const auto session = ask_for_file();
    const auto client = stream(session);
    read_event(*client, "permission_request");

    decide(session, false);

    const auto called = read_event(*client, "tool_call");
    EXPECT_EQ(called.at("is_error"), true);
    EXPECT_THAT(json::serialize(called), testing::Not(HasSubstr("heron")));
    EXPECT_EQ(json::serialize(read_event(*client, "permission_decided")), words_of("deny"));
    EXPECT_THAT(json::serialize(read_event(*client, "result")), HasSubstr("not now"));
}

}  // namespace
}  // namespace fovea::serve
