#include "fovea/providers/anthropic/reply.hpp"

#include "fovea/providers/anthropic/anthropic.hpp"
#include "fovea/providers/wire_json.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <optional>

namespace fovea::providers::anthropic {
namespace {

using content::ContentBlock;

void replace_count(const boost::json::value& usage, std::string_view name, std::uint64_t& count) {
    if (has_field(usage, name)) count = count_at(usage, name);
}

// Nothing for kinds of blocks that have no meaning here (those of the provider's own tools), and
// for empty ones.
Result<std::optional<ContentBlock>, WireFailure> read_block(const boost::json::value& block) {
    const auto type = text_at(block, "type");
    std::optional<ContentBlock> read;
    if (type == "text") {
        auto text = text_at(block, "text");
        if (!text.empty()) read = content::TextBlock{std::move(text)};
    } else if (type == "thinking") {
        content::ThinkingBlock thinking{
            text_at(block, "thinking"), text_at(block, "signature"), std::string(kKind)};
        if (!thinking.text.empty() || !thinking.signature.empty()) read = std::move(thinking);
    } else if (type == "redacted_thinking") {
        auto data = std::string(kRedacted) + text_at(block, "data");
        read = content::ThinkingBlock{{}, std::move(data), std::string(kKind)};
    } else if (type == "tool_use") {
        auto input = readable_input(field_at(block, "input"));
        read = content::ToolUseBlock{text_at(block, "id"), text_at(block, "name"), input};
    }
    return read;
}

}  // namespace

FinishReason finish_reason(std::string_view stop_reason) {
    if (stop_reason == "end_turn" || stop_reason == "stop_sequence") return FinishReason::Stop;
    if (stop_reason == "tool_use") return FinishReason::ToolCalls;
    if (stop_reason == "max_tokens") return FinishReason::Length;
    if (stop_reason == "model_context_window_exceeded") return FinishReason::Length;
    if (stop_reason == "refusal") return FinishReason::ContentFilter;
    if (stop_reason == "pause_turn") return FinishReason::Pause;
    return FinishReason::Other;
}

void UsageReader::take(const boost::json::value& usage) {
    replace_count(usage, "input_tokens", fresh_);
    replace_count(usage, "cache_read_input_tokens", cache_read_);
    replace_count(usage, "cache_creation_input_tokens", cache_write_);
    replace_count(
        field_at(usage, "cache_creation"), "ephemeral_1h_input_tokens", cache_write_long_
    );
    replace_count(usage, "output_tokens", output_);
    replace_count(field_at(usage, "output_tokens_details"), "thinking_tokens", thinking_);
}

Usage UsageReader::usage() const {
    const auto long_lived = std::min(cache_write_long_, cache_write_);
    return {
        .input_tokens = fresh_ + cache_read_ + cache_write_,
        .output_tokens = output_,
        .cache_read_tokens = cache_read_,
        .cache_write_tokens = cache_write_ - long_lived,
        .cache_write_long_tokens = long_lived,
        .reasoning_tokens = thinking_};
}

Result<Reply, WireFailure> read_reply(std::string_view body) {
    const auto message = TRY(parse_wire_json(body));
    if (has_field(message, "error")) return failure_in_answer(message);
    if (!field_at(message, "content").is_array()) {
        return WireFailure{
            .kind = FailureKind::Garbled, .message = "The server's answer has no content."};
    }
    Reply reply;
    for (const auto& item : items_at(message, "content")) {
        auto block = TRY(read_block(item));
        if (block) reply.content.push_back(std::move(*block));
    }
    reply.finish = finish_reason(text_at(message, "stop_reason"));
    reply.stop_sequence = text_at(message, "stop_sequence");
    UsageReader usage;
    usage.take(field_at(message, "usage"));
    reply.usage = usage.usage();
    return reply;
}

}  // namespace fovea::providers::anthropic
