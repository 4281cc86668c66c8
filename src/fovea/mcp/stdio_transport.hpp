// A server that is a program: started here, one message a line on its input and output.
//
//     StdioTransport transport({.command = {"node", {"server.js"}, environment}});
//
// One thread moves everything: what waits to be written, what comes, what the server writes on its
// standard error. A server that does not read holds up nobody; beyond 96 MiB that wait, sending
// fails. A line that is no message is noted and left out; where it is the answer to a request, the
// request fails at once. So it does when its answer is longer than `max_line`. A line without end ends
// the server.
//
// close(): its input is closed; when it has not ended after `grace` it gets SIGTERM, after another
// SIGKILL, with its whole group. It is always reaped.
#pragma once

#include "fovea/mcp/error_output.hpp"
#include "fovea/mcp/message_lines.hpp"
#include "fovea/mcp/server_process.hpp"
#include "fovea/mcp/transport.hpp"

#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace fovea::mcp {

struct StdioSettings {
    ServerCommand command;
    std::vector<std::string> hidden = {};  // values that must not enter a log or a message
    std::chrono::milliseconds grace{2'000};
    std::size_t max_line = kMaxMessage;
};

class StdioTransport final : public Transport {
public:
    explicit StdioTransport(StdioSettings settings);
    ~StdioTransport() override;

    Result<void, Failure> open(TransportEvents events) override;
    Result<void, Failure> send(const Message& message, std::chrono::milliseconds timeout) override;
    void abandon(const Id&) override {}
    void agreed(const std::string&) override {}
    void close() override;

private:
    struct Outbox {
        std::deque<std::string> lines;
        std::size_t bytes = 0;
        std::size_t written = 0;  // of the first line
        bool closing = false;
        bool ended = false;
    };
    enum class Until { Ended, TimeOver };

    void run();
    std::optional<Failure> serve();  // until the server ends, or nothing when we do
    std::optional<Failure> take_output();
    std::optional<Failure> take_long_line(const LongLine& line);
    void take_line(const std::string& line);
    std::optional<Failure> write_some();
    void take_errors();
    Failure why_it_ended();
    Until drain(std::chrono::milliseconds timeout);
    void wake() const;
    void note(const std::string& text);

    StdioSettings settings_;
    TransportEvents events_;
    MessageLines lines_;
    ErrorOutput errors_;
    std::size_t bad_lines_ = 0;
    std::optional<ServerProcess> process_;  // of the thread, once it runs
    Fd wake_;                               // an eventfd
    std::mutex mutex_;                      // guards outbox_
    Outbox outbox_;
    std::mutex closing_;  // one thread joins
    std::jthread thread_;
};

}  // namespace fovea::mcp
