#include "fovea/serve/operations/traces.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/net/http/body_source.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/random.h>

#include <utility>

namespace fovea::serve {
namespace {

namespace json = boost::json;

constexpr int kInternal = 1;  // kinds of spans
constexpr int kClient = 3;
constexpr int kError = 2;  // a status
constexpr std::chrono::milliseconds kLastWords{2'000};

std::string random_hex(std::size_t bytes) {
    std::string raw(bytes, '\0');
    for (std::size_t done = 0; done < bytes;) {
        const auto count = ::getrandom(raw.data() + done, bytes - done, 0);
        if (count > 0) done += static_cast<std::size_t>(count);
    }
    std::string hex;
    for (const char c : raw) hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
    return hex;
}

std::string nanoseconds(std::chrono::system_clock::time_point time) {
    return std::to_string(
        std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count()
    );
}

// Whole numbers are strings in OTLP's JSON.
class Attributes {
public:
    Attributes& text(std::string_view key, const std::string& value) {
        return value.empty() ? *this : put(key, {{"stringValue", to_utf8(value)}});
    }
    Attributes& number(std::string_view key, std::uint64_t value) {
        return put(key, {{"intValue", std::to_string(value)}});
    }
    Attributes& texts(std::string_view key, const std::string& value) {
        return put(key, {{"arrayValue", {{"values", {{{"stringValue", value}}}}}}});
    }
    json::array take() { return std::move(list_); }

private:
    Attributes& put(std::string_view key, json::object value) {
        list_.push_back(json::object{{"key", key}, {"value", std::move(value)}});
        return *this;
    }
    json::array list_;
};

std::string provider_of(const std::string& model) {
    const auto slash = model.find('/');
    return slash == model.npos ? std::string() : model.substr(0, slash);
}

std::string name_of(providers::FinishReason finish) {
    switch (finish) {
        case providers::FinishReason::Stop: return "stop";
        case providers::FinishReason::ToolCalls: return "tool_call";
        case providers::FinishReason::Length: return "length";
        case providers::FinishReason::ContentFilter: return "content_filter";
        case providers::FinishReason::Pause: return "pause";
        case providers::FinishReason::Error: return "error";
        case providers::FinishReason::Other: return "other";
    }
    return "other";
}

Attributes about(const std::string& operation, const std::string& session) {
    Attributes attributes;
    attributes.text("gen_ai.operation.name", operation).text("gen_ai.conversation.id", session);
    return attributes;
}

void add_usage(Attributes& attributes, const providers::Usage& usage) {
    attributes.number("gen_ai.usage.input_tokens", usage.input_tokens)
        .number("gen_ai.usage.output_tokens", usage.output_tokens);
}

json::object span(
    const std::string& trace,
    const std::string& id,
    const std::string& parent,
    const std::string& name,
    int kind,
    std::chrono::system_clock::time_point begun,
    std::chrono::system_clock::time_point ended,
    Attributes attributes
) {
    json::object object{
        {"traceId", trace},
        {"spanId", id},
        {"name", to_utf8(name)},
        {"kind", kind},
        {"startTimeUnixNano", nanoseconds(begun)},
        {"endTimeUnixNano", nanoseconds(ended)},
        {"attributes", attributes.take()}};
    if (!parent.empty()) object["parentSpanId"] = parent;
    return object;
}

void mark_error(json::object& span, const std::string& type) {
    span["status"] = {{"code", kError}};
    span["attributes"].as_array().push_back(
        {{"key", "error.type"}, {"value", {{"stringValue", type}}}}
    );
}

json::object document_of(json::array spans) {
    Attributes resource;
    resource.text("service.name", "fovea").text("service.version", FOVEA_VERSION);
    return {
        {"resourceSpans",
         {{{"resource", {{"attributes", resource.take()}}},
           {"scopeSpans",
            {{{"scope", {{"name", "fovea"}, {"version", FOVEA_VERSION}}},
              {"spans", std::move(spans)}}}}}}}};
}

}  // namespace

Traces::Traces(TraceSettings settings, net::HttpSender& client)
    : settings_(std::move(settings)),
      client_(client),
      thread_([this](const std::stop_token& stop) { work(stop); }) {}

Traces::~Traces() {
    thread_.request_stop();
    thread_.join();
    send(std::exchange(waiting_, {}), std::exchange(dropped_, 0));
}

Traces::Turn& Traces::turn_of(const std::string& session, Time time) {
    auto& turn = turns_[session];
    if (turn.trace.empty()) {
        turn = {.trace = random_hex(16), .span = random_hex(8), .begun = time, .asked = time};
    }
    return turn;
}

void Traces::see(const std::string& session, const host::NumberedEvent& event) {
    if (!event.event || std::holds_alternative<agent::Delta>(*event.event)) return;
    const auto time = event.time;
    const std::scoped_lock lock(mutex_);
    auto& turn = turn_of(session, time);
    if (const auto* started = std::get_if<agent::Started>(event.event.get())) {
        turn.model = started->model;
    } else if (const auto* replied = std::get_if<agent::Replied>(event.event.get())) {
        auto attributes = about("chat", session);
        attributes.text("gen_ai.provider.name", provider_of(replied->model))
            .text("gen_ai.request.model", replied->model)
            .texts("gen_ai.response.finish_reasons", name_of(replied->finish));
        add_usage(attributes, replied->usage);
        add(span(
            turn.trace,
            random_hex(8),
            turn.span,
            "chat " + replied->model,
            kClient,
            turn.asked,
            time,
            std::move(attributes)
        ));
        turn.asked = time;
    } else if (const auto* tool = std::get_if<agent::ToolFinished>(event.event.get())) {
        auto attributes = about("execute_tool", session);
        attributes.text("gen_ai.tool.name", tool->tool)
            .text("gen_ai.tool.call.id", tool->result.tool_use_id);
        auto made = span(
            turn.trace,
            random_hex(8),
            turn.span,
            "execute_tool " + tool->tool,
            kInternal,
            time - tool->took,
            time,
            std::move(attributes)
        );
        if (tool->result.is_error) mark_error(made, "tool_error");
        add(std::move(made));
        turn.asked = time;
    } else if (const auto* finished = std::get_if<agent::Finished>(event.event.get())) {
        const auto& result = finished->result;
        auto attributes = about("invoke_agent", session);
        attributes.text("gen_ai.agent.name", "fovea")
            .text("gen_ai.provider.name", provider_of(result.model))
            .text("gen_ai.request.model", result.model);
        add_usage(attributes, result.usage);
        auto made = span(
            turn.trace,
            turn.span,
            "",
            "invoke_agent fovea",
            kInternal,
            turn.begun,
            time,
            std::move(attributes)
        );
        if (result.error) mark_error(made, std::string(wire_name(result.error->code)));
        add(std::move(made));
        turns_.erase(session);
    }
}

void Traces::add(json::object span) {
    if (waiting_.size() >= settings_.max_waiting) {
        ++dropped_;
        return;
    }
    waiting_.push_back(std::move(span));
}

void Traces::work(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        json::array spans;
        std::size_t dropped = 0;
        {
            std::unique_lock lock(mutex_);
            wake_.wait_for(lock, stop, settings_.every, [] { return false; });
            if (stop.stop_requested()) return;
            spans = std::exchange(waiting_, {});
            dropped = std::exchange(dropped_, 0);
        }
        send(std::move(spans), dropped);
    }
}

void Traces::send(json::array spans, std::size_t dropped) {
    if (dropped > 0) spdlog::warn("traces: {} spans were dropped", dropped);
    if (spans.empty()) return;
    const auto count = spans.size();
    net::StringBody body(json::serialize(document_of(std::move(spans))));
    const auto response = client_.send(
        {.method = "POST",
         .url = settings_.endpoint + "/v1/traces",
         .headers = {{"content-type", "application/json"}},
         .body = &body,
         .connect_timeout = kLastWords,
         .total_timeout = kLastWords,
         .max_response_bytes = 1u << 20},
        {},
        {}
    );
    if (!response.ok()) {
        spdlog::warn("traces: {} spans are lost: {}", count, response.error().message);
    } else if (response.value().status >= 300) {
        spdlog::warn(
            "traces: {} spans are lost: the collector answered {}", count, response.value().status
        );
    }
}

}  // namespace fovea::serve
