#include "fovea/serve/test_daemon.hpp"

namespace fovea::serve {
namespace {

namespace json = boost::json;
using testing::HasSubstr;
using testing::StartsWith;

class Fixture : public DaemonTest {
protected:
    void with_fixtures() {
        daemon_.reset();
        start(DaemonSettings{.has_fixtures = true});
    }
    std::string open(const std::string& path) {
        const auto answer = ask("GET", path + "?EIO=4&transport=polling");
        EXPECT_EQ(answer.status, 200);
        return std::string(json::parse(answer.body.substr(1)).at("sid").as_string());
    }
    TestAnswer say_to(const std::string& path, const std::string& sid, const std::string& packets) {
        return ask("POST", path + "?EIO=4&transport=polling&sid=" + sid, packets, "text/plain");
    }
    TestAnswer poll(const std::string& path, const std::string& sid) {
        return ask("GET", path + "?EIO=4&transport=polling&sid=" + sid);
    }
};

TEST_F(Fixture, IsNotThereUnlessItIsAskedFor) {  // D1
    EXPECT_EQ(ask("GET", "/engine.io/?EIO=4&transport=polling").status, 404);
    EXPECT_EQ(ask("POST", "/conformance/mcp", "{}").status, 404);
    const auto sid = open("/socket.io/");
    say_to("/socket.io/", sid, "40/custom,");
    EXPECT_EQ(poll("/socket.io/", sid).body, "44/custom,{\"message\":\"Invalid namespace\"}");
    for (const auto& route : daemon_->router().routes()) {
        EXPECT_EQ(route.pages, Pages::Ours) << route.path;
    }
}

TEST_F(Fixture, IsForThisMachineAlone) {  // D1
    const auto opened = Daemon::open(
        situation_,
        *machine_,
        {.host = "0.0.0.0", .folder = folder_ / "data" / "serve", .has_fixtures = true}
    );

    ASSERT_FALSE(opened.ok());
    EXPECT_EQ(opened.error().code, ErrorCode::ConfigInvalid);
    EXPECT_THAT(opened.error().message, HasSubstr("cannot listen on 0.0.0.0"));
}

TEST_F(Fixture, SaysEverythingBack) {
    with_fixtures();
    const auto sid = open("/engine.io/");
    EXPECT_EQ(
        say_to(
            "/engine.io/",
            sid,
            "4one\x1e"
            "bAQID"
        )
            .body,
        "ok"
    );
    EXPECT_EQ(
        poll("/engine.io/", sid).body,
        "4one\x1e"
        "bAQID"
    );
    EXPECT_EQ(ask("PUT", "/engine.io/?EIO=4&transport=polling").status, 400);
}

TEST_F(Fixture, HasNamespacesThatAnswerWithAttachments) {
    with_fixtures();
    const auto sid = open("/socket.io/");
    say_to("/socket.io/", sid, "40{\"token\":\"1\"}");
    const auto connected = poll("/socket.io/", sid).body;
    EXPECT_THAT(connected, StartsWith("40{\"sid\":\""));
    EXPECT_THAT(connected, HasSubstr("42[\"auth\",{\"token\":\"1\"}]"));
    say_to(
        "/socket.io/",
        sid,
        "451-7[\"message-with-ack\",{\"_placeholder\":true,\"num\":0}]\x1e"
        "bAQID"
    );
    EXPECT_EQ(
        poll("/socket.io/", sid).body,
        "461-7[{\"_placeholder\":true,\"num\":0}]\x1e"
        "bAQID"
    );
}

TEST_F(Fixture, APlaceholderStandsForBytesThatCame) {
    with_fixtures();
    const auto sid = open("/socket.io/");
    say_to("/socket.io/", sid, "40");
    poll("/socket.io/", sid);
    say_to(
        "/socket.io/",
        sid,
        "451-[\"message\",{\"_placeholder\":true,\"num\":1}]\x1e"
        "bAQID"
    );
    EXPECT_EQ(poll("/socket.io/", sid).status, 400);
}

TEST_F(Fixture, PagesOfAnySiteMayAskItAndNothingElse) {  // D1
    with_fixtures();
    const std::string page = "Origin: https://suite.example\r\n";
    const auto answer = ask("GET", "/engine.io/?EIO=4&transport=polling", "", "", page);
    EXPECT_EQ(answer.status, 200);
    EXPECT_TRUE(answer.has("access-control-allow-origin: *"));
    EXPECT_EQ(ask("OPTIONS", "/engine.io/", "", "", page).status, 204);
    EXPECT_EQ(ask("GET", "/sessions", "", "", page).status, 403);
}

}  // namespace
}  // namespace fovea::serve
