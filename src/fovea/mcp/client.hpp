// Speaks the Model Context Protocol with one server, as its client: the handshake, its tools, calls.
//
//     auto client = TRY(Client::connect(std::move(transport), settings, stop));
//     for (const ToolInfo& tool : TRY(client->list_tools(stop))) …
//     auto result = client->call_tool("look", arguments, on_progress, stop);
//
// Asks for revision 2025-11-25 and takes the older ones. Several threads may call at once. A call
// ends with its answer, its time, `stop` or the server, whichever is first; when it ends early the
// server is told (notifications/cancelled). Progress starts the time of a call anew, up to a
// maximum; it is handed over on the thread that called.
//
// The server may ask too: ping and roots/list are answered, all else is "method not found". Answers
// nobody waits for and notifications nobody knows count for nothing.
#pragma once

#include "fovea/mcp/tool_list.hpp"
#include "fovea/mcp/transport.hpp"

#include <boost/json/object.hpp>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::mcp {

struct ClientSettings {
    std::string version = "0";                        // of this program
    std::vector<std::string> roots;                   // absolute paths of the workspace
    std::chrono::milliseconds start_timeout{30'000};  // of the handshake and of lists
    std::chrono::milliseconds call_timeout{300'000};
    std::chrono::milliseconds max_call_timeout{3'600'000};  // with progress

    // Called on a thread of the transport; they return at once.
    std::function<void()> on_tools_changed = {};
    std::function<void(const Failure&)> on_end = {};
    std::function<void(const std::string&)> on_note = {};
};

struct CallProgress {
    double done = 0;
    std::optional<double> total = {};
    std::string message = {};
};
using OnProgress = std::function<void(const CallProgress&)>;

class Client {
public:
    static Result<std::unique_ptr<Client>, Failure> connect(
        std::unique_ptr<Transport> transport, ClientSettings settings, const std::stop_token& stop
    );

    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;
    ~Client();

    Result<ToolList, Failure> list_tools(const std::stop_token& stop);

    // The server's CallToolResult as it came.
    Result<boost::json::object, Failure> call_tool(
        const std::string& name,
        const boost::json::object& arguments,
        const OnProgress& on_progress,
        const std::stop_token& stop
    );

    void close();

private:
    using Clock = std::chrono::steady_clock;
    using Outcome = Result<boost::json::value, Failure>;

    struct Pending {
        std::optional<Outcome> outcome;
        std::deque<CallProgress> progress;  // not handed over yet; bounded
    };
    struct Times {
        std::chrono::milliseconds quiet;  // without progress
        std::chrono::milliseconds total;
    };

    Client(std::unique_ptr<Transport> transport, ClientSettings settings);

    Result<void, Failure> shake_hands(const std::stop_token& stop);
    Outcome request(
        const std::string& method,
        boost::json::object params,
        const Times& times,
        const OnProgress& on_progress,
        const std::stop_token& stop
    );
    Outcome wait(
        std::int64_t id,
        const Times& times,
        const OnProgress& on_progress,
        const std::stop_token& stop
    );
    void give_up(std::int64_t id, const std::string& method, const std::string& reason);

    void take(Message message);
    void take_response(Response response);
    void take_request(const Request& request);
    void take_notification(const Notification& notification);
    void take_progress(const boost::json::object& params);
    std::optional<Id> only_pending();
    void settle(const Id& id, Outcome outcome);
    void end(const Failure& failure);

    ClientSettings settings_;
    std::mutex mutex_;  // guards next_id_, pending_, ended_
    std::condition_variable_any changed_;
    std::int64_t next_id_ = 1;
    std::map<std::int64_t, Pending> pending_;
    std::optional<Failure> ended_;
    bool has_tools_ = false;
    std::unique_ptr<Transport> transport_;  // last: its threads use all of the above
};

}  // namespace fovea::mcp
