// Counters and gauges in the text format of Prometheus (protocols.md 5.6). Labels come from our own tables
// alone, so that nobody outside makes the number of series grow.
#pragma once

#include "fovea/serve/http/talk.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <tuple>

namespace fovea::serve {

// What is measured when it is asked for.
struct Gauges {
    std::size_t connections = 0;
    std::size_t sessions = 0;
    std::size_t turns = 0;
    std::size_t rooms = 0;
};

class Metrics {
public:
    // From any thread.
    void count(const Answered& answered);

    std::string text(const Gauges& gauges) const;

private:
    static constexpr std::array<double, 12> kBounds = {
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10};
    struct Histogram {
        std::array<std::uint64_t, kBounds.size() + 1> buckets{};
        double sum = 0;
        std::uint64_t count = 0;
    };

    mutable std::mutex mutex_;  // guards what follows
    std::map<std::tuple<std::string, std::string, int>, std::uint64_t> requests_;
    std::map<std::string, Histogram> durations_;  // by route
};

}  // namespace fovea::serve
