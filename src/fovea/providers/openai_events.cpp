#include "fovea/providers/openai_events.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/providers/openai_errors.hpp"
#include "fovea/providers/openai_refusal.hpp"
#include "fovea/providers/wire_json.hpp"

#include <boost/json.hpp>

namespace fovea::providers {
namespace {

// More than any model writes, with all the filler around it.
constexpr std::size_t kMaxStream = 256U << 20;

}  // namespace

Result<void, WireFailure> OpenAiEvents::keep(Result<void, WireFailure> result) {
    if (!result.ok()) failed_ = result.error();
    return result;
}

Result<void, WireFailure> OpenAiEvents::take_event(const net::SseEvent& event, const Take& take) {
    const auto data = trimmed(event.data);
    if (done_ || data.empty()) return {};
    if (data == "[DONE]") {
        done_ = true;
        return {};
    }
    const auto value = TRY(parse_wire_json(data));
    if (const auto* error = openai_error_in(value)) return openai_stream_failure(*error);
    if (event.name == "error" || text_at(value, "type") == "error") {
        return openai_stream_failure(value);
    }
    return take(value);
}

Result<void, WireFailure> OpenAiEvents::parse(std::string_view bytes, const Take& take) {
    bytes_ += bytes.size();
    if (bytes_ > kMaxStream) return garbled("The server's answer has no end.");
    if (!started_) {
        const auto first = trimmed(bytes);
        started_ = !first.empty();
        if (first.starts_with('{')) whole_.emplace();
    }
    if (whole_) {
        *whole_ += bytes;
        return {};
    }
    const auto events = parser_.feed(bytes);
    if (!events.ok()) return garbled(events.error().message);
    for (const auto& event : events.value()) TRY(take_event(event, take));
    return {};
}

Result<void, WireFailure> OpenAiEvents::feed(std::string_view bytes, const Take& take) {
    if (failed_) return *failed_;
    return keep(parse(bytes, take));
}

Result<void, WireFailure> OpenAiEvents::finish(const Take& take) {
    if (failed_) return *failed_;
    if (whole_) return {};
    const auto last = parser_.finish();
    if (!last.ok()) return keep(garbled(last.error().message));
    if (!last.value()) return {};
    // What was cut short is no JSON any more: the stream ended early, and the server did not err.
    auto taken = take_event(*last.value(), take);
    if (!taken.ok() && taken.error().kind == FailureKind::Garbled) return {};
    return keep(std::move(taken));
}

}  // namespace fovea::providers
