#include "fovea/mcp/connection.hpp"

#include <pthread.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace fovea::mcp {
namespace {

using namespace std::chrono_literals;

// Servers that change several tools say so several times.
constexpr auto kSettleTime = 50ms;

}  // namespace

std::string_view wire_name(ServerState state) {
    switch (state) {
        case ServerState::Pending: return "pending";
        case ServerState::Connected: return "connected";
        case ServerState::Failed: return "failed";
    }
    return "failed";
}

Connection::Connection(ConnectionSettings settings)
    : settings_(std::move(settings)), restarts_(settings_.restarts) {
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

Connection::~Connection() {
    begin_close();
}

void Connection::begin_close() {
    thread_.request_stop();
}

void Connection::log(const std::string& words) const {
    if (settings_.log) settings_.log("mcp " + settings_.name + ": " + words);
}

ServerStatus Connection::status() const {
    const std::lock_guard lock(mutex_);
    const auto& list = state_.list;
    return {settings_.name, state_.state, state_.reason, list.tools.size(), list.left_out};
}

std::vector<ToolInfo> Connection::tools() const {
    const std::lock_guard lock(mutex_);
    return state_.list.tools;
}

std::uint64_t Connection::revision() const {
    const std::lock_guard lock(mutex_);
    return state_.revision;
}

void Connection::wait_until_settled(std::chrono::milliseconds limit, const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, stop, limit, [&] { return state_.state != ServerState::Pending; });
}

void Connection::run(const std::stop_token& stop) {
    ::pthread_setname_np(::pthread_self(), "fovea-mcp-link");
    bool first = true;
    while (!stop.stop_requested()) {
        std::unique_lock lock(mutex_);
        if (!changed_.wait(lock, stop, [&] { return state_.wanted || state_.stale; })) break;
        if (state_.wanted) {
            lock.unlock();
            const auto pause = std::exchange(first, false) ? 0ms : restarts_.next(Clock::now());
            lock.lock();
            if (!pause) {
                state_.wanted = false;
                state_.state = ServerState::Failed;
                state_.reason =
                    "it failed too often and is not started again for a minute; last error: " +
                    state_.reason;
                changed_.notify_all();
                continue;
            }
            changed_.wait_for(lock, stop, *pause, [] { return false; });
            lock.unlock();
            connect_safely(stop);
        } else {
            changed_.wait_for(lock, stop, kSettleTime, [] { return false; });
            lock.unlock();
            list_again(stop);
        }
    }
    std::shared_ptr<Client> client;
    {
        const std::lock_guard lock(mutex_);
        client = std::exchange(state_.client, nullptr);
        state_.state = ServerState::Failed;
        state_.reason = "it was closed";
        changed_.notify_all();
    }
    if (client) client->close();
}

Result<std::shared_ptr<Client>, Failure> Connection::start(
    std::uint64_t start, const std::stop_token& stop
) {
    auto transport = settings_.open_transport();
    if (!transport.ok()) return Failure{Failure::Kind::Gone, transport.error().message};
    auto client = settings_.client;
    client.on_note = [this](const std::string& note) { log(note); };
    client.on_end = [this, start](const Failure& failure) { take_end(start, failure); };
    client.on_tools_changed = [this] {
        const std::lock_guard lock(mutex_);
        state_.stale = true;
        changed_.notify_all();
    };
    return std::shared_ptr<Client>(
        TRY(Client::connect(std::move(transport).value(), std::move(client), stop))
    );
}

void Connection::connect_safely(const std::stop_token& stop) {
    try {
        connect(stop);
    } catch (const std::exception& stray) {  // out of memory or threads
        const std::lock_guard lock(mutex_);
        state_.wanted = false;
        state_.state = ServerState::Failed;
        state_.reason = stray.what();
        changed_.notify_all();
    }
}

void Connection::connect(const std::stop_token& stop) {
    std::shared_ptr<Client> old;
    std::uint64_t number = 0;
    {
        const std::lock_guard lock(mutex_);
        old = std::exchange(state_.client, nullptr);
        number = ++state_.start;
        state_.stale = false;
    }
    old.reset();
    auto client = start(number, stop);
    Result<ToolList, Failure> list = ToolList{};
    if (client.ok()) list = client.value()->list_tools(stop);
    const auto failure = !client.ok() ? std::optional(client.error())
                         : !list.ok() ? std::optional(list.error())
                                      : std::nullopt;
    if (failure) {
        log("failed: " + failure->message);
    } else if (list.value().left_out > 0) {
        log(std::to_string(list.value().left_out) + " of its tools are left out");
    }
    const std::lock_guard lock(mutex_);
    state_.wanted = false;
    ++state_.revision;
    if (failure) {
        state_.state = ServerState::Failed;
        state_.reason = failure->message;
        old = client.ok() ? std::move(client).value() : nullptr;  // ended without the lock
    } else {
        state_.client = std::move(client).value();
        state_.list = std::move(list).value();
        const bool ended = state_.last_ended == number;
        state_.state = ended ? ServerState::Failed : ServerState::Connected;
        if (!ended) state_.reason.clear();
    }
    changed_.notify_all();
}

void Connection::list_again(const std::stop_token& stop) {
    std::shared_ptr<Client> client;
    {
        const std::lock_guard lock(mutex_);
        state_.stale = false;
        client = state_.client;
    }
    if (!client) return;
    auto list = client->list_tools(stop);
    if (!list.ok())
        return log("its tools changed, and listing them failed: " + list.error().message);
    const std::lock_guard lock(mutex_);
    if (state_.client != client) return;
    state_.list = std::move(list).value();
    ++state_.revision;
    changed_.notify_all();
}

void Connection::take_end(std::uint64_t start, const Failure& failure) {
    log("ended: " + failure.message);
    const std::lock_guard lock(mutex_);
    state_.last_ended = std::max(state_.last_ended, start);
    if (start != state_.start) return;
    state_.reason = failure.message;
    if (state_.state == ServerState::Connected) state_.state = ServerState::Failed;
    changed_.notify_all();
}

Result<std::shared_ptr<Client>, Failure> Connection::live_client(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    if (state_.state == ServerState::Failed) {
        state_.wanted = true;
        state_.state = ServerState::Pending;
        changed_.notify_all();
    }
    const bool settled =
        changed_.wait(lock, stop, [&] { return state_.state != ServerState::Pending; });
    if (!settled) return Failure{Failure::Kind::Cancelled, "the call was cancelled"};
    if (state_.state == ServerState::Failed) return Failure{Failure::Kind::Gone, state_.reason};
    return state_.client;
}

void Connection::forget(const std::shared_ptr<Client>& client, const std::string& reason) {
    const std::lock_guard lock(mutex_);
    if (state_.client != client || state_.state != ServerState::Connected) return;
    state_.state = ServerState::Failed;
    state_.reason = reason;
}

Result<boost::json::object, Failure> Connection::call(
    const std::string& tool,
    const boost::json::object& arguments,
    const OnProgress& on_progress,
    const std::stop_token& stop
) {
    for (int attempt = 0;; ++attempt) {
        const auto client = TRY(live_client(stop));
        auto result = client->call_tool(tool, arguments, on_progress, stop);
        if (result.ok()) return result;
        const auto kind = result.error().kind;
        const bool lost = kind == Failure::Kind::SessionLost;
        // Now, and not when its own thread has heard of it: the next call is to start it again.
        if (lost || kind == Failure::Kind::Gone) forget(client, result.error().message);
        if (!lost) return result;
        if (attempt > 0) return result;
    }
}

}  // namespace fovea::mcp
