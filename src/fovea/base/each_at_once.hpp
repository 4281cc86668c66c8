// Does the same for each of several things, a few at a time, and returns when all of them are done.
//
//     each_at_once(pictures.size(), 4, [&](std::size_t i) { answers[i] = look_at(pictures[i]); });
//
// The calling thread works, too: one thing costs no thread. An exception from `work` costs its thing alone;
// the first one comes out here, once the others are done. Where no thread can be had, fewer work.
#pragma once

#include <system_error>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace fovea {

template <class Work>
void each_at_once(std::size_t count, std::size_t at_once, const Work& work) {
    std::atomic<std::size_t> next{0};
    std::mutex mutex;  // guards failure
    std::exception_ptr failure;

    const auto run = [&] {
        for (std::size_t i = next++; i < count; i = next++) {
            try {
                work(i);
            } catch (...) {
                const std::lock_guard lock(mutex);
                if (!failure) failure = std::current_exception();
            }
        }
    };
    {
        std::vector<std::jthread> others;
        try {
            for (std::size_t i = 1; i < std::min(count, at_once); ++i) others.emplace_back(run);
        } catch (const std::system_error&) {
            // Those there are do it all.
        }
        run();
    }
    if (failure) std::rethrow_exception(failure);
}

}  // namespace fovea
