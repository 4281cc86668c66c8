// One client of our server: takes its messages, answers them. Knows nothing of pipes and sockets.
//
//     ServerSession session(offer, {pool, heart}, {});
//     session.take(line, send);      // answers come through `send`, also after this returned
//     session.finish(1s);            // what runs may end; then it is stopped
//
// Speaks both eras of the protocol (era.hpp), each request by its own. What is quick is answered
// before take() returns; calls of tools and reads of resources run beside, several at once (calls.hpp),
// with progress and cancellation. `send` is called from several threads, one message at a time for
// each request; requests to the client (roots/list, elicitation/create) go through the `send` of the
// call that needs them.
//
// Over stdio one session is the process; over HTTP it is what Mcp-Session-Id names, or, in the modern
// era, one request.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/mcp/message.hpp"
#include "fovea/mcp/message_lines.hpp"
#include "fovea/mcp/server/calls.hpp"
#include "fovea/mcp/server/client_roots.hpp"
#include "fovea/mcp/server/era.hpp"
#include "fovea/mcp/server/peer_requests.hpp"
#include "fovea/mcp/server/person_questions.hpp"
#include "fovea/mcp/server/served_tool.hpp"

#include <boost/json/object.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>

namespace fovea::mcp {

// A request that an offer answers in its own way.
struct MethodCall {
    const Request& request;
    const Era& era;
    Send send;   // what comes before the answer
    Send aside;  // what concerns no request
    // A request to the client (legacy): its result, or nothing where it has none.
    std::function<std::optional<boost::json::object>(const Notification&, const std::stop_token&)>
        ask;
};

enum class Eras : std::uint8_t { Both, Legacy, Modern };

struct Method {
    // May block.
    std::function<std::variant<boost::json::object, RpcError>(
        const MethodCall& call, const std::stop_token& stop
    )>
        run;
    Eras eras = Eras::Both;
};

// What a server has, for all of its clients. Outlives their sessions.
struct Offer {
    std::string version;       // of the program
    std::string instructions;  // for the client's model
    ToolTable tools;
    boost::json::array resource_templates = {};
    // "fovea://…" as one entry of `contents`. FileNotFound where there is no such.
    std::function<Result<boost::json::object>(const std::string& uri, const std::stop_token& stop)>
        read_resource;
    // Beside, or instead of, what a session does with tools and resources; by name.
    std::map<std::string, Method> methods = {};
    std::optional<boost::json::object> capabilities = {};  // instead of tools and resources
};

struct SessionSettings {
    CallLimits limits = {};
    RootsSettings roots = {};
    // Which files a tool may not read; empty: none.
    std::function<ingest::FileGuard(const std::string& tool)> guard_for = {};
    std::chrono::milliseconds roots_timeout{5000};
    std::chrono::milliseconds person_timeout{10 * 60'000};
    // Where messages go that concern no request; empty: nowhere.
    Send aside = {};
    // Who asks is not on this machine: failures of our own files do not say where those lie.
    bool is_remote = false;
};

class ServerSession {
public:
    ServerSession(const Offer& offer, CallThreads threads, SessionSettings settings);

    void take(std::string_view text, const Send& send);
    // Of a line that is too long, only that it is.
    void take_line(const Line& line, const Send& send);

    // Waits that long for what is under way, and then stops it. False when something still hangs.
    bool finish(std::chrono::milliseconds grace);

private:
    using Outcome = Calls::Outcome;

    void take_bad(BadMessage bad, const Send& send);
    void take_request(Request request, std::size_t bytes, const Send& send);
    void take_notification(const Notification& notification);
    // Nothing for what runs beside.
    std::optional<Outcome> quick(const Request& request, const Era& era);
    Outcome initialize(const Request& request);
    Outcome discover(const Era& era) const;
    Outcome list(const Request& request, const Era& era) const;
    Calls::Work call_tool(
        Request request,
        const Era& era,
        const ToolTable::Row& row,
        const std::shared_ptr<CallVoice>& voice,
        const Send& send
    );
    Calls::Work read_resource(std::string uri, const Era& era) const;
    Error told(Error error) const;
    const Method* method_for(const Request& request, const Era& era) const;  // null: none
    Calls::Work call_method(
        Request request, const Era& era, const Method& method, const Send& send
    );
    std::optional<boost::json::object> ask_for_roots(const Send& send, const std::stop_token& stop);
    Said ask_person(const std::string& question, const Send& send, const std::stop_token& stop);
    boost::json::object capabilities() const;

    const Offer& offer_;
    const CallThreads threads_;
    SessionSettings settings_;
    std::mutex mutex_;         // guards the three that follow
    Agreed agreed_;            // legacy
    bool has_roots_ = false;   // the client said that it would tell them
    bool can_elicit_ = false;  // and that it puts questions to a person
    PeerRequests peer_;
    PersonQuestions questions_;
    ClientRoots roots_;
    ClientRoots configured_roots_;  // for modern requests, which are asked nothing
    Calls calls_;                   // last: what it runs uses all of the above
};

}  // namespace fovea::mcp
