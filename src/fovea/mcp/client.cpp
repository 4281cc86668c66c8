#include "fovea/mcp/client.hpp"

#include "fovea/base/json_members.hpp"
#include "fovea/mcp/words.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

namespace fovea::mcp {
namespace {

namespace json = boost::json;
using namespace std::chrono_literals;

constexpr std::string_view kVersion = "2025-11-25";
constexpr std::array<std::string_view, 4> kKnownVersions = {
    "2024-11-05", "2025-03-26", "2025-06-18", kVersion};

constexpr std::size_t kMaxPages = 100;
constexpr auto kSendTimeout = 10s;
constexpr auto kCancelTimeout = 1s;  // a caller that wants to stop does not wait for politeness

Failure broken(std::string message) {
    return {Failure::Kind::Broken, std::move(message)};
}

Result<json::object, Failure> object_of(json::value value, const std::string& method) {
    if (!value.is_object()) return broken("the server's answer to " + method + " is not an object");
    return std::move(value.get_object());
}

}  // namespace

Client::Client(std::unique_ptr<Transport> transport, ClientSettings settings)
    : settings_(std::move(settings)), transport_(std::move(transport)) {}

Client::~Client() {
    close();
}

void Client::close() {
    transport_->close();
    end({Failure::Kind::Gone, "the connection was closed"});
}

Result<std::unique_ptr<Client>, Failure> Client::connect(
    std::unique_ptr<Transport> transport, ClientSettings settings, const std::stop_token& stop
) {
    std::unique_ptr<Client> client(new Client(std::move(transport), std::move(settings)));
    auto* self = client.get();
    TRY(self->transport_->open(
        {.on_message = [self](Message message) { self->take(std::move(message)); },
         .on_failed = [self](const Id& id, const Failure& why) { self->settle(id, why); },
         .on_end = [self](const Failure& why) { self->end(why); },
         .on_note =
             [self](const std::string& note) {
                 if (self->settings_.on_note) self->settings_.on_note(note);
             }}
    ));
    TRY(client->shake_hands(stop));
    return client;
}

Result<void, Failure> Client::shake_hands(const std::stop_token& stop) {
    const json::object hello{
        {"protocolVersion", kVersion},
        {"capabilities", {{"roots", json::object()}}},
        {"clientInfo", {{"name", "fovea"}, {"version", settings_.version}}}};
    const Times times{settings_.start_timeout, settings_.start_timeout};
    auto answer = TRY(request("initialize", hello, times, {}, stop));
    const auto result = TRY(object_of(std::move(answer), "initialize"));
    const std::string version(text_in(result, "protocolVersion"));
    if (std::ranges::find(kKnownVersions, version) == kKnownVersions.end()) {
        return broken(
            "unsupported protocol version: the server uses \"" + clean_line(version, 40) +
            "\", this program supports up to " + std::string(kVersion)
        );
    }
    const auto* capabilities = result.if_contains("capabilities");
    has_tools_ = capabilities != nullptr && capabilities->is_object() &&
                 capabilities->get_object().contains("tools");
    transport_->agreed(version);
    return transport_->send(Notification{"notifications/initialized"}, kSendTimeout);
}

Result<ToolList, Failure> Client::list_tools(const std::stop_token& stop) {
    ToolList list;
    if (!has_tools_) return list;
    const auto deadline = Clock::now() + settings_.start_timeout;  // of all pages
    std::set<std::string> seen;  // a server may send us round in circles
    std::optional<std::string> cursor;
    for (std::size_t page = 0; page < kMaxPages; ++page) {
        json::object params;
        if (cursor) params["cursor"] = *cursor;
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
        const Times times{left, left};
        auto answer = TRY(request("tools/list", std::move(params), times, {}, stop));
        const auto result = TRY(object_of(std::move(answer), "tools/list"));
        cursor = add_page(result, list);
        if (!cursor || !seen.insert(*cursor).second) break;
    }
    return list;
}

Result<json::object, Failure> Client::call_tool(
    const std::string& name,
    const json::object& arguments,
    const OnProgress& on_progress,
    const std::stop_token& stop
) {
    const Times times{
        settings_.call_timeout, std::max(settings_.call_timeout, settings_.max_call_timeout)};
    auto answer = TRY(
        request("tools/call", {{"name", name}, {"arguments", arguments}}, times, on_progress, stop)
    );
    return object_of(std::move(answer), "tools/call");
}

Client::Outcome Client::request(
    const std::string& method,
    json::object params,
    const Times& times,
    const OnProgress& on_progress,
    const std::stop_token& stop
) {
    std::int64_t id = 0;
    {
        const std::lock_guard lock(mutex_);
        if (ended_) return *ended_;
        id = next_id_++;
        pending_[id];
    }
    if (method == "tools/call") params["_meta"] = {{"progressToken", id}};
    auto sent = transport_->send(Request{id, method, std::move(params)}, kSendTimeout);
    if (!sent.ok()) settle(id, std::move(sent).error());
    auto outcome = wait(id, times, on_progress, stop);
    if (!outcome.ok() && (outcome.error().kind == Failure::Kind::Timeout ||
                          outcome.error().kind == Failure::Kind::Cancelled)) {
        give_up(id, method, outcome.error().message);
    }
    return outcome;
}

Client::Outcome Client::wait(
    std::int64_t id, const Times& times, const OnProgress& on_progress, const std::stop_token& stop
) {
    const auto started = Clock::now();
    auto last_sign = started;
    std::unique_lock lock(mutex_);
    auto& pending = pending_.at(id);  // stays where it is: a map
    for (;;) {
        const auto deadline = [&] {
            return std::min(last_sign + times.quiet, started + times.total);
        };
        changed_.wait_until(lock, stop, deadline(), [&] {
            return pending.outcome || !pending.progress.empty();
        });
        // Taken away first: more may come while it is handed over, without end.
        const auto news = std::exchange(pending.progress, {});
        if (!news.empty() && on_progress) {
            lock.unlock();
            for (const auto& progress : news) on_progress(progress);
            lock.lock();
        }
        if (!news.empty()) last_sign = Clock::now();
        std::optional<Outcome> outcome = std::move(pending.outcome);
        if (!outcome && stop.stop_requested()) {
            outcome = Failure{Failure::Kind::Cancelled, "the call was cancelled"};
        } else if (!outcome && Clock::now() >= deadline()) {
            const auto seconds = std::chrono::duration<double>(Clock::now() - started).count();
            outcome = Failure{
                Failure::Kind::Timeout,
                "no answer within " + std::to_string(static_cast<int>(seconds)) + " s (timeout)"};
        }
        if (outcome) {
            pending_.erase(id);
            return std::move(*outcome);
        }
    }
}

void Client::give_up(std::int64_t id, const std::string& method, const std::string& reason) {
    // The protocol does not let a client cancel its first request.
    if (method != "initialize") {
        const Notification cancelled{
            "notifications/cancelled", {{"requestId", id}, {"reason", reason}}};
        static_cast<void>(transport_->send(cancelled, kCancelTimeout));
    }
    transport_->abandon(id);
}

}  // namespace fovea::mcp
