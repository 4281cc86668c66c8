#include "fovea/providers/openai_chat/message.hpp"

#include "fovea/base/json_text.hpp"
#include "fovea/providers/wire_json.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace fovea::providers::openai_chat {
namespace {

FinishReason finish_of(const ChatMessage& message) {
    const auto raw = message.finish.value_or("");
    if (message.refused || raw == "content_filter") return FinishReason::ContentFilter;
    if (raw == "length") return FinishReason::Length;
    if (raw == "error") return FinishReason::Error;
    const bool calls = !message.calls.empty();
    // Not all servers say that they stopped for a call.
    if (raw == "stop") return calls ? FinishReason::ToolCalls : FinishReason::Stop;
    if (raw == "tool_calls" || raw == "function_call") {
        return calls ? FinishReason::ToolCalls : FinishReason::Other;
    }
    return raw.empty() && calls ? FinishReason::ToolCalls : FinishReason::Other;
}

bool is_cut_short(FinishReason finish) {
    return finish == FinishReason::Length || finish == FinishReason::ContentFilter;
}

Result<content::ToolUseBlock, WireFailure> to_block(Call call) {
    if (call.name.empty()) {
        return WireFailure{
            .kind = FailureKind::Garbled, .message = "The model called a tool without a name."};
    }
    auto input = readable_input(call.arguments);
    return content::ToolUseBlock{std::move(call.id), std::move(call.name), std::move(input)};
}

double cost_of(const boost::json::value& usage) {
    const auto& cost = field_at(usage, "cost");
    const auto dollars = cost.is_double() ? cost.get_double() : double(count_at(usage, "cost"));
    return std::isfinite(dollars) && dollars > 0 ? dollars : 0;
}

}  // namespace

std::string content_text(const boost::json::value& message) {
    auto text = text_at(message, "content");
    for (const auto& part : items_at(message, "content")) text += text_at(part, "text");
    return text;
}

std::string reasoning_text(const boost::json::value& message) {
    auto text = text_at(message, "reasoning_content");
    return text.empty() ? text_at(message, "reasoning") : text;
}

boost::json::array calls_in(const boost::json::value& message) {
    auto calls = items_at(message, "tool_calls");
    const auto& single = field_at(message, "function_call");
    if (calls.empty() && single.is_object()) {
        calls.emplace_back(boost::json::object{{"index", 0}, {"function", single}});
    }
    return calls;
}

std::string arguments_text(const boost::json::value& call) {
    const auto& arguments = field_at(field_at(call, "function"), "arguments");
    if (arguments.is_null()) return {};
    const auto* text = arguments.if_string();
    return text != nullptr ? std::string(*text) : json_text(arguments);
}

std::string call_id(const boost::json::value& body, std::uint64_t index) {
    return made_call_id(
        text_at(body, "id") + "/" + std::to_string(count_at(body, "created")) + "/" +
        std::to_string(index)
    );
}

std::optional<Usage> read_usage(const boost::json::value& body) {
    const auto& from = field_at(body, "usage");
    const auto& timings = field_at(body, "timings");  // llama.cpp
    if (!from.is_object() && !timings.is_object()) return std::nullopt;
    Usage usage;
    usage.input_tokens = count_at(from, "prompt_tokens");
    usage.output_tokens = count_at(from, "completion_tokens");
    if (!from.is_object()) {
        usage.input_tokens = count_at(timings, "prompt_n") + count_at(timings, "cache_n");
        usage.output_tokens = count_at(timings, "predicted_n");
    }
    const auto& input = field_at(from, "prompt_tokens_details");
    const auto cached = std::max(
        {count_at(input, "cached_tokens"),
         count_at(from, "prompt_cache_hit_tokens"),  // DeepSeek
         count_at(timings, "cache_n")}
    );
    usage.cache_read_tokens = std::min(cached, usage.input_tokens);
    usage.cache_write_tokens = std::min(
        count_at(input, "cache_write_tokens"), usage.input_tokens - usage.cache_read_tokens
    );
    usage.reasoning_tokens =
        count_at(field_at(from, "completion_tokens_details"), "reasoning_tokens");
    usage.cost_usd = cost_of(from);  // OpenRouter
    return usage;
}

Result<Reply, WireFailure> to_reply(ChatMessage message, std::string_view kind) {
    Reply reply;
    reply.finish = finish_of(message);
    reply.usage = message.usage;
    if (!message.thinking.empty()) {
        reply.content.emplace_back(content::ThinkingBlock{
            std::move(message.thinking), "", std::string(kind)});
    }
    if (!message.text.empty()) reply.content.emplace_back(content::TextBlock{message.text});
    const bool cut_short = is_cut_short(reply.finish);
    for (auto& call : message.calls) {
        // No arguments at all may be those that were cut off.
        const bool is_whole = !call.arguments.empty() && tool_input(call.arguments).ok();
        if (cut_short && !is_whole) continue;
        auto block = to_block(std::move(call));
        if (block.ok()) {
            reply.content.emplace_back(std::move(block).value());
        } else if (!cut_short) {
            return std::move(block).error();
        }
    }
    return reply;
}

}  // namespace fovea::providers::openai_chat
