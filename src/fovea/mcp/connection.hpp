// One server of the configuration: started, asked for its tools, called, and started again when it
// ended.
//
//     Connection files({.name = "files", .open_transport = …, .client = …});
//     files.wait_until_settled(30s, stop);
//     files.status().state == ServerState::Connected;
//     auto result = files.call("read", arguments, {}, stop);
//
// All of it may be called from several threads. A thread of its own connects, and lists the tools
// again when the server says that they changed; so the constructor returns at once, and servers
// start beside each other. A server that cannot be started is Failed with the reason, and stops
// nobody. When one ends, the calls that it was doing fail; the next call starts it again, unless it
// ended too often (restarts.hpp). A server that only forgot the session is greeted anew, and the call
// is made once more, because it did nothing yet.
//
// The destructor ends the server in good order; begin_close() on several first, and they end beside
// each other.
#pragma once

#include "fovea/mcp/client.hpp"
#include "fovea/mcp/restarts.hpp"

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace fovea::mcp {

enum class ServerState : std::uint8_t { Pending, Connected, Failed };

// "pending", "connected", "failed".
std::string_view wire_name(ServerState state);

struct ServerStatus {
    std::string name;
    ServerState state = ServerState::Pending;
    std::string reason;  // why it failed
    std::size_t tools = 0;
    std::size_t left_out = 0;  // tools that it has, or more

    bool operator==(const ServerStatus&) const = default;
};

struct ConnectionSettings {
    std::string name;
    // For each start anew.
    std::function<Result<std::unique_ptr<Transport>>()> open_transport;
    ClientSettings client = {};
    RestartPolicy restarts = {};
    std::function<void(const std::string&)> log = {};  // of little interest: "mcp files: …"
};

class Connection {
public:
    explicit Connection(ConnectionSettings settings);
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    ~Connection();

    // Until it is not Pending, or the time is over, or `stop`.
    void wait_until_settled(std::chrono::milliseconds limit, const std::stop_token& stop);

    const std::string& name() const { return settings_.name; }
    ServerStatus status() const;
    std::vector<ToolInfo> tools() const;
    std::uint64_t revision() const;  // grows when the tools may have changed

    Result<boost::json::object, Failure> call(
        const std::string& tool,
        const boost::json::object& arguments,
        const OnProgress& on_progress,
        const std::stop_token& stop
    );

    void begin_close();

private:
    using Clock = std::chrono::steady_clock;

    struct State {
        ServerState state = ServerState::Pending;
        std::string reason;
        // Shared by the thread and the calls under way, which end before their client does.
        std::shared_ptr<Client> client;
        ToolList list;
        std::uint64_t revision = 0;
        std::uint64_t start = 0;       // which one is the current
        std::uint64_t last_ended = 0;  // the newest start that ended
        bool wanted = true;            // to be started
        bool stale = false;            // the list
    };

    void run(const std::stop_token& stop);
    void connect(const std::stop_token& stop);
    void connect_safely(const std::stop_token& stop);
    Result<std::shared_ptr<Client>, Failure> start(
        std::uint64_t start, const std::stop_token& stop
    );
    void list_again(const std::stop_token& stop);
    Result<std::shared_ptr<Client>, Failure> live_client(const std::stop_token& stop);
    void forget(const std::shared_ptr<Client>& client, const std::string& reason);
    void take_end(std::uint64_t start, const Failure& failure);
    void log(const std::string& words) const;

    ConnectionSettings settings_;
    Restarts restarts_;  // of the thread
    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    State state_;          // under mutex_
    std::jthread thread_;  // last
};

}  // namespace fovea::mcp
