// Does many things on several threads and hands on the results in the order of the inputs, each as
// soon as all before it are there.
//
//     in_order(paths.size(), 4,
//              [&](std::size_t i) { return work(paths[i]); },
//              [&](std::size_t i, Answer answer) { return print(paths[i], answer); });
//
// `finish` runs on the calling thread; false from it ends the work: what has begun is completed, the
// rest is not begun. An exception from `work` comes out here. A worker runs ahead of the printing by
// as much as it likes: what waits is small.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace fovea {

template <class Work, class Finish>
void in_order(std::size_t count, unsigned threads, const Work& work, const Finish& finish) {
    using R = std::invoke_result_t<Work, std::size_t>;
    std::vector<std::optional<R>> results(count);
    std::exception_ptr failure;
    std::mutex mutex;  // guards results and failure
    std::condition_variable changed;
    std::atomic<std::size_t> next{0};

    const auto run = [&] {
        for (std::size_t i = next++; i < count; i = next++) {
            try {
                R result = work(i);
                const std::lock_guard lock(mutex);
                results[i].emplace(std::move(result));
            } catch (...) {
                const std::lock_guard lock(mutex);
                failure = std::current_exception();
            }
            changed.notify_one();
        }
    };
    std::vector<std::jthread> crew;
    for (std::size_t i = 0; i < std::min<std::size_t>(threads, count); ++i) crew.emplace_back(run);

    // Also when `finish` throws: nothing more is begun before the crew is joined.
    struct Stop {
        std::atomic<std::size_t>& next;
        std::size_t count;
        ~Stop() { next = count; }
    } const stop{next, count};

    for (std::size_t i = 0; i < count; ++i) {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return results[i].has_value() || failure; });
        if (failure) std::rethrow_exception(failure);
        R result = std::move(*results[i]);
        results[i].reset();
        lock.unlock();
        if (!finish(i, std::move(result))) return;
    }
}

}  // namespace fovea
