#include "fovea/serve/mcp/endpoint.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/mcp/server/era.hpp"
#include "fovea/serve/http/request_id.hpp"
#include "fovea/serve/mcp/message_answer.hpp"
#include "fovea/serve/mcp/modern_headers.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <utility>

namespace fovea::serve {
namespace {

constexpr std::size_t kMaxSessions = 1000;
constexpr std::chrono::hours kIdle{1};

bool takes_events(const Request& request) {
    return request.header("accept").value_or("").find("text/event-stream") !=
           std::string_view::npos;
}

Response rpc_refusal(int status, std::optional<mcp::Id> id, mcp::RpcError error) {
    return {
        .status = status,
        .headers = {{"content-type", "application/json"}, {"cache-control", "no-store"}},
        .body = mcp::write_message(mcp::Response{std::move(id), std::move(error)})};
}

bool is_known_version(std::string_view version) {
    const auto known = mcp::supported_versions();
    return std::ranges::any_of(known, [&](const auto& each) {
        return each.as_string() == version;
    });
}

}  // namespace

Result<std::unique_ptr<McpEndpoint>> McpEndpoint::open(
    const host::Situation& situation, host::Machine& machine
) {
    std::unique_ptr<McpEndpoint> endpoint(new McpEndpoint(machine));
    endpoint->offer_ = TRY(host::McpOffer::open(situation, machine));
    endpoint->lane_ = std::make_unique<WorkPool::Lane>(
        machine.call_threads().pool, WorkPool::Share{.at_once = 4, .waiting = 1u << 16}
    );
    return endpoint;
}

McpEndpoint::~McpEndpoint() {
    sessions_.clear();
    lane_.reset();
}

std::vector<Route> McpEndpoint::routes() {
    return {
        {.method = "POST",
         .path = "/mcp",
         .scope = Scope::Mcp,
         .takes = {"application/json"},
         .max_body = mcp::kMaxMessage,
         .answer = [this](Call& call) { return post(call); }},
        {.method = "DELETE",
         .path = "/mcp",
         .scope = Scope::Mcp,
         .answer = [this](Call& call) { return end(call); }},
    };
}

McpEndpoint::Session McpEndpoint::make_session() {
    auto settings = offer_->session_settings();
    // Over a network a client's own word for which of our files it may read counts for nothing.
    settings.roots.rule = mcp::RootsRule::Configured;
    return std::make_shared<mcp::ServerSession>(
        offer_->offer(), machine_.call_threads(), std::move(settings)
    );
}

void McpEndpoint::let_go(Session session) {
    // The last of them waits for what it runs.
    lane_->add([session = std::move(session)]() mutable { session.reset(); });
}

McpEndpoint::Session McpEndpoint::find(const Call& call) {
    const auto id = call.request.header("mcp-session-id");
    const std::scoped_lock lock(mutex_);
    const auto found = sessions_.find(std::string(id.value_or("")));
    if (found == sessions_.end() || found->second.owner != call.who.name) return nullptr;
    found->second.last_use = std::chrono::steady_clock::now();
    return found->second.session;
}

void McpEndpoint::forget_idle() {
    const auto now = std::chrono::steady_clock::now();
    std::erase_if(sessions_, [&](auto& each) {
        if (now - each.second.last_use < kIdle) return false;
        let_go(std::move(each.second.session));
        return true;
    });
}

Result<Response> McpEndpoint::post(Call& call) {
    const auto message = mcp::read_message(call.body);
    if (!message.ok()) {
        return rpc_refusal(400, message.error().id, message.error().error);
    }
    const auto* request = std::get_if<mcp::Request>(&message.value());
    if (request != nullptr && modern_version(*request)) return post_modern(call, *request);
    if (request != nullptr && request->method == "initialize") return begin_session(call);

    const auto version = call.request.header("mcp-protocol-version");
    if (version && !is_known_version(*version)) {
        return rpc_refusal(
            400, std::nullopt, {mcp::kInvalidRequest, "the protocol version is not known here"}
        );
    }
    if (version == mcp::kModernVersion && request != nullptr) return post_modern(call, *request);
    if (!call.request.header("mcp-session-id")) {
        return rpc_refusal(
            400, std::nullopt, {mcp::kInvalidRequest, "Mcp-Session-Id is missing: initialize first"}
        );
    }
    const auto session = find(call);
    if (!session) {
        return rpc_refusal(
            404, std::nullopt, {mcp::kInvalidRequest, "there is no such session: initialize again"}
        );
    }
    if (request == nullptr) {
        session->take(call.body, [](const mcp::Message&) {});
        return Response::empty(202);
    }
    const auto voice = std::make_shared<McpVoice>(
        request->id, McpAnswerSettings{.may_stream = takes_events(call.request)}
    );
    session->take(call.body, voice->send());
    Response response;
    // Hanging up is no cancellation here.
    response.later =
        make_message_answer(voice, [this, session]() mutable { let_go(std::move(session)); });
    return response;
}

Result<Response> McpEndpoint::begin_session(Call& call) {
    const auto message = mcp::parse_message(call.body);
    const auto session = make_session();
    const auto id = random_name(32);
    {
        const std::scoped_lock lock(mutex_);
        forget_idle();
        if (sessions_.size() >= kMaxSessions) {
            return Error{ErrorCode::LimitExceeded, "too many sessions of MCP are open"};
        }
        sessions_.emplace(id, Kept{session, call.who.name, std::chrono::steady_clock::now()});
    }
    const auto voice = std::make_shared<McpVoice>(
        std::get<mcp::Request>(message.value()).id,
        McpAnswerSettings{.may_stream = false, .headers = {{"mcp-session-id", id}}}
    );
    session->take(call.body, voice->send());
    Response response;
    response.later = make_message_answer(voice, [] {});
    return response;
}

Result<Response> McpEndpoint::post_modern(Call& call, const mcp::Request& request) {
    if (const auto checked = check_modern_headers(call.request, request); !checked.ok()) {
        return rpc_refusal(400, request.id, checked.error());
    }
    const auto session = make_session();
    const auto voice = std::make_shared<McpVoice>(
        request.id, McpAnswerSettings{.may_stream = takes_events(call.request), .is_modern = true}
    );
    session->take(call.body, voice->send());
    Response response;
    // With the session goes what it runs: hanging up cancels.
    response.later =
        make_message_answer(voice, [this, session]() mutable { let_go(std::move(session)); });
    return response;
}

Result<Response> McpEndpoint::end(Call& call) {
    if (!find(call)) {
        return rpc_refusal(404, std::nullopt, {mcp::kInvalidRequest, "there is no such session"});
    }
    const std::scoped_lock lock(mutex_);
    const auto found = sessions_.find(std::string(*call.request.header("mcp-session-id")));
    if (found != sessions_.end()) {
        let_go(std::move(found->second.session));
        sessions_.erase(found);
    }
    return Response::empty(204);
}

}  // namespace fovea::serve
