// Counters and gauges in the text format of Prometheus (protocols.md 5.6). Labels come from our own tables
// and the models that are configured, so that nobody outside makes the number of series grow.
#pragma once

#include "fovea/host/event_log.hpp"
#include "fovea/serve/http/talk.hpp"

#include <cstdint>
#include <optional>
#include <prometheus/counter.h>
#include <prometheus/family.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <string>

namespace fovea::serve {

// What is measured when it is asked for.
struct Gauges {
    std::size_t connections = 0;
    std::size_t sockets = 0;  // of Socket.IO
    std::size_t sessions = 0;
    std::size_t turns = 0;
    std::size_t rooms = 0;
    std::optional<std::uint64_t> store_bytes = {};  // none: not counted yet
};

class Metrics {
public:
    Metrics();

    // All three from any thread.
    void count(const Answered& answered);
    void see(const host::NumberedEvent& event);
    std::string text(const Gauges& gauges) const;

private:
    void see_end(const agent::RunResult& result);

    prometheus::Registry registry_;
    prometheus::Family<prometheus::Counter>& requests_;
    prometheus::Family<prometheus::Histogram>& durations_;
    prometheus::Family<prometheus::Counter>& turns_;
    prometheus::Family<prometheus::Counter>& calls_;
    prometheus::Family<prometheus::Counter>& tokens_;
    prometheus::Counter& cost_;
    prometheus::Family<prometheus::Counter>& tools_;
};

}  // namespace fovea::serve
