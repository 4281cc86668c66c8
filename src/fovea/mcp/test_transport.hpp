// For tests: a server that does what the test's script says, without a process or a socket.
//
//     auto transport = std::make_unique<TestTransport>([](const Message& sent, TestTransport& server) {
//         if (const auto* request = std::get_if<Request>(&sent)) server.answer(*request, {…});
//     });
//
// The script runs inside send(), on the thread that sends. With greeting() in front of it, the
// handshake is done.
#pragma once

#include "fovea/mcp/transport.hpp"

#include <boost/json.hpp>

#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace fovea::mcp {

class TestTransport final : public Transport {
public:
    using Script = std::function<void(const Message&, TestTransport&)>;

    explicit TestTransport(Script script, std::vector<std::string>* sent = nullptr)
        : script_(std::move(script)), sent_(sent) {}

    Result<void, Failure> open(TransportEvents events) override {
        events_ = std::move(events);
        return {};
    }
    Result<void, Failure> send(const Message& message, std::chrono::milliseconds) override {
        if (sent_ != nullptr) sent_->push_back(write_message(message));
        script_(message, *this);
        return {};
    }
    void abandon(const Id&) override {}
    void agreed(const std::string&) override {}
    void close() override {}

    void say(Message message) const { events_.on_message(std::move(message)); }
    void answer(const Request& request, boost::json::value result) const {
        say(Response{request.id, std::move(result)});
    }
    void fail(const Request& request, const Failure& why) const {
        events_.on_failed(request.id, why);
    }
    void end(const std::string& why) const { events_.on_end({Failure::Kind::Gone, why}); }

private:
    Script script_;
    std::vector<std::string>* sent_;
    TransportEvents events_;
};

// Answers "initialize", with tools, and leaves all else to the script.
inline TestTransport::Script greeting(
    TestTransport::Script script, const std::string& version = "2025-11-25"
) {
    return [script = std::move(script), version](const Message& sent, TestTransport& server) {
        const auto* request = std::get_if<Request>(&sent);
        if (request != nullptr && request->method == "initialize") {
            return server.answer(
                *request,
                {{"protocolVersion", version},
                 {"capabilities", {{"tools", boost::json::object()}}},
                 {"serverInfo", {{"name", "test"}, {"version", "1"}}}}
            );
        }
        script(sent, server);
    };
}

// The request of that method, if it is one.
inline const Request* as_request(const Message& message, std::string_view method) {
    const auto* request = std::get_if<Request>(&message);
    return request != nullptr && request->method == method ? request : nullptr;
}

}  // namespace fovea::mcp
