// The live sessions of a process: each is opened once, worked on by one thread at a time, and let go
// when nobody needs it.
//
//     SessionTable table(machine, {.at_once = 8});
//     const auto live = TRY(table.open(situation, {.id = id}, stop));
//     TRY(table.send(live->id(), Prompt{message}));     // returns at once
//     table.stop(std::chrono::seconds(10));
//
// At most `at_once` turns run; whose session waits longest is next, one turn at a time, so that one who
// sends a hundred prompts does not keep the others waiting. One that asks a person gives its place to others until
// there is an answer and a place. All of it is safe for many threads.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/host/live_session.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace fovea::host {

struct TableSettings {
    std::size_t at_once = 4;  // turns
    std::size_t aside = 256;  // beside them, that wait for a person; more of them keep their places
    std::size_t max_live = 1024;  // sessions
    std::chrono::milliseconds idle{std::chrono::minutes(15)};
};

struct Wanted {
    std::optional<std::string> id =
        {};  // that of a stored one, or of a new one; none: a random one
    LiveOptions options = {};
};

class SessionTable {
public:
    SessionTable(Machine& machine, TableSettings settings);  // borrowed
    ~SessionTable();
    SessionTable(const SessionTable&) = delete;
    SessionTable& operator=(const SessionTable&) = delete;

    // The live one of that name, or a stored or new one made live. LimitExceeded where none of max_live
    // can be let go, StoreError where another process is at work on it. The situation is borrowed until
    // it is let go.
    Result<std::shared_ptr<LiveSession>> open(
        const Situation& situation, Wanted wanted, const std::stop_token& stop
    );

    // Null where it is not live.
    std::shared_ptr<LiveSession> find(const std::string& id) const;

    // As LiveSession::send(); FileNotFound where it is not live.
    Result<std::uint64_t> send(const std::string& id, Command command);

    // Is about to be deleted: what runs and waits is cancelled and has so long to come to its end, then it is
    // let go, also where others hold it. Nothing where it is not live.
    void discard(const std::string& id, std::chrono::milliseconds grace);

    std::size_t live() const;
    std::size_t running() const;

    // Those that nobody used for `idle`, and that nobody else holds. How many were let go.
    std::size_t let_go_idle();

    // As soon as it rests, whenever it was used: to be opened in another way. True where it is not live any more.
    bool let_go(const std::string& id);

    // Nothing new begins. What runs has so long to come to its end, then it is cancelled; its session
    // can be resumed.
    void stop(std::chrono::milliseconds grace);

private:
    struct Slot {
        std::string id;
        std::mutex opening;                   // held by whoever opens it
        std::unique_ptr<store::Lease> lease;  // nobody else goes on with it
        std::shared_ptr<LiveSession> live;    // null: not yet
        bool is_scheduled = false;
        std::chrono::steady_clock::time_point last_use;
    };
    using SlotRef = std::shared_ptr<Slot>;

    Result<SlotRef> slot_for(const std::string& id);
    Result<std::shared_ptr<LiveSession>> make_live(
        Slot& slot, const Situation& situation, LiveOptions options, const std::stop_token& stop
    );
    void work(const std::stop_token& stop);
    void add_thread();  // with the lock
    bool leave_place();
    void step_aside(const std::function<void()>& wait, const std::stop_token& stop);
    // With the lock.
    bool is_current(const Slot& slot) const;
    bool can_go(const Slot& slot) const;
    std::vector<SlotRef> take_idle(std::chrono::milliseconds idle);  // with the lock

    Machine& machine_;
    const TableSettings settings_;
    std::stop_source ends_;

    mutable std::mutex mutex_;  // guards all below
    std::condition_variable_any changed_;
    std::map<std::string, SlotRef> slots_;
    std::deque<SlotRef> ready_;
    std::size_t running_ = 0;  // turns that have a place
    std::size_t aside_ = 0;    // that gave theirs back
    bool is_stopping_ = false;
    std::vector<std::jthread> threads_;  // last: they use the others
};

}  // namespace fovea::host
