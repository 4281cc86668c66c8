#include "fovea/serve/operations/metrics.hpp"

#include "fovea/base/json_text.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace fovea::serve {
namespace {

constexpr std::string_view kMethods[] = {
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"};

std::string method_of(const Request& request) {
    const auto* found = std::ranges::find(kMethods, request.method);
    return found == std::end(kMethods) ? "other" : std::string(*found);
}

void family(
    std::string& text, std::string_view name, std::string_view type, std::string_view help
) {
    text += fmt::format("# HELP {} {}\n# TYPE {} {}\n", name, help, name, type);
}

template <class Number>
void single(
    std::string& text,
    std::string_view name,
    std::string_view type,
    std::string_view help,
    Number value
) {
    family(text, name, type, help);
    text += fmt::format("{} {}\n", name, value);
}

std::uint64_t resident_bytes() {
    std::ifstream file("/proc/self/statm");
    std::uint64_t all = 0;
    std::uint64_t resident = 0;
    file >> all >> resident;
    return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

double processor_seconds() {
    struct rusage used {};
    ::getrusage(RUSAGE_SELF, &used);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

}  // namespace

void Metrics::count(const Answered& answered) {
    const std::string route = answered.route != nullptr ? answered.route->path : "none";
    const double seconds = std::chrono::duration<double>(answered.took).count();
    const std::scoped_lock lock(mutex_);
    ++requests_[{route, method_of(answered.request), answered.status}];
    auto& histogram = durations_[route];
    const auto* bound = std::ranges::lower_bound(kBounds, seconds);
    ++histogram.buckets[static_cast<std::size_t>(bound - kBounds.begin())];
    histogram.sum += seconds;
    ++histogram.count;
}

std::string Metrics::text(const Gauges& gauges) const {
    std::string text;
    {
        const std::scoped_lock lock(mutex_);
        family(text, "fovea_http_requests_total", "counter", "Answers by route, method and code.");
        for (const auto& [key, count] : requests_) {
            const auto& [route, method, code] = key;
            text += fmt::format(
                "fovea_http_requests_total{{route=\"{}\",method=\"{}\",code=\"{}\"}} {}\n",
                route,
                method,
                code,
                count
            );
        }
        constexpr std::string_view kDuration = "fovea_http_request_duration_seconds";
        family(text, kDuration, "histogram", "Time from a request's head to its answer's.");
        for (const auto& [route, histogram] : durations_) {
            std::uint64_t so_far = 0;
            for (std::size_t i = 0; i < kBounds.size(); ++i) {
                so_far += histogram.buckets[i];
                text += fmt::format(
                    "{}_bucket{{route=\"{}\",le=\"{}\"}} {}\n", kDuration, route, kBounds[i], so_far
                );
            }
            text += fmt::format(
                "{0}_bucket{{route=\"{1}\",le=\"+Inf\"}} {2}\n"
                "{0}_sum{{route=\"{1}\"}} {3}\n{0}_count{{route=\"{1}\"}} {2}\n",
                kDuration,
                route,
                histogram.count,
                json_number(histogram.sum)
            );
        }
    }
    single(text, "fovea_connections", "gauge", "Open connections.", gauges.connections);
    single(text, "fovea_live_sessions", "gauge", "Sessions in memory.", gauges.sessions);
    single(text, "fovea_running_turns", "gauge", "Turns that run now.", gauges.turns);
    single(text, "fovea_event_rooms", "gauge", "Sessions that somebody listens to.", gauges.rooms);
    single(
        text,
        "process_resident_memory_bytes",
        "gauge",
        "Resident memory in bytes.",
        resident_bytes()
    );
    single(
        text,
        "process_cpu_seconds_total",
        "counter",
        "Time on the processor in seconds.",
        json_number(processor_seconds())
    );
    return text;
}

}  // namespace fovea::serve
