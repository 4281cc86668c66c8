#include "fovea/host/session_table.hpp"

#include "fovea/host/held_lease.hpp"
#include "fovea/store/session_id.hpp"

#include <sys/prctl.h>
#include <system_error>

#include <algorithm>
#include <utility>

namespace fovea::host {
namespace {

constexpr std::chrono::milliseconds kComingBack{250};

}  // namespace

SessionTable::SessionTable(Machine& machine, TableSettings settings)
    : machine_(machine), settings_(std::move(settings)) {
    const std::scoped_lock lock(mutex_);
    for (std::size_t i = 0; i < settings_.at_once; ++i) add_thread();
}

void SessionTable::add_thread() {
    threads_.emplace_back([this](const std::stop_token& stop) {
        ::prctl(PR_SET_NAME, "fovea-turns");
        work(stop);
    });
}

SessionTable::~SessionTable() {
    stop(std::chrono::milliseconds(0));
}

Result<std::shared_ptr<LiveSession>> SessionTable::open(
    const Situation& situation, Wanted wanted, const std::stop_token& stop
) {
    if (wanted.id) TRY(store::check_session_id(*wanted.id));
    const auto id = wanted.id ? std::move(*wanted.id) : store::random_session_id();
    for (;;) {
        const auto slot = TRY(slot_for(id));
        // Others who want the same one wait here, and nobody else does.
        const std::scoped_lock opening(slot->opening);
        {
            const std::scoped_lock lock(mutex_);
            if (slot->live) return slot->live;
            if (!is_current(*slot)) continue;  // who had it before could not open it
        }
        auto live = make_live(*slot, situation, wanted.options, stop);
        const std::scoped_lock lock(mutex_);
        if (!live.ok() || is_stopping_ || !is_current(*slot)) {
            if (is_current(*slot)) slots_.erase(id);
            if (live.ok()) return Error{ErrorCode::Cancelled, "the program is shutting down"};
            return live.error();
        }
        slot->live = live.value();
        slot->last_use = std::chrono::steady_clock::now();
        return slot->live;
    }
}

bool SessionTable::is_current(const Slot& slot) const {
    const auto found = slots_.find(slot.id);
    return found != slots_.end() && found->second.get() == &slot;
}

Result<SessionTable::SlotRef> SessionTable::slot_for(const std::string& id) {
    std::vector<SlotRef> gone;  // ends without the lock
    const std::scoped_lock lock(mutex_);
    if (is_stopping_) return Error{ErrorCode::Cancelled, "the program is shutting down"};
    if (const auto found = slots_.find(id); found != slots_.end()) return found->second;
    if (slots_.size() >= settings_.max_live) gone = take_idle(std::chrono::milliseconds(0));
    if (slots_.size() >= settings_.max_live) {
        return Error{
            ErrorCode::LimitExceeded,
            std::to_string(slots_.size()) + " sessions are active, which is the limit"};
    }
    auto slot = std::make_shared<Slot>();
    slot->id = id;
    slot->last_use = std::chrono::steady_clock::now();
    slots_.emplace(id, slot);
    return slot;
}

Result<std::shared_ptr<LiveSession>> SessionTable::make_live(
    Slot& slot, const Situation& situation, LiveOptions options, const std::stop_token& stop
) {
    auto& sessions = machine_.sessions();
    slot.lease = TRY(wait_for_lease(sessions, slot.id, {}, stop));
    const bool is_stored = TRY(sessions.exists(slot.id));
    auto session =
        TRY(is_stored ? agent::Session::open(sessions, slot.id)
                      : agent::Session::begin(sessions, slot.id));
    options.aside = [this](const auto& wait, const auto& stopped) { step_aside(wait, stopped); };
    options.begins = is_stored ? agent::Begins::Resumed : agent::Begins::New;
    std::shared_ptr<LiveSession> live =
        TRY(LiveSession::open(situation, machine_, std::move(session), std::move(options), stop));
    live->start();
    return live;
}

std::shared_ptr<LiveSession> SessionTable::find(const std::string& id) const {
    const std::scoped_lock lock(mutex_);
    const auto found = slots_.find(id);
    return found == slots_.end() ? nullptr : found->second->live;
}

Result<std::uint64_t> SessionTable::send(const std::string& id, Command command) {
    const auto live = find(id);
    if (!live) return Error{ErrorCode::FileNotFound, "session " + id + " is not active"};
    const auto turn = TRY(live->send(std::move(command)));
    const std::scoped_lock lock(mutex_);
    const auto found = slots_.find(id);
    if (found == slots_.end()) return turn;
    auto& slot = *found->second;
    slot.last_use = std::chrono::steady_clock::now();
    if (!slot.is_scheduled && live->has_work()) {
        slot.is_scheduled = true;
        ready_.push_back(found->second);
        changed_.notify_all();  // others than those who work may wait, too
    }
    return turn;
}

void SessionTable::work(const std::stop_token& stop) {
    for (;;) {
        SlotRef slot;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, stop, [this] {
                return !ready_.empty() && !is_stopping_ && running_ < settings_.at_once;
            });
            if (stop.stop_requested()) return;
            slot = std::move(ready_.front());
            ready_.pop_front();
            ++running_;
        }
        slot->live->work_once(ends_.get_token());
        const std::scoped_lock lock(mutex_);
        --running_;
        slot->last_use = std::chrono::steady_clock::now();
        slot->is_scheduled = slot->live->has_work();
        if (slot->is_scheduled) ready_.push_back(slot);
        changed_.notify_all();
    }
}

bool SessionTable::leave_place() {
    const std::scoped_lock lock(mutex_);
    if (aside_ >= settings_.aside || is_stopping_) return false;
    ++aside_;
    --running_;
    try {
        if (threads_.size() < settings_.at_once + aside_) add_thread();
    } catch (const std::system_error&) {
        // Those there are work on, later.
    }
    changed_.notify_all();
    return true;
}

// Its thread waits with it: another one works in its place.
void SessionTable::step_aside(const std::function<void()>& wait, const std::stop_token& stop) {
    if (!leave_place()) return wait();
    wait();
    std::unique_lock lock(mutex_);
    // Who is stopped is about to end.
    changed_.wait(lock, stop, [this] { return running_ < settings_.at_once; });
    ++running_;
    --aside_;
}

void SessionTable::discard(const std::string& id, std::chrono::milliseconds grace) {
    SlotRef slot;
    {
        const std::scoped_lock lock(mutex_);
        const auto found = slots_.find(id);
        if (found == slots_.end()) return;
        slot = found->second;
    }
    std::shared_ptr<LiveSession> live;
    {
        const std::scoped_lock opening(slot->opening);  // it may be about to become live
        std::unique_lock lock(mutex_);
        if (!is_current(*slot)) return;
        live = slot->live;
        if (live) static_cast<void>(live->send(Interrupt{}));
        changed_.wait_for(lock, grace, [&slot] { return !slot->is_scheduled; });
        if (is_current(*slot)) slots_.erase(id);
        std::erase(ready_, slot);
    }
    std::stop_source now;
    now.request_stop();
    if (live) live->close(now.get_token());
}

std::size_t SessionTable::live() const {
    const std::scoped_lock lock(mutex_);
    return slots_.size();
}

std::size_t SessionTable::running() const {
    const std::scoped_lock lock(mutex_);
    return running_ + aside_;
}

bool SessionTable::can_go(const Slot& slot) const {
    return slot.live && !slot.is_scheduled && slot.live.use_count() == 1 && slot.live->is_idle();
}

std::vector<SessionTable::SlotRef> SessionTable::take_idle(std::chrono::milliseconds idle) {
    const auto latest = std::chrono::steady_clock::now() - idle;
    std::vector<SlotRef> gone;
    std::erase_if(slots_, [&](const auto& named) {
        const auto& slot = named.second;
        if (!can_go(*slot) || slot->last_use > latest) return false;
        gone.push_back(slot);
        return true;
    });
    return gone;
}

std::size_t SessionTable::let_go_idle() {
    std::vector<SlotRef> gone;
    {
        const std::scoped_lock lock(mutex_);
        gone = take_idle(settings_.idle);
    }
    return gone.size();
}

bool SessionTable::let_go(const std::string& id) {
    SlotRef gone;  // ends without the lock
    std::unique_lock lock(mutex_);
    const auto found = slots_.find(id);
    if (found == slots_.end()) return true;
    gone = found->second;
    // Its last turn may have been told a moment before its thread came back from it.
    changed_.wait_for(lock, kComingBack, [&] { return !is_current(*gone) || can_go(*gone); });
    if (!is_current(*gone)) return true;
    if (!can_go(*gone)) return false;
    slots_.erase(id);
    return true;
}

void SessionTable::stop(std::chrono::milliseconds grace) {
    std::vector<SlotRef> slots;
    {
        std::unique_lock lock(mutex_);
        if (std::exchange(is_stopping_, true) && threads_.empty()) return;
        changed_.wait_for(lock, grace, [this] { return running_ + aside_ == 0; });
        for (const auto& [id, slot] : slots_) slots.push_back(slot);
    }
    ends_.request_stop();
    for (auto& thread : threads_) thread.request_stop();
    threads_.clear();
    for (const auto& slot : slots) {
        if (slot->live) slot->live->close(ends_.get_token());
    }
    const std::scoped_lock lock(mutex_);
    slots_.clear();
    ready_.clear();
}

}  // namespace fovea::host
