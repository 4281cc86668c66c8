// For tests: a daemon with model servers behind it that a script plays, one for each dialect, and two models: one that sees.
#pragma once

#include "fovea/net/test_server.hpp"
#include "fovea/serve/test_daemon.hpp"

#include <atomic>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

namespace fovea::serve {

using net::TestConnection;
using net::TestRequest;

class GatewayRoutes : public DaemonTest {
protected:
    void SetUp() override {
        HostTest::SetUp();
        for (const auto* const kind : {"anthropic", "openai_chat", "openai_responses", "ollama"}) {
            loaded_.settings.providers[kind] = {.kind = kind, .base_url = server_.url("")};
        }
        for (const auto* const name : {"seer", "reader"}) {
            loaded_.settings.models[name] = {.vision = std::string(name) == "seer", .tools = true};
        }
        start();
    }
    void TearDown() override { DaemonTest::TearDown(); }

    // What the server hears is kept, and what it says is for the test to say.
    void serve(TestConnection& peer) {
        while (auto request = peer.read_request()) {
            std::function<void(const TestRequest&, TestConnection&)> answer;
            {
                const std::scoped_lock lock(mutex_);
                heard_.push_back(*request);
                answer = answer_;
            }
            answer(*request, peer);
            if (hangs_up_) return;
        }
    }
    std::size_t count() {
        const std::scoped_lock lock(mutex_);
        return heard_.size();
    }
    TestRequest last() {
        const std::scoped_lock lock(mutex_);
        return heard_.back();
    }
    void says(std::function<void(const TestRequest&, TestConnection&)> answer) {
        const std::scoped_lock lock(mutex_);
        answer_ = std::move(answer);
    }

    // An answer of any length.
    TestAnswer send(
        const std::string& path, const std::string& body, const std::string& more = {}
    ) {
        TestClient client(daemon_->port());
        client.send(
            head("POST", path, more) + "content-length: " + std::to_string(body.size()) +
            "\r\n\r\n" + body
        );
        auto answer = read_answer(client);
        while (answer.has("transfer-encoding: chunked")) {
            const auto size = std::strtoul(client.read_until("\r\n").c_str(), nullptr, 16);
            answer.body += client.read(size);
            client.read(2);
            if (size == 0) break;
        }
        return answer;
    }

    std::atomic<bool> hangs_up_ = false;  // behind each answer
    std::mutex mutex_;
    std::vector<TestRequest> heard_;
    std::function<void(const TestRequest&, TestConnection&)> answer_ =
        [](const TestRequest&, TestConnection& peer) { peer.respond(200, "{\"ok\":true}"); };
    net::TestServer server_{[this](TestConnection& peer) { serve(peer); }};
};

struct Spoken {
    std::string path;
    std::string provider;
};
inline const std::vector<Spoken> kSpoken = {
    {"/v1/messages", "anthropic"},
    {"/v1/chat/completions", "openai_chat"},
    {"/v1/responses", "openai_responses"},
    {"/api/chat", "ollama"}};

}  // namespace fovea::serve
