// How many bytes of pictures and documents are stored. To count them asks for each: it is done seldom, and beside
// whatever somebody waits for.
//
//     StoreSize size(machine.blobs(), pool);
//     size.bytes();      // what was counted last; none: not yet
#pragma once

#include "fovea/base/work_pool.hpp"
#include "fovea/store/blobs.hpp"

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>

namespace fovea::serve {

class StoreSize {
public:
    // Borrows both.
    StoreSize(
        store::BlobStore& blobs,
        WorkPool& pool,
        std::chrono::milliseconds often = std::chrono::minutes(5)
    )
        : blobs_(blobs), often_(often), lane_(pool, {.at_once = 1, .waiting = 1}) {}
    StoreSize(const StoreSize&) = delete;
    StoreSize& operator=(const StoreSize&) = delete;
    ~StoreSize() { stop_.request_stop(); }

    // Begins to count anew where the last count is older than that. Never waits for it.
    std::optional<std::uint64_t> bytes();

private:
    void count();

    store::BlobStore& blobs_;
    const std::chrono::milliseconds often_;
    std::stop_source stop_;

    std::mutex mutex_;  // guards what follows
    std::optional<std::uint64_t> counted_;
    std::optional<std::chrono::steady_clock::time_point> begun_;

    WorkPool::Lane lane_;  // last: it uses the others
};

}  // namespace fovea::serve
