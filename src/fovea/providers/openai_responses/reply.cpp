#include "fovea/providers/openai_errors.hpp"
#include "fovea/providers/openai_refusal.hpp"
#include "fovea/providers/openai_responses/openai_responses.hpp"
#include "fovea/providers/wire_json.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <utility>

namespace fovea::providers::openai_responses {
namespace {

Usage read_usage(const boost::json::value& from) {
    Usage usage;
    usage.input_tokens = count_at(from, "input_tokens");
    usage.output_tokens = count_at(from, "output_tokens");
    const auto& input = field_at(from, "input_tokens_details");
    usage.cache_read_tokens = std::min(count_at(input, "cached_tokens"), usage.input_tokens);
    const auto written = std::min(
        count_at(input, "cache_write_tokens"), usage.input_tokens - usage.cache_read_tokens
    );
    const auto& by_life = field_at(input, "cache_write_tokens_details");
    usage.cache_write_long_tokens = std::min(count_at(by_life, "ttl_12h_tokens"), written);
    usage.cache_write_tokens = written - usage.cache_write_long_tokens;
    usage.reasoning_tokens = count_at(field_at(from, "output_tokens_details"), "reasoning_tokens");
    return usage;
}

FinishReason finish_of(const boost::json::value& response) {
    const auto status = text_at(response, "status");
    const auto reason = text_at(field_at(response, "incomplete_details"), "reason");
    if (status == "completed" || status.empty()) return FinishReason::Stop;
    if (status == "queued" || status == "in_progress") return FinishReason::Pause;
    if (status == "failed" || status == "cancelled") return FinishReason::Error;
    if (status != "incomplete") return FinishReason::Other;
    if (reason == "max_output_tokens") return FinishReason::Length;
    return reason == "content_filter" ? FinishReason::ContentFilter : FinishReason::Other;
}

std::string joined(const boost::json::array& parts) {
    std::string all;
    for (const auto& part : parts) {
        const auto text = text_at(part, "text");
        if (text.empty()) continue;
        if (!all.empty()) all += "\n\n";
        all += text;
    }
    return all;
}

class Output {
public:
    Output(Reply& reply, const boost::json::value& response)
        : reply_(reply), response_id_(text_at(response, "id")) {}

    Result<void, WireFailure> take(const boost::json::value& item) {
        const auto type = text_at(item, "type");
        if (type == "message") take_message(item);
        if (type == "reasoning") take_reasoning(item);
        if (type == "function_call") TRY(take_call(item));
        return {};
    }

    // What the response's status does not tell.
    void settle_finish() {
        if (refused_) {
            reply_.finish = FinishReason::ContentFilter;
        } else if (reply_.finish == FinishReason::Stop && calls_ > 0) {
            reply_.finish = FinishReason::ToolCalls;
        }
    }

private:
    void take_message(const boost::json::value& item) {
        for (const auto& part : items_at(item, "content")) {
            const auto refusal = text_at(part, "refusal");
            if (!refusal.empty()) refused_ = true;
            auto text = text_at(part, "text") + refusal;
            if (!text.empty()) reply_.content.emplace_back(content::TextBlock{std::move(text)});
        }
    }

    void take_reasoning(const boost::json::value& item) {
        auto text = joined(items_at(item, "summary"));
        if (text.empty()) text = joined(items_at(item, "content"));
        auto signature = text_at(item, "encrypted_content");
        if (text.empty() && signature.empty()) return;
        reply_.content.emplace_back(content::ThinkingBlock{
            std::move(text), std::move(signature), std::string(kKind)});
    }

    Result<void, WireFailure> take_call(const boost::json::value& item) {
        const auto number = calls_++;
        const auto arguments = text_at(item, "arguments");
        const auto name = text_at(item, "name");
        const bool cut_short =
            reply_.finish != FinishReason::Stop || text_at(item, "status") == "incomplete";
        // No arguments at all may be those that were cut off.
        if (cut_short && arguments.empty()) return {};
        if (cut_short && !tool_input(arguments).ok()) return {};
        if (name.empty()) {
            return WireFailure{
                .kind = FailureKind::Garbled, .message = "The model called a tool without a name."};
        }
        auto id = text_at(item, "call_id");
        if (id.empty()) id = text_at(item, "id");
        if (id.empty()) id = made_call_id(response_id_ + "/" + std::to_string(number));
        reply_.content.emplace_back(content::ToolUseBlock{
            std::move(id), name, readable_input(arguments)});
        return {};
    }

    Reply& reply_;
    std::string response_id_;
    unsigned calls_ = 0;
    bool refused_ = false;
};

}  // namespace

Result<Reply, WireFailure> read_response(
    const boost::json::value& response, const boost::json::array& output
) {
    if (const auto* error = openai_error_in(response)) return openai_reply_failure(*error);
    Reply reply;
    reply.finish = finish_of(response);
    if (reply.finish == FinishReason::Error) {
        return WireFailure{
            .kind = FailureKind::Transient,
            .message = "The response is \"" + plain_words(text_at(response, "status")) + "\"."};
    }
    reply.usage = read_usage(field_at(response, "usage"));
    Output reading(reply, response);
    for (const auto& item : output) TRY(reading.take(item));
    reading.settle_finish();
    return reply;
}

Result<Reply, WireFailure> read_reply(std::string_view body) {
    const auto response = TRY(parse_wire_json(body));
    if (openai_error_in(response) == nullptr && !field_at(response, "output").is_array()) {
        return WireFailure{
            .kind = FailureKind::Garbled, .message = "The server's answer has no output."};
    }
    return read_response(response, items_at(response, "output"));
}

}  // namespace fovea::providers::openai_responses
