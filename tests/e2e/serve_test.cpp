// fovea serve as people and programs use it: curl, and the official client of Socket.IO.
#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "e2e/serve_fixture.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST_F(Serve, TheFirstStartMakesATokenForItsOwnerAlone) {  // D1
    const auto file = bench_->folder() / "data/serve/token";
    std::ifstream in(file);
    std::string token;
    in >> token;
    struct stat about {};

    EXPECT_EQ(token, token_);
    ASSERT_EQ(::stat(file.c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 0777, 0600u);
    EXPECT_EQ(
        curl(
            {"-H", "Authorization: Bearer no", "-o", "/dev/null", "-w", "%{http_code}", "/sessions"}
        ),
        "401"
    );
    EXPECT_EQ(stop(), 0);
    start();
    EXPECT_EQ(token, token_);
}

TEST_F(Serve, APictureIsUploadedAskedAboutAndFetchedAgain) {  // DIG-5, DIG-19, DIG-20, D2
    const auto session = new_session();
    const auto answer = curl_json(
        {"-F",
         "message=what colour?",
         "-F",
         "images[]=@" + (bench_->folder() / "red.png").string() + ";type=image/png",
         "/sessions/" + session + "/messages?wait=true"}
    );

    EXPECT_EQ(answer.at("result"), "A red square.") << answer;
    const auto history = curl_json({"/sessions/" + session + "/history"});
    const auto& image = history.at("messages").at(0).at("content").at(0);
    EXPECT_EQ(image.at("type"), "image_ref");
    EXPECT_EQ(image.at("filename"), "red.png");
    EXPECT_FALSE(image.as_object().contains("data"));
    std::ifstream in(bench_->folder() / "red.png", std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(in)), {});
    const std::string id(image.at("image_id").as_string());
    EXPECT_EQ(curl({"/sessions/" + session + "/images/" + id}), bytes);
}

// The flow of seed 003: a tool returns a picture, and the client sees it at once.
TEST_F(Serve, TheOfficialClientHearsAToolAndItsPicture) {  // DIG-16, DIG-17, DIG-18, D3
    const auto session = new_session();
    const auto heard =
        listen({{"session", session}, {"until", "result"}}, [&] { say(session, "look"); });

    EXPECT_THAT(
        heard.types,
        AllOf(Contains("message"), Contains("tool_call"), Contains("image"), Contains("result"))
    );
    for (const auto& line : heard.lines) {
        if (!line.contains("type")) continue;
        EXPECT_EQ(line.at("envelope").at("session_id"), json::value(session));
        const auto& data = line.at("envelope").at("data").as_object();
        if (line.at("type") == "tool_call") {
            EXPECT_EQ(data.at("name"), "filesystem_read");
            EXPECT_EQ(data.at("image_mime"), "image/png");
            EXPECT_THAT(std::string(data.at("image_data").as_string()), StartsWith("iVBOR"));
        }
        if (line.at("type") == "image") {
            EXPECT_EQ(data.at("source"), "tool:filesystem_read");
            EXPECT_EQ(data.at("width"), 300);
            EXPECT_EQ(data.at("mime"), "image/png");
            EXPECT_THAT(std::string(data.at("data").as_string()), StartsWith("iVBOR"));
        }
    }
    EXPECT_EQ(heard.lines.back().at("transport"), "websocket");
}

TEST_F(Serve, TheOfficialClientMayHaveNothingButAWebSocketOrPolls) {  // D3
    for (const auto* const transport : {"websocket", "polling"}) {
        const auto session = new_session();
        const auto heard =
            listen({{"session", session}, {"until", "result"}, {"transports", {transport}}}, [&] {
                say(session, "hello");
            });

        EXPECT_THAT(heard.types, AllOf(Contains("text_delta"), Contains("message")));
        EXPECT_EQ(heard.lines.back().at("transport"), transport);
    }
}

TEST_F(Serve, TheOfficialClientComesBackAfterARestartAndMissesNothing) {  // D3
    const auto session = new_session();
    say(session, "hello");
    const auto before = listen({{"session", session}, {"last_seq", 0}, {"until", "result"}}, [] {});
    ASSERT_FALSE(before.types.empty());
    // What is kept may come before the client is told that it joined.
    const auto line = std::ranges::find_if(before.lines, [](const json::object& each) {
        return each.contains("envelope");
    });
    ASSERT_NE(line, before.lines.end());
    const auto first = line->at("envelope").at("seq");
    EXPECT_EQ(stop(), 0);
    start();

    const auto after =
        listen({{"session", session}, {"last_seq", first}, {"until", "result"}}, [] {});

    EXPECT_EQ(std::vector<std::string>(before.types.begin() + 1, before.types.end()), after.types);
}

TEST_F(Serve, TheOfficialClientIsRefusedWithoutAToken) {  // D1, D3
    const auto heard = listen({{"session", "x"}, {"token", "wrong"}, {"until", "refused"}}, [] {});

    ASSERT_FALSE(heard.lines.empty());
    EXPECT_EQ(heard.lines[0].at("refused"), "unauthorized");
    EXPECT_EQ(heard.lines[0].at("data").at("status"), 401);
}

TEST_F(Serve, TokensForOthersAreAddedListedAndRevokedWhileItRuns) {  // D1
    const auto added = bench_->fovea({"serve", "tokens", "add", "ci", "--expires", "30d"});
    ASSERT_EQ(added.exit_code, 0) << added.err;
    const auto owner = std::exchange(token_, added.out.substr(0, added.out.find('\n')));

    const auto session = new_session();
    EXPECT_THAT(curl({"/metrics"}), HasSubstr("this token's scope is sessions"));
    EXPECT_THAT(
        bench_->fovea({"serve", "tokens", "list"}).out,
        AllOf(HasSubstr("ci"), Not(HasSubstr(token_)))
    );
    EXPECT_EQ(bench_->fovea({"serve", "tokens", "revoke", "ci"}).exit_code, 0);
    EXPECT_THAT(curl({"/sessions"}), HasSubstr("not known here"));
    token_ = owner;
    EXPECT_EQ(curl_json({"/sessions/" + session}).at("session_id"), json::value(session));
    EXPECT_EQ(bench_->fovea({"serve", "tokens", "add", "x", "--scope", "all"}).exit_code, 2);
}

TEST_F(Serve, ItStopsWhenItIsToldTo) {  // D6
    new_session();

    EXPECT_EQ(stop(SIGINT), 0);
}

}  // namespace
}  // namespace fovea::testing
