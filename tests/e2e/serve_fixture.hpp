// fovea serve as a program, with a model server behind it, and curl in front of it.
#pragma once

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <csignal>
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

// A tool that reads a picture, and then the answer.
inline constexpr const char* kReads = R"([
    {"match": {"userMessage": "look", "hasToolResult": false},
     "response": {"toolCalls": [{"name": "filesystem_read", "arguments": "{\"path\": \"red.png\"}"}]}},
    {"match": {}, "response": {"content": "A red square."}}])";

class Serve : public ::testing::Test {
protected:
    void SetUp() override {
        if (!Aimock::installed()) GTEST_SKIP() << Aimock::kMissing;
        upstream_ = std::make_unique<Aimock>(kReads);
        start_with(upstream_->url());
    }
    // With models behind that address.
    void start_with(const std::string& models) {
        bench_ = std::make_unique<Workbench>(models, "\n[workspace]\nroots = [\".\"]\n");
        bench_->picture("red.png", {"plain", "300", "200", "200,30,30"});
        start();
    }
    // By somebody who does something first.
    void start(
        const std::vector<std::string>& more = {}, const std::vector<std::string>& launcher = {}
    ) {
        std::vector<std::string> command{"serve", "--port", "0"};
        command.insert(command.end(), more.begin(), more.end());
        // What is for people comes on standard error.
        std::vector<std::string> before{"sh", "-c", "exec \"$@\" 2>&1", "sh"};
        before.insert(before.end(), launcher.begin(), launcher.end());
        server_.emplace(LiveProgram::start(bench_->command(command, before)));
        std::string line;
        said_.clear();
        do {
            line = server_->read_line();
            ASSERT_FALSE(line.empty()) << said_;
            said_ += line + "\n";
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
            const auto is_route = [&](const char* path) { return each.starts_with(path); };
            const bool is_ours = is_route("/sessions") || is_route("/metrics") ||
                                 is_route("/mcp") || is_route("/import") || is_route("/livez");
            command.push_back(is_ours ? url_ + each : std::move(each));
        }
        const auto done = run_program(command);
        EXPECT_EQ(done.exit_code, 0) << done.err;
        return done.out;
    }
    boost::json::value curl_json(std::vector<std::string> arguments) const {
        const auto out = curl(std::move(arguments));
        boost::system::error_code broken;
        auto value = boost::json::parse(out, broken);
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
    boost::json::value say(const std::string& session, const std::string& words) const {
        return curl_json(
            {"-H",
             "Content-Type: application/json",
             "-d",
             boost::json::serialize(boost::json::object{{"message", words}}),
             "/sessions/" + session + "/messages?wait=true"}
        );
    }

    struct Heard {
        std::vector<std::string> types;
        std::vector<boost::json::object> lines;
    };
    // The official client, from now until an event of that type; `then` once it has joined.
    template <class Then>
    Heard listen(boost::json::object plan, const Then& then) const {
        plan["url"] = url_;
        if (!plan.contains("token")) plan["token"] = token_;
        auto client =
            LiveProgram::start({node_program(), node_tests_folder() + "/socket_client.mjs"});
        client.write(boost::json::serialize(plan) + "\n");
        Heard heard;
        for (;;) {
            const auto line = client.read_line();
            if (line.empty()) return heard;
            heard.lines.push_back(boost::json::parse(line).as_object());
            const auto& last = heard.lines.back();
            if (last.contains("joined")) then();
            if (last.contains("type")) heard.types.emplace_back(last.at("type").as_string());
        }
    }

    std::unique_ptr<Aimock> upstream_;
    std::unique_ptr<Workbench> bench_;
    std::optional<LiveProgram> server_;
    std::string said_;  // before it was ready, and that it is
    std::string url_;
    std::string token_;
};

}  // namespace fovea::testing
