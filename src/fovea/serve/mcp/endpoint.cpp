#include "fovea/serve/mcp/endpoint.hpp"

#include "fovea/mcp/server/era.hpp"
#include "fovea/serve/http/request_id.hpp"
#include "fovea/serve/mcp/modern_headers.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <utility>

namespace fovea::serve {
namespace {

constexpr std::size_t kMaxSessions = 1000;
constexpr std::size_t kMaxOfOwner =
    100;  // a client that begins anew again and again keeps nobody else out
constexpr std::chrono::hours kIdle{1};
constexpr std::string_view kPriming = "2025-11-25";  // streams begin with an id since

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

Response refusal(int status, std::string why) {
    return rpc_refusal(status, std::nullopt, {mcp::kInvalidRequest, std::move(why)});
}

bool is_known_version(std::string_view version) {
    const auto known = mcp::supported_versions();
    return std::ranges::any_of(known, [&](const auto& each) {
        return each.as_string() == version;
    });
}

bool is_modern(const Request& request) {
    return request.header("mcp-protocol-version") == mcp::kModernVersion;
}

Response not_modern() {
    auto response = refusal(405, "since 2026-07-28 there is only POST here");
    response.headers.emplace_back("allow", "POST");
    return response;
}

Response unknown_version() {
    return refusal(400, "the protocol version is not known here");
}

}  // namespace

McpEndpoint::McpEndpoint(McpParts parts)
    : parts_(std::move(parts)),
      lane_(std::make_unique<WorkPool::Lane>(
          parts_.threads.pool, WorkPool::Share{.at_once = 4, .waiting = 1u << 16}
      )) {}

McpEndpoint::~McpEndpoint() {
    sessions_.clear();
    lane_.reset();
}

std::vector<Route> McpEndpoint::routes() {
    return {
        {.method = "POST",
         .path = parts_.path,
         .scope = parts_.scope,
         .takes = {"application/json"},
         .max_body = mcp::kMaxMessage,
         .answer = [this](Call& call) { return post(call); }},
        {.method = "GET",
         .path = parts_.path,
         .scope = parts_.scope,
         .answer = [this](Call& call) { return listen(call); }},
        {.method = "DELETE",
         .path = parts_.path,
         .scope = parts_.scope,
         .answer = [this](Call& call) { return end(call); }},
    };
}

McpEndpoint::Session McpEndpoint::make_session(mcp::Send aside) {
    auto settings = parts_.settings;
    // Over a network a client's own word for which of our files it may read counts for nothing.
    settings.roots.rule = mcp::RootsRule::Configured;
    settings.aside = std::move(aside);
    settings.is_remote = true;
    return std::make_shared<mcp::ServerSession>(parts_.offer, parts_.threads, std::move(settings));
}

void McpEndpoint::let_go(Session session) {
    // The last of them waits for what it runs.
    lane_->add([session = std::move(session)]() mutable { session.reset(); });
}

Result<McpEndpoint::Kept, Response> McpEndpoint::find(const Call& call) {
    const auto id = call.request.header("mcp-session-id");
    if (!id) return refusal(400, "Mcp-Session-Id is missing: initialize first");
    const std::scoped_lock lock(mutex_);
    const auto found = sessions_.find(std::string(*id));
    if (found == sessions_.end() || found->second.owner != call.who.name) {
        return refusal(404, "there is no such session: initialize again");
    }
    found->second.last_use = std::chrono::steady_clock::now();
    return found->second;
}

void McpEndpoint::forget_idle() {
    const auto now = std::chrono::steady_clock::now();
    std::erase_if(sessions_, [&](auto& each) {
        auto& kept = each.second;
        if (now - kept.last_use < kIdle || kept.streams->has_listener()) return false;
        let_go(std::move(kept.session));
        return true;
    });
}

void McpEndpoint::forget_oldest_of(const std::string& owner) {
    std::size_t count = 0;
    auto oldest = sessions_.end();
    for (auto each = sessions_.begin(); each != sessions_.end(); ++each) {
        if (each->second.owner != owner) continue;
        ++count;
        if (each->second.streams->has_listener()) continue;
        if (oldest == sessions_.end() || each->second.last_use < oldest->second.last_use) {
            oldest = each;
        }
    }
    if (count < kMaxOfOwner || oldest == sessions_.end()) return;
    let_go(std::move(oldest->second.session));
    sessions_.erase(oldest);
}

Result<Response> McpEndpoint::post(Call& call) {
    const auto message = mcp::read_message(call.body);
    if (!message.ok()) {
        return rpc_refusal(400, message.error().id, message.error().error);
    }
    const auto* request = std::get_if<mcp::Request>(&message.value());
    if (request != nullptr && (modern_version(*request) || is_modern(call.request))) {
        return post_modern(call, *request);
    }
    if (request != nullptr && request->method == "initialize") return begin_session(call, *request);

    const auto version = call.request.header("mcp-protocol-version");
    if (version && !is_known_version(*version)) return unknown_version();
    // Nobody is asked anything there, so that nothing waits for it.
    if (is_modern(call.request)) return Response::empty(202);
    const auto kept = find(call);
    if (!kept.ok()) return kept.error();
    const auto& session = kept.value().session;
    if (request == nullptr) {
        session->take(call.body, [](const mcp::Message&) {});
        return Response::empty(202);
    }
    const auto stream = kept.value().streams->add(
        {.answers = request->id,
         .may_stream = takes_events(call.request),
         .is_resumable = true,
         .primes = version.value_or("") >= kPriming}
    );
    session->take(call.body, stream->send());
    Response response;
    // Hanging up is no cancellation here.
    response.later = make_stream_answer(stream, std::nullopt, [this, session = session]() mutable {
        let_go(std::move(session));
    });
    return response;
}

Result<Response> McpEndpoint::listen(Call& call) {
    if (is_modern(call.request)) return not_modern();
    if (!takes_events(call.request)) {
        return refusal(406, "a GET here is for Accept: text/event-stream");
    }
    const auto version = call.request.header("mcp-protocol-version");
    if (version && !is_known_version(*version)) return unknown_version();
    const auto kept = find(call);
    if (!kept.ok()) return kept.error();
    const auto& streams = *kept.value().streams;
    Response response;
    const auto last = call.request.header("last-event-id");
    if (!last) {
        response.later = make_stream_answer(streams.aside(), std::nullopt, [] {});
        return response;
    }
    const auto place = streams.resume(*last);
    if (!place) return refusal(400, "there is no such event, or it is too old to go on from it");
    response.later = make_stream_answer(place->stream, place->told, [] {});
    return response;
}

Result<Response> McpEndpoint::begin_session(Call& call, const mcp::Request& request) {
    const auto streams = std::make_shared<SessionStreams>(parts_.timers);
    const auto session = make_session(streams->aside()->send());
    const auto id = random_name(32);
    {
        const std::scoped_lock lock(mutex_);
        forget_idle();
        forget_oldest_of(call.who.name);
        if (sessions_.size() >= kMaxSessions) {
            return Error{ErrorCode::LimitExceeded, "too many sessions of MCP are open"};
        }
        sessions_.emplace(
            id, Kept{session, streams, call.who.name, std::chrono::steady_clock::now()}
        );
    }
    const auto stream = streams->add(
        {.answers = request.id, .may_stream = false, .headers = {{"mcp-session-id", id}}}
    );
    session->take(call.body, stream->send());
    Response response;
    response.later = make_stream_answer(stream, std::nullopt, [] {});
    return response;
}

Result<Response> McpEndpoint::post_modern(Call& call, const mcp::Request& request) {
    if (const auto checked = check_modern_headers(call.request, request); !checked.ok()) {
        return rpc_refusal(400, request.id, checked.error());
    }
    const auto stream = std::make_shared<McpStream>(
        parts_.timers,
        StreamSettings{
            .answers = request.id, .may_stream = takes_events(call.request), .is_modern = true}
    );
    const auto session = make_session({});
    session->take(call.body, stream->send());
    Response response;
    // With the session goes what it runs: hanging up cancels.
    response.later = make_stream_answer(stream, std::nullopt, [this, session = session]() mutable {
        let_go(std::move(session));
    });
    return response;
}

Result<Response> McpEndpoint::end(Call& call) {
    if (is_modern(call.request)) return not_modern();
    const auto kept = find(call);
    if (!kept.ok()) return kept.error();
    kept.value().streams->end();
    const std::scoped_lock lock(mutex_);
    const auto found = sessions_.find(std::string(*call.request.header("mcp-session-id")));
    if (found != sessions_.end()) {
        let_go(std::move(found->second.session));
        sessions_.erase(found);
    }
    return Response::empty(204);
}

}  // namespace fovea::serve
