// fovea serve as people and programs use it: curl, and the official client of Socket.IO.
#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/aimock.hpp"
#include "support/live_program.hpp"
#include "support/node_tests.hpp"
#include "support/run_program.hpp"
#include "support/workbench.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// A tool that reads a picture, and then the answer.
constexpr const char* kReads = R"([
    {"match": {"userMessage": "look", "hasToolResult": false},
     "response": {"toolCalls": [{"name": "filesystem_read", "arguments": "{\"path\": \"red.png\"}"}]}},
    {"match": {}, "response": {"content": "A red square."}}])";

class Serve : public ::testing::Test {
protected:
    void SetUp() override {
        if (!Aimock::installed()) GTEST_SKIP() << Aimock::kMissing;
        upstream_ = std::make_unique<Aimock>(kReads);
        bench_ = std::make_unique<Workbench>(upstream_->url(), "\n[workspace]\nroots = [\".\"]\n");
        bench_->picture("red.png", {"plain", "300", "200", "200,30,30"});
        start();
    }
    void start() {
        // What is for people comes on standard error.
        server_.emplace(LiveProgram::start(
            bench_->command({"serve", "--port", "0"}, {"sh", "-c", "exec \"$@\" 2>&1", "sh"})
        ));
        std::string line;
        do {
            line = server_->read_line();
            ASSERT_FALSE(line.empty());
        } while (line.find("ready at ") == line.npos);
        const auto at = line.find("http://");
        const auto token = line.find("/?token=");
        ASSERT_NE(token, line.npos) << line;
        url_ = line.substr(at, token - at);
        token_ = line.substr(token + 8);
    }
    int stop(int signal = SIGTERM) {
        server_->send_signal(signal);
        const auto code = server_->finish().exit_code;
        server_.reset();
        return code;
    }

    std::string curl(std::vector<std::string> arguments) const {
        std::vector<std::string> command{"curl", "-sS", "-H", "Authorization: Bearer " + token_};
        for (auto& each : arguments) {
            const bool is_ours = each.starts_with("/sessions") || each.starts_with("/metrics");
            command.push_back(is_ours ? url_ + each : std::move(each));
        }
        const auto done = run_program(command);
        EXPECT_EQ(done.exit_code, 0) << done.err;
        return done.out;
    }
    json::value curl_json(std::vector<std::string> arguments) const {
        const auto out = curl(std::move(arguments));
        boost::system::error_code broken;
        auto value = json::parse(out, broken);
        EXPECT_FALSE(broken) << out;
        return value;
    }
    std::string new_session() const {
        const std::string model = R"({"model": "anthropic/claude-opus-4-7"})";
        return std::string(
            curl_json(
                {"-X", "POST", "-H", "Content-Type: application/json", "-d", model, "/sessions"}
            )
                .at("session_id")
                .as_string()
        );
    }
    json::value say(const std::string& session, const std::string& words) const {
        return curl_json(
            {"-H",
             "Content-Type: application/json",
             "-d",
             json::serialize(json::object{{"message", words}}),
             "/sessions/" + session + "/messages?wait=true"}
        );
    }

    struct Heard {
        std::vector<std::string> types;
        std::vector<json::object> lines;
    };
    // The official client, from now until an event of that type; `then` once it has joined.
    template <class Then>
    Heard listen(json::object plan, const Then& then) const {
        plan["url"] = url_;
        if (!plan.contains("token")) plan["token"] = token_;
        auto client =
            LiveProgram::start({node_program(), node_tests_folder() + "/socket_client.mjs"});
        client.write(json::serialize(plan) + "\n");
        Heard heard;
        for (;;) {
            const auto line = client.read_line();
            if (line.empty()) return heard;
            heard.lines.push_back(json::parse(line).as_object());
            const auto& last = heard.lines.back();
            if (last.contains("joined")) then();
            if (last.contains("type")) heard.types.emplace_back(last.at("type").as_string());
        }
    }

    std::unique_ptr<Aimock> upstream_;
    std::unique_ptr<Workbench> bench_;
    std::optional<LiveProgram> server_;
    std::string url_;
    std::string token_;
};

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
