#include "fovea/mcp/http_transport.hpp"

#include "fovea/base/ascii.hpp"

#include <pthread.h>
#include <system_error>

#include <algorithm>
#include <array>
#include <exception>
#include <string_view>
#include <utility>

namespace fovea::mcp {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMaxRunning = 64;
constexpr std::uint64_t kMaxStreamBytes = 256u << 20;
constexpr auto kLong = 24h;            // whoever waits for an answer has a clock of its own
constexpr int kMaxResumes = 20;        // of one answer, without a message in between
constexpr int kMaxListenFailures = 5;  // in a row
constexpr auto kEndTimeout = 2s;
constexpr auto kMaxRetry = 30s;

Failure lost() {
    return {Failure::Kind::SessionLost, "the server no longer knows the session"};
}

// A stream that was cut before its end, and whose server knows where.
bool can_resume(const HttpAnswer& answer) {
    return !answer.last_id.empty() && answer.status / 100 == 2 &&
           (!answer.failure || answer.failure->kind == Failure::Kind::Gone);
}

bool is_ours(std::string_view name) {
    constexpr std::array<std::string_view, 5> kNames = {
        "accept", "content-type", "mcp-session-id", "mcp-protocol-version", "last-event-id"};
    return std::ranges::any_of(kNames, [&](std::string_view each) {
        return same_word(each, name);
    });
}

// Also an error without an id: it came as the answer to this request and to no other.
bool is_answer_to(const Response& response, const Id& id) {
    if (!response.id) return std::holds_alternative<RpcError>(response.outcome);
    return number_of(*response.id) == number_of(id);
}

}  // namespace

HttpTransport::HttpTransport(net::HttpSender& client, HttpTransportSettings settings)
    : client_(client), settings_(std::move(settings)) {
    std::erase_if(settings_.headers, [](const net::HttpHeader& each) {
        return is_ours(each.name);
    });
}

HttpTransport::~HttpTransport() {
    close();
}

Result<void, Failure> HttpTransport::open(TransportEvents events) {
    events_ = std::move(events);
    return {};
}

void HttpTransport::agreed(const std::string& version) {
    const std::lock_guard lock(mutex_);
    session_.version = version;
}

net::HttpRequest HttpTransport::request_of(std::string method) const {
    net::HttpRequest request;
    request.method = std::move(method);
    request.url = settings_.url;
    request.headers = settings_.headers;
    request.max_response_bytes = kMaxStreamBytes;
    const std::lock_guard lock(mutex_);
    if (!session_.id.empty()) request.headers.push_back({"Mcp-Session-Id", session_.id});
    if (!session_.version.empty()) {
        request.headers.push_back({"MCP-Protocol-Version", session_.version});
    }
    return request;
}

HttpAnswer HttpTransport::post(
    const Message& message,
    std::chrono::milliseconds timeout,
    const AnswerEvents& events,
    const std::stop_token& stop
) {
    auto request = request_of("POST");
    request.headers.push_back({"Content-Type", "application/json"});
    request.headers.push_back({"Accept", "application/json, text/event-stream"});
    request.idle_timeout = request.total_timeout = timeout;
    net::StringBody body(write_message(message));
    request.body = &body;
    return ask(client_, request, events, stop);
}

HttpAnswer HttpTransport::get(
    const std::string& last_id, const AnswerEvents& events, const std::stop_token& stop
) {
    auto request = request_of("GET");
    request.headers.push_back({"Accept", "text/event-stream"});
    if (!last_id.empty()) request.headers.push_back({"Last-Event-ID", last_id});
    request.idle_timeout = request.total_timeout = kLong;
    return ask(client_, request, events, stop);
}

bool HttpTransport::is_lost(const HttpAnswer& answer) const {
    const std::lock_guard lock(mutex_);
    return answer.status == 404 && !session_.id.empty();
}

void HttpTransport::pause(std::chrono::milliseconds time, const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    paused_.wait_for(lock, stop, time, [] { return false; });
}

Result<void, Failure> HttpTransport::send(
    const Message& message, std::chrono::milliseconds timeout
) {
    if (const auto* request = std::get_if<Request>(&message)) return start(*request);
    const auto answer = post(
        message,
        timeout,
        {.on_message = [](const Message&) { return net::Flow::Continue; }},
        closing_.get_token()
    );
    if (is_lost(answer)) return lost();
    if (answer.failure) return *answer.failure;
    const auto* note = std::get_if<Notification>(&message);
    if (note != nullptr && note->method == "notifications/initialized") {
        const std::lock_guard lock(mutex_);
        if (!closed_ && !listener_.joinable()) {
            listener_ = std::jthread([this](const std::stop_token& stop) { listen_safely(stop); });
        }
    }
    return {};
}

Result<void, Failure> HttpTransport::start(const Request& request) {
    std::list<Running> done;  // joined without the lock
    const std::lock_guard lock(mutex_);
    if (closed_) return Failure{Failure::Kind::Gone, "the connection was closed"};
    for (auto each = running_.begin(); each != running_.end();) {
        const auto next = std::next(each);
        if (each->done) done.splice(done.end(), running_, each);
        each = next;
    }
    if (running_.size() >= kMaxRunning) {
        return Failure{Failure::Kind::Gone, "too many calls are waiting"};
    }
    auto& running = running_.emplace_back(Running{request.id});
    try {
        running.thread = std::jthread([this, request, &running](const std::stop_token& stop) {
            ::pthread_setname_np(::pthread_self(), "fovea-mcp-call");
            run_safely(request, stop);
            const std::lock_guard end(mutex_);
            running.done = true;
        });
    } catch (const std::system_error& none_left) {
        running_.pop_back();
        return Failure{Failure::Kind::Gone, none_left.what()};
    }
    return {};
}

void HttpTransport::run_safely(const Request& request, const std::stop_token& stop) {
    try {
        run(request, stop);
    } catch (const std::exception& stray) {  // out of memory, by what the server sent
        events_.on_failed(request.id, {Failure::Kind::Broken, stray.what()});
    }
}

void HttpTransport::run(const Request& request, const std::stop_token& stop) {
    bool answered = false;
    int resumes = 0;
    AnswerEvents events;
    events.on_note = events_.on_note;
    events.on_message = [&](Message message) {
        resumes = 0;
        auto* response = std::get_if<Response>(&message);
        answered = response != nullptr && is_answer_to(*response, request.id);
        if (answered) response->id = request.id;
        events_.on_message(std::move(message));
        return answered ? net::Flow::Stop : net::Flow::Continue;
    };
    events.on_broken = [&](const BrokenAnswer& broken) {
        answered = broken.id == request.id;
        events_.on_failed(broken.id, broken.failure);
        return answered ? net::Flow::Stop : net::Flow::Continue;
    };
    if (request.method == "initialize") {
        events.on_head = [&](const net::HttpResponse& head) {
            const auto id = net::find_header(head.headers, "mcp-session-id");
            const std::lock_guard lock(mutex_);
            if (id && head.status / 100 == 2) session_.id = *id;
        };
    }
    auto answer = post(request, kLong, events, stop);
    if (is_lost(answer)) answer.failure = lost();
    while (!answered && can_resume(answer) && resumes++ < kMaxResumes) {
        const auto wait = answer.retry.value_or(settings_.default_retry);
        pause(std::min<std::chrono::milliseconds>(wait, kMaxRetry), stop);
        if (stop.stop_requested()) return;
        const auto last_id = answer.last_id;
        answer = get(last_id, events, stop);
        if (answer.last_id.empty()) answer.last_id = last_id;
    }
    if (answered || stop.stop_requested()) return;
    const Failure cut{Failure::Kind::Broken, "its answer ended before the result"};
    events_.on_failed(request.id, answer.failure.value_or(answer.unread.value_or(cut)));
}

void HttpTransport::listen_safely(const std::stop_token& stop) {
    ::pthread_setname_np(::pthread_self(), "fovea-mcp-hear");
    try {
        listen(stop);
    } catch (const std::exception& stray) {  // out of memory; calls go on without the stream
        if (events_.on_note) events_.on_note(stray.what());
    }
}

void HttpTransport::listen(const std::stop_token& stop) {
    AnswerEvents events;
    events.on_note = events_.on_note;
    events.on_message = [&](Message message) {
        events_.on_message(std::move(message));
        return net::Flow::Continue;
    };
    events.on_broken = [&](const BrokenAnswer& broken) {
        events_.on_failed(broken.id, broken.failure);
        return net::Flow::Continue;
    };
    std::string last_id;
    int failures = 0;
    while (!stop.stop_requested()) {
        const auto answer = get(last_id, events, stop);
        if (stop.stop_requested()) return;
        if (is_lost(answer)) {
            return events_.on_end(lost());
        }
        if (answer.status / 100 == 4) return;  // it offers no such stream
        failures = answer.failure ? failures + 1 : 0;
        if (failures > kMaxListenFailures) return;
        if (!answer.last_id.empty()) last_id = answer.last_id;
        const auto wait = answer.retry.value_or(settings_.default_retry) * (1 + failures);
        pause(std::min<std::chrono::milliseconds>(wait, kMaxRetry), stop);
    }
}

void HttpTransport::abandon(const Id& id) {
    const std::lock_guard lock(mutex_);
    for (auto& running : running_) {
        if (running.id == id) running.thread.request_stop();
    }
}

void HttpTransport::close() {
    const std::lock_guard one(joining_);
    {
        const std::lock_guard lock(mutex_);
        if (std::exchange(closed_, true)) return;
    }
    closing_.request_stop();
    listener_.request_stop();
    {
        const std::lock_guard lock(mutex_);
        for (auto& each : running_) each.thread.request_stop();
    }
    for (auto& each : running_) each.thread.join();
    if (listener_.joinable()) listener_.join();
    running_.clear();
    end_session();
}

void HttpTransport::end_session() {
    auto request = request_of("DELETE");
    if (net::find_header(request.headers, "mcp-session-id")) {
        request.connect_timeout = request.idle_timeout = request.total_timeout = kEndTimeout;
        ask(client_, request, {.on_message = [](const Message&) { return net::Flow::Stop; }}, {});
    }
}

}  // namespace fovea::mcp
