#include "fovea/base/work_pool.hpp"

#include "fovea/base/tally.hpp"

#include <pthread.h>
#include <system_error>

#include <algorithm>
#include <exception>
#include <utility>

namespace fovea {

WorkPool::WorkPool(Settings settings) : settings_(settings) {}

WorkPool::~WorkPool() {
    {
        const std::scoped_lock lock(mutex_);
        ends_ = true;
    }
    work_came_.notify_all();
    threads_.clear();  // joins them
}

void WorkPool::line_up(Lane& lane) {
    if (lane.is_ready_ || !lane.may_run()) return;
    lane.is_ready_ = true;
    ready_.push_back(&lane);
    add_thread();
    work_came_.notify_one();
}

void WorkPool::add_thread() {
    if (ready_.size() <= idle_ || threads_.size() >= settings_.threads + aside_) return;
    try {
        threads_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
        if (threads_.empty()) throw;  // otherwise those there are do it, later
    }
}

void WorkPool::work() {
    ::pthread_setname_np(::pthread_self(), "fovea-work");
    std::unique_lock lock(mutex_);
    for (;;) {
        ++idle_;
        work_came_.wait(lock, [this] { return ends_ || !ready_.empty(); });
        --idle_;
        if (ready_.empty()) return;
        auto& lane = *ready_.front();
        ready_.pop_front();
        lane.is_ready_ = false;
        auto job = std::move(lane.waiting_.front());
        lane.waiting_.pop_front();
        ++lane.running_;
        line_up(lane);  // behind the others
        lock.unlock();
        try {
            job.work();
        } catch (const std::exception&) {  // the top of a thread: it costs the job, not the process
            tally().add("fovea_stray_failures_total", {{"where", "work"}});
        }
        job.work = nullptr;  // what it holds goes before its lane may
        lock.lock();
        --lane.running_;
        line_up(lane);
        if (lane.running_ == 0) work_ended_.notify_all();
    }
}

std::optional<WorkPool::Ticket> WorkPool::Lane::add(Work work) {
    const std::scoped_lock lock(pool_.mutex_);
    if (waiting_.size() >= share_.waiting) return std::nullopt;
    const auto ticket = ++pool_.last_ticket_;
    waiting_.push_back({ticket, std::move(work)});
    pool_.line_up(*this);
    return ticket;
}

bool WorkPool::Lane::withdraw(Ticket ticket) {
    Work withdrawn;  // goes without the lock
    const std::scoped_lock lock(pool_.mutex_);
    const auto found = std::ranges::find(waiting_, ticket, &Job::ticket);
    if (found == waiting_.end()) return false;
    withdrawn = std::move(found->work);
    waiting_.erase(found);
    if (waiting_.empty() && is_ready_) {
        std::erase(pool_.ready_, this);
        is_ready_ = false;
    }
    return true;
}

WorkPool::Lane::Aside::Aside(Lane& lane) : lane_(lane) {
    auto& pool = lane_.pool_;
    const std::scoped_lock lock(pool.mutex_);
    counts_ = pool.aside_ < pool.settings_.aside;
    if (!counts_) return;
    ++pool.aside_;
    ++lane_.aside_;
    pool.line_up(lane_);
    pool.add_thread();  // also where others stand in the line already
}

WorkPool::Lane::Aside::~Aside() {
    if (!counts_) return;
    const std::scoped_lock lock(lane_.pool_.mutex_);
    --lane_.pool_.aside_;
    --lane_.aside_;
}

WorkPool::Lane::~Lane() {
    std::deque<Job> dropped;  // goes without the lock
    std::unique_lock lock(pool_.mutex_);
    dropped.swap(waiting_);
    if (is_ready_) std::erase(pool_.ready_, this);
    pool_.work_ended_.wait(lock, [this] { return running_ == 0; });
}

}  // namespace fovea
