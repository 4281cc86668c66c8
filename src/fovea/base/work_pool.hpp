// Threads that many share for work that blocks: whoever brings work has a lane of their own, and lanes
// take turns, so that one who brings much keeps nobody else waiting.
//
//     WorkPool pool({.threads = 32});
//     WorkPool::Lane lane(pool, {.at_once = 8, .waiting = 256});
//     const auto ticket = lane.add([] { … });   // none: so many wait already
//     lane.withdraw(*ticket);                   // true: it had not begun, and never will
//
// At most `threads` run at all, and at most `at_once` of one lane. Work that waits for a person steps aside
// meanwhile (Aside), and does not count. Threads are started when there is work for
// them, so a pool that nobody uses costs nothing. Work may not throw. Any thread may call.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace fovea {

class WorkPool {
public:
    using Work = std::function<void()>;
    using Ticket = std::uint64_t;

    struct Settings {
        std::size_t threads = 32;
        std::size_t aside = 64;  // threads beside those, for work that stepped aside
    };
    struct Share {
        std::size_t at_once = 8;
        std::size_t waiting = 256;
    };

    explicit WorkPool(Settings settings);
    WorkPool(const WorkPool&) = delete;
    WorkPool& operator=(const WorkPool&) = delete;
    ~WorkPool();  // its lanes are gone by then

    class Lane {
    public:
        Lane(WorkPool& pool, Share share) : pool_(pool), share_(share) {}
        Lane(const Lane&) = delete;
        Lane& operator=(const Lane&) = delete;
        ~Lane();  // what waits never begins; what runs is waited for

        std::optional<Ticket> add(Work work);
        bool withdraw(Ticket ticket);

        // As long as it lives, other work may run in place of the one that made it, which waits. Where
        // too many wait so already it changes nothing.
        class Aside {
        public:
            explicit Aside(Lane& lane);
            Aside(const Aside&) = delete;
            Aside& operator=(const Aside&) = delete;
            ~Aside();

        private:
            Lane& lane_;
            bool counts_ = false;
        };

    private:
        friend class WorkPool;
        struct Job {
            Ticket ticket;
            Work work;
        };

        bool may_run() const { return !waiting_.empty() && running_ < share_.at_once + aside_; }

        WorkPool& pool_;
        const Share share_;
        // Guarded by the pool's mutex.
        std::deque<Job> waiting_;
        std::size_t running_ = 0;
        std::size_t aside_ = 0;  // of those
        bool is_ready_ = false;  // stands in the pool's line
    };

private:
    void work();
    // Both with the lock.
    void line_up(Lane& lane);
    void add_thread();  // where there is more to do than threads that wait for it

    const Settings settings_;
    std::mutex mutex_;         // guards what follows
    std::deque<Lane*> ready_;  // each that may run something, once
    Ticket last_ticket_ = 0;
    std::size_t idle_ = 0;
    std::size_t aside_ = 0;
    bool ends_ = false;
    std::condition_variable work_came_;
    std::condition_variable work_ended_;
    std::vector<std::jthread> threads_;
};

}  // namespace fovea
