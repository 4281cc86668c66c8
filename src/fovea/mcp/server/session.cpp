#include "fovea/mcp/server/session.hpp"

#include "fovea/base/json_members.hpp"
#include "fovea/base/public_message.hpp"
#include "fovea/mcp/broken_message.hpp"
#include "fovea/mcp/server/client_host.hpp"
#include "fovea/mcp/server/elicitation.hpp"
#include "fovea/mcp/words.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::mcp {
namespace {

namespace json = boost::json;
using namespace std::chrono_literals;

constexpr std::int64_t kResourceNotFound = -32002;  // legacy; modern has kInvalidParams
constexpr Keeping kForAnHour{1h, true};
constexpr Keeping kForEver{24h * 365, false};  // what is named by its hash never changes
constexpr auto kAfterStop = 2s;

std::optional<Id> id_of_cancelled(const json::object& params) {
    const auto* id = params.if_contains("requestId");
    if (id == nullptr) return std::nullopt;
    if (id->is_string()) return Id{std::string(id->get_string())};
    if (id->is_int64()) return Id{id->get_int64()};
    return std::nullopt;
}

RpcError no_method(const std::string& method) {
    return {kMethodNotFound, "unknown method " + clean_line(method, 100)};
}

RootsSettings configured_only(RootsSettings settings) {
    settings.rule = RootsRule::Configured;
    return settings;
}

std::string_view member_of_list(const std::string& method) {
    if (method == "tools/list") return "tools";
    if (method == "resources/list") return "resources";
    if (method == "resources/templates/list") return "resourceTemplates";
    return {};
}

}  // namespace

ServerSession::ServerSession(const Offer& offer, CallThreads threads, SessionSettings settings)
    : offer_(offer),
      threads_(threads),
      settings_(std::move(settings)),
      roots_(settings_.roots),
      configured_roots_(configured_only(settings_.roots)),
      calls_(threads_, settings_.limits) {}

void ServerSession::take_bad(BadMessage bad, const Send& send) {
    Response told{std::move(bad.id), std::move(bad.error)};
    // A client's answer that cannot be read is one, so that nobody waits for it.
    if (!bad.is_answer || !peer_.take(told)) send(told);
}

void ServerSession::take_line(const Line& line, const Send& send) {
    if (const auto* text = std::get_if<std::string>(&line)) return take(*text, send);
    const auto& too_long = std::get<LongLine>(line);
    const auto broken = look_at_broken(too_long.ends);
    take_bad(
        {broken.id,
         {kInvalidRequest, "the message is " + too_large_words(too_long.bytes)},
         broken.is_answer},
        send
    );
}

void ServerSession::take(std::string_view text, const Send& send) {
    auto message = read_message(text);
    if (!message.ok()) return take_bad(message.error(), send);
    if (auto* request = std::get_if<Request>(&message.value())) {
        take_request(std::move(*request), text.size(), send);
    } else if (auto* notification = std::get_if<Notification>(&message.value())) {
        take_notification(*notification);
    } else {
        peer_.take(std::move(std::get<Response>(message.value())));
    }
}

void ServerSession::take_notification(const Notification& notification) {
    if (notification.method == "notifications/cancelled") {
        if (const auto id = id_of_cancelled(notification.params)) calls_.cancel(*id);
    } else if (notification.method == "notifications/roots/list_changed") {
        roots_.changed();
    }
}

void ServerSession::take_request(Request request, std::size_t bytes, const Send& send) {
    Agreed agreed;
    {
        const std::scoped_lock lock(mutex_);
        agreed = agreed_;
    }
    const auto under = era_of(request, agreed);
    if (!under.ok()) return send(Response{request.id, under.error()});
    const auto& era = under.value();
    const auto* method = method_for(request, era);
    if (method == nullptr) {
        if (auto outcome = quick(request, era)) {
            return send(Response{request.id, std::move(*outcome)});
        }
    }
    const auto voice = std::make_shared<CallVoice>(request, send, threads_.heart.every());
    Calls::Work work;
    if (method != nullptr) {
        work = call_method(std::move(request), era, *method, send);
    } else if (request.method == "tools/call") {
        const auto name = text_in(request.params, "name");
        const auto* row = offer_.tools.find(name);
        if (row == nullptr) {
            const auto shown = clean_line(name, 100);
            return voice->answer(RpcError{kInvalidParams, "unknown tool \"" + shown + "\""});
        }
        work = call_tool(std::move(request), era, *row, voice, send);
    } else {
        work = read_resource(std::string(text_in(request.params, "uri")), era);
    }
    const auto started = calls_.start(voice, std::move(work), bytes);
    if (!started.ok()) voice->answer(started.error());
}

std::optional<ServerSession::Outcome> ServerSession::quick(const Request& request, const Era& era) {
    const auto& method = request.method;
    if (!member_of_list(method).empty()) return list(request, era);
    if (method == "tools/call") {
        const auto* arguments = request.params.if_contains("arguments");
        const bool wrong = arguments != nullptr && !arguments->is_null() && !arguments->is_object();
        if (wrong) return RpcError{kInvalidParams, "the arguments of a tool must be an object"};
        return std::nullopt;
    }
    if (method == "resources/read") return std::nullopt;
    if (era.modern) {
        return method == "server/discover" ? discover(era) : Outcome(no_method(method));
    }
    if (method == "initialize") return initialize(request);
    if (method == "ping") return json::object();
    return no_method(method);
}

json::object ServerSession::capabilities() const {
    if (offer_.capabilities) return *offer_.capabilities;
    return {{"tools", json::object()}, {"resources", json::object()}};
}

ServerSession::Outcome ServerSession::initialize(const Request& request) {
    const auto version = agree_on(text_in(request.params, "protocolVersion"));
    const auto* given = request.params.if_contains("capabilities");
    const auto client =
        given != nullptr && given->is_object() ? given->get_object() : json::object();
    const auto* host = request.params.if_contains("clientInfo");
    const bool alone =
        host != nullptr && host->is_object() && reads_structured_alone(host->get_object());
    {
        const std::scoped_lock lock(mutex_);
        agreed_ = {version, alone};
        has_roots_ = client.contains("roots");
        can_elicit_ = can_elicit(client);
    }
    roots_.changed();
    return json::object{
        {"protocolVersion", version},
        {"capabilities", capabilities()},
        {"serverInfo", {{"name", "fovea"}, {"title", "Fovea"}, {"version", offer_.version}}},
        {"instructions", offer_.instructions}};
}

ServerSession::Outcome ServerSession::discover(const Era& era) const {
    return seal(
        {{"supportedVersions", supported_versions()},
         {"capabilities", capabilities()},
         {"instructions", offer_.instructions}},
        era,
        offer_.version,
        kForAnHour
    );
}

// All there is stands on one page, so that no cursor is ever ours.
ServerSession::Outcome ServerSession::list(const Request& request, const Era& era) const {
    const auto* cursor = request.params.if_contains("cursor");
    if (cursor != nullptr && *cursor != nullptr && *cursor != "") {
        return RpcError{kInvalidParams, "unknown cursor"};
    }
    json::array items;
    if (request.method == "tools/list") {
        for (const auto& row : offer_.tools.rows()) items.push_back(to_json(row.tool));
    } else if (request.method == "resources/templates/list") {
        items = offer_.resource_templates;
    }
    json::object result;
    result[member_of_list(request.method)] = std::move(items);
    return seal(std::move(result), era, offer_.version, kForAnHour);
}

Calls::Work ServerSession::read_resource(std::string uri, const Era& era) const {
    return [this, era, uri = std::move(uri)](const std::stop_token& stop) -> Outcome {
        auto found = offer_.read_resource(uri, stop);
        if (!found.ok()) {
            const auto error = told(found.error());
            const bool absent =
                error.code == ErrorCode::FileNotFound || error.code == ErrorCode::InvalidInput;
            const auto missing = era.modern ? kInvalidParams : kResourceNotFound;
            return RpcError{
                absent ? missing : kInternalError, error.message, {{"uri", clean_line(uri, 500)}}};
        }
        json::object result{{"contents", json::array{std::move(found).value()}}};
        return seal(std::move(result), era, offer_.version, kForEver);
    };
}

Error ServerSession::told(Error error) const {
    if (settings_.is_remote) error.message = public_message(error);
    return error;
}

bool ServerSession::finish(std::chrono::milliseconds grace) {
    if (calls_.wait(grace)) return true;
    calls_.cancel_all();
    return calls_.wait(kAfterStop);
}

}  // namespace fovea::mcp
