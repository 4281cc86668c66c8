// What happened in this process, counted for who operates it. Like the log there is one a process, and whoever
// has something to count says so, from any thread.
//
//     tally().add("fovea_sandbox_kills_total", {{"reason", "timed_out"}});
//     tally().add_time("fovea_image_decode_seconds", {}, 0.012);
//
// Labels are words of our own tables, never of a request: so there are few of them.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fovea {

class Tally {
public:
    using Labels = std::map<std::string, std::string>;

    struct Row {
        std::string name;
        Labels labels;
        double sum = 0;
        std::uint64_t count = 0;
        bool is_time = false;  // a sum of seconds over a count; otherwise the sum alone
    };

    void add(std::string_view name, Labels labels, double by = 1) {
        count(name, std::move(labels), by, false);
    }
    void add_time(std::string_view name, Labels labels, double seconds) {
        count(name, std::move(labels), seconds, true);
    }

    // In the order of their names.
    std::vector<Row> read() const;

private:
    void count(std::string_view name, Labels labels, double by, bool is_time);

    mutable std::mutex mutex_;  // guards rows_
    std::map<std::pair<std::string, Labels>, Row> rows_;
};

Tally& tally();

}  // namespace fovea
