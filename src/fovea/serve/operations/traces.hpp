// What sessions do, as traces for a collector: OTLP over HTTP in JSON, by the conventions of OpenTelemetry for
// generative AI. A turn is a trace, `invoke_agent`, with a span for each call of a model (`chat`) and of a tool
// (`execute_tool`). Names, times and counts only: never what was said or seen.
//
//     Traces traces({.endpoint = "http://127.0.0.1:4318"}, client);
//     traces.see("5f0c…", event);                       // from any thread; never waits
//
// Spans go out every few seconds. What a collector does not take is dropped, and that is logged.
#pragma once

#include "fovea/host/event_log.hpp"
#include "fovea/net/http/sender.hpp"

#include <boost/json/array.hpp>

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <thread>

namespace fovea::serve {

struct TraceSettings {
    std::string endpoint;  // of the collector; /v1/traces is added
    std::chrono::milliseconds every{5'000};
    std::size_t max_waiting = 4096;  // spans; more are dropped
};

class Traces {
public:
    Traces(TraceSettings settings, net::HttpSender& client);  // borrowed
    Traces(const Traces&) = delete;
    Traces& operator=(const Traces&) = delete;
    ~Traces();  // what waits is sent first, for a moment

    void see(const std::string& session, const host::NumberedEvent& event);

private:
    using Time = std::chrono::system_clock::time_point;
    struct Turn {
        std::string trace;
        std::string span;
        std::string model;
        Time begun;
        Time asked;  // the model, last
    };

    Turn& turn_of(const std::string& session, Time time);
    void add(boost::json::object span);
    void work(const std::stop_token& stop);
    void send(boost::json::array spans, std::size_t dropped);

    const TraceSettings settings_;
    net::HttpSender& client_;
    std::mutex mutex_;                   // guards what follows
    std::map<std::string, Turn> turns_;  // by session: one at a time
    boost::json::array waiting_;
    std::size_t dropped_ = 0;
    std::condition_variable_any wake_;
    std::jthread thread_;  // last: it uses the others
};

}  // namespace fovea::serve
