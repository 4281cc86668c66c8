#include "fovea/serve/operations/metrics.hpp"

#include "fovea/base/tally.hpp"

#include <sys/resource.h>
#include <system_error>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <prometheus/text_serializer.h>
#include <sstream>

namespace fovea::serve {
namespace {

namespace prom = prometheus;

constexpr std::string_view kMethods[] = {
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"};

std::string method_of(const Request& request) {
    const auto* found = std::ranges::find(kMethods, request.method);
    return found == std::end(kMethods) ? "other" : std::string(*found);
}

prom::Family<prom::Counter>& counters(
    prom::Registry& registry, const std::string& name, const std::string& help
) {
    return prom::BuildCounter().Name(name).Help(help).Register(registry);
}

// "anthropic/claude-opus-5" as two labels.
prom::Labels model_labels(const std::string& full) {
    const auto slash = full.find('/');
    if (slash == full.npos) return {{"provider", ""}, {"model", full}};
    return {{"provider", full.substr(0, slash)}, {"model", full.substr(slash + 1)}};
}

std::string name_of(agent::Ending ending) {
    switch (ending) {
        case agent::Ending::Success: return "success";
        case agent::Ending::Error: return "error";
        case agent::Ending::MaxTurns: return "max_turns";
        case agent::Ending::BudgetExceeded: return "budget_exceeded";
        case agent::Ending::Cancelled: return "cancelled";
    }
    return "error";
}

struct Memory {
    double all = 0;
    double resident = 0;
};

Memory memory_bytes() {
    std::ifstream file("/proc/self/statm");
    Memory pages;
    file >> pages.all >> pages.resident;
    const auto page = static_cast<double>(::sysconf(_SC_PAGESIZE));
    return {pages.all * page, pages.resident * page};
}

double open_files() {
    std::error_code failed;
    const std::filesystem::directory_iterator files("/proc/self/fd", failed);
    // Without the one that is open for this.
    return failed ? 0 : static_cast<double>(std::distance(begin(files), end(files)) - 1);
}

double most_files() {
    rlimit files{};
    ::getrlimit(RLIMIT_NOFILE, &files);
    return static_cast<double>(files.rlim_cur);
}

// Since 1970: the system's start and, from proc(5), ours after it, in ticks.
double start_seconds() {
    std::ifstream file("/proc/self/stat");
    const std::string text(std::istreambuf_iterator<char>(file), {});
    std::istringstream rest(text.substr(text.rfind(')') + 2));
    constexpr int kOfStart = 22;
    constexpr int kFirst = 3;  // behind our name
    std::string word;
    for (int i = kFirst; i <= kOfStart; ++i) rest >> word;
    timespec now{};
    timespec up{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    ::clock_gettime(CLOCK_BOOTTIME, &up);
    const auto ticks = std::strtod(word.c_str(), nullptr);
    return static_cast<double>(now.tv_sec - up.tv_sec) +
           ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

double processor_seconds() {
    struct rusage used {};
    ::getrusage(RUSAGE_SELF, &used);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

prom::MetricFamily single(std::string name, prom::MetricType type, std::string help, double value) {
    prom::ClientMetric metric;
    metric.gauge.value = value;
    metric.counter.value = value;
    return {std::move(name), std::move(help), type, {std::move(metric)}};
}

std::string help_of(const std::string& name) {
    if (name == "fovea_images_ingested_total") return "Pictures at the gate, by type and result.";
    if (name == "fovea_image_decode_seconds") return "Time to decode a picture in a worker.";
    if (name == "fovea_ssrf_blocked_total") return "Addresses that were not fetched.";
    if (name == "fovea_sandbox_kills_total") return "Workers that ended within a job, by reason.";
    if (name == "fovea_stray_failures_total") return "Work that ended with an unexpected failure.";
    return name;
}

// Rows of one name follow each other.
void add_tally(std::vector<prom::MetricFamily>& families) {
    for (const auto& row : tally().read()) {
        const auto type = row.is_time ? prom::MetricType::Summary : prom::MetricType::Counter;
        if (families.empty() || families.back().name != row.name) {
            families.push_back({row.name, help_of(row.name), type, {}});
        }
        prom::ClientMetric metric;
        for (const auto& [name, value] : row.labels) metric.label.push_back({name, value});
        metric.counter.value = row.sum;
        metric.summary.sample_sum = row.sum;
        metric.summary.sample_count = row.count;
        families.back().metric.push_back(std::move(metric));
    }
}

}  // namespace

Metrics::Metrics()
    : requests_(
          counters(registry_, "fovea_http_requests_total", "Answers by route, method and code.")
      ),
      durations_(prom::BuildHistogram()
                     .Name("fovea_http_request_duration_seconds")
                     .Help("Time from a request's head to its answer's.")
                     .Register(registry_)),
      turns_(counters(registry_, "fovea_turns_total", "Turns that ended, by how.")),
      calls_(counters(
          registry_, "fovea_provider_requests_total", "Calls of models, by how they ended."
      )),
      tokens_(counters(
          registry_, "fovea_provider_tokens_total", "Tokens that providers counted, by kind."
      )),
      cost_(counters(registry_, "fovea_cost_usd_total", "What calls of models cost, in dollars.")
                .Add({})),
      tools_(counters(registry_, "fovea_tool_calls_total", "Calls of tools, by how they ended.")) {}

void Metrics::count(const Answered& answered) {
    static const prom::Histogram::BucketBoundaries kBounds = {
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10};
    const std::string route = answered.route != nullptr ? answered.route->path : "none";
    requests_
        .Add(
            {{"route", route},
             {"method", method_of(answered.request)},
             {"code", std::to_string(answered.status)}}
        )
        .Increment();
    durations_.Add({{"route", route}}, kBounds)
        .Observe(std::chrono::duration<double>(answered.took).count());
}

void Metrics::see(const host::NumberedEvent& event) {
    if (!event.event) return;
    if (const auto* retrying = std::get_if<agent::Retrying>(event.event.get())) {
        calls_
            .Add({{"provider", retrying->provider}, {"model", ""}, {"outcome", retrying->category}})
            .Increment();
    } else if (const auto* tool = std::get_if<agent::ToolFinished>(event.event.get())) {
        tools_.Add({{"tool", tool->tool}, {"outcome", tool->result.is_error ? "error" : "success"}}
        ).Increment();
    } else if (const auto* finished = std::get_if<agent::Finished>(event.event.get())) {
        see_end(finished->result);
    }
}

void Metrics::see_end(const agent::RunResult& result) {
    turns_.Add({{"outcome", name_of(result.ending)}}).Increment();
    for (const auto& [model, used] : result.by_model) {
        auto labels = model_labels(model);
        labels["outcome"] = "success";
        calls_.Add(labels).Increment(static_cast<double>(used.calls));
    }
    if (result.ending == agent::Ending::Error && result.fault == agent::Fault::Runtime) {
        auto labels = model_labels(result.model);
        labels["outcome"] = "error";
        calls_.Add(labels).Increment();
    }
    const auto count = [&](const char* kind, std::uint64_t tokens) {
        if (tokens > 0) tokens_.Add({{"kind", kind}}).Increment(static_cast<double>(tokens));
    };
    const auto& usage = result.usage;
    count("input", usage.input_tokens);
    count("output", usage.output_tokens);
    count("cache_read", usage.cache_read_tokens);
    count("cache_write", usage.cache_write_tokens + usage.cache_write_long_tokens);
    count("reasoning", usage.reasoning_tokens);
    if (result.cost_usd > 0) cost_.Increment(result.cost_usd);
}

std::string Metrics::text(const Gauges& gauges) const {
    auto families = registry_.Collect();
    add_tally(families);
    const auto gauge = [&](const char* name, const char* help, double value) {
        families.push_back(single(name, prom::MetricType::Gauge, help, value));
    };
    const auto number = [](std::size_t value) { return static_cast<double>(value); };
    gauge("fovea_connections", "Open connections.", number(gauges.connections));
    gauge("fovea_ws_connections", "Clients of Socket.IO.", number(gauges.sockets));
    gauge("fovea_live_sessions", "Sessions in memory.", number(gauges.sessions));
    gauge("fovea_running_turns", "Turns that run now.", number(gauges.turns));
    gauge("fovea_event_rooms", "Sessions with at least one listener.", number(gauges.rooms));
    if (gauges.store_bytes) {
        gauge(
            "fovea_store_bytes",
            "Pictures and documents that are stored, as counted at most every five minutes.",
            static_cast<double>(*gauges.store_bytes)
        );
    }
    static const double start = start_seconds();
    const auto memory = memory_bytes();
    gauge("process_resident_memory_bytes", "Resident memory in bytes.", memory.resident);
    gauge("process_virtual_memory_bytes", "Virtual memory in bytes.", memory.all);
    gauge("process_open_fds", "Open file descriptors.", open_files());
    gauge("process_max_fds", "File descriptors that may be open.", most_files());
    gauge("process_start_time_seconds", "When it was started, in seconds since 1970.", start);
    families.push_back(single(
        "process_cpu_seconds_total",
        prom::MetricType::Counter,
        "Time on the processor in seconds.",
        processor_seconds()
    ));
    return prom::TextSerializer().Serialize(families);
}

}  // namespace fovea::serve
