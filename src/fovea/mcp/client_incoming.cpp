// What the server sends, asked or unasked. All of it runs on threads of the transport.
#include "fovea/base/json_members.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/mcp/client.hpp"
#include "fovea/mcp/file_uri.hpp"
#include "fovea/mcp/words.hpp"

#include <boost/json.hpp>

#include <exception>
#include <string_view>
#include <utility>

namespace fovea::mcp {
namespace {

namespace json = boost::json;
using namespace std::chrono_literals;

constexpr std::size_t kMaxProgress = 64;  // not handed over; the oldest go first
constexpr auto kSendTimeout = 10s;

json::object roots_result(const std::vector<std::string>& roots) {
    json::array list;
    for (const auto& root : roots) list.push_back(json::object{{"uri", file_uri(root)}});
    return {{"roots", std::move(list)}};
}

}  // namespace

void Client::take(Message message) {
    try {
        if (auto* response = std::get_if<Response>(&message)) take_response(std::move(*response));
        if (const auto* request = std::get_if<Request>(&message)) take_request(*request);
        if (const auto* note = std::get_if<Notification>(&message)) take_notification(*note);
    } catch (const std::exception& stray) {  // out of memory; this runs on the transport's thread
        end(
            {Failure::Kind::Broken,
             std::string("its message could not be processed: ") + stray.what()}
        );
    }
}

void Client::take_response(Response response) {
    const bool is_error = std::holds_alternative<RpcError>(response.outcome);
    if (!response.id && is_error) response.id = only_pending();
    if (!response.id) return;
    if (const auto* error = std::get_if<RpcError>(&response.outcome)) {
        auto words = clean_words(error->message, 4000);
        if (words.empty()) words = "error " + std::to_string(error->code);
        settle(*response.id, Failure{Failure::Kind::Refused, std::move(words), error->code});
    } else {
        settle(*response.id, std::move(std::get<json::value>(response.outcome)));
    }
}

// An error about what the server could not read has no id: with one call under way it is that one's.
std::optional<Id> Client::only_pending() {
    const std::lock_guard lock(mutex_);
    if (pending_.size() != 1) return std::nullopt;
    return Id(pending_.begin()->first);
}

void Client::take_request(const Request& request) {
    Response response{request.id, RpcError{kMethodNotFound, "method not supported by this client"}};
    if (request.method == "ping") response.outcome = json::value(json::object());
    if (request.method == "roots/list") {
        response.outcome = json::value(roots_result(settings_.roots));
    }
    static_cast<void>(transport_->send(response, kSendTimeout));
}

void Client::take_notification(const Notification& notification) {
    if (notification.method == "notifications/progress") take_progress(notification.params);
    if (notification.method == "notifications/tools/list_changed" && settings_.on_tools_changed) {
        settings_.on_tools_changed();
    }
    if (notification.method == "notifications/message" && settings_.on_note) {
        const auto* data = notification.params.if_contains("data");
        if (data == nullptr) return;
        const auto words = data->is_string() ? std::string(data->get_string()) : json_text(*data);
        settings_.on_note(clean_line(words, 500));
    }
}

void Client::take_progress(const json::object& params) {
    const auto* token = params.if_contains("progressToken");
    const auto done = number_in(params, "progress");
    if (token == nullptr || !token->is_int64() || !done) return;
    const std::lock_guard lock(mutex_);
    const auto found = pending_.find(token->get_int64());
    if (found == pending_.end()) return;
    auto& pending = found->second;
    if (pending.progress.size() >= kMaxProgress) pending.progress.pop_front();
    pending.progress.push_back(
        {*done, number_in(params, "total"), clean_line(text_in(params, "message"), 500)}
    );
    changed_.notify_all();
}

void Client::settle(const Id& id, Outcome outcome) {
    const auto number = number_of(id);
    if (!number) return;
    const std::lock_guard lock(mutex_);
    const auto found = pending_.find(*number);
    if (found == pending_.end() || found->second.outcome) return;
    found->second.outcome = std::move(outcome);
    changed_.notify_all();
}

void Client::end(const Failure& failure) {
    {
        const std::lock_guard lock(mutex_);
        if (ended_) return;
        ended_ = failure;
        for (auto& [id, pending] : pending_) {
            if (!pending.outcome) pending.outcome = Outcome(failure);
        }
        changed_.notify_all();
    }
    if (settings_.on_end) settings_.on_end(failure);
}

}  // namespace fovea::mcp
