#include "fovea/providers/gemini/reply.hpp"

#include "fovea/providers/gemini/gemini.hpp"
#include "fovea/providers/wire_json.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace fovea::providers::gemini {
namespace {

using content::TextBlock;
using content::ThinkingBlock;
using content::ToolUseBlock;

// Far beyond any reply; a hostile server gets no further.
constexpr std::size_t kMaxBytes = 64U << 20;
constexpr std::size_t kMaxBlocks = 10'000;

FinishReason finish_reason(std::string_view reason, bool has_calls) {
    constexpr std::array<std::string_view, 5> kFiltered = {
        "SAFETY", "PROHIBITED_CONTENT", "BLOCKLIST", "SPII", "RECITATION"};
    constexpr std::array<std::string_view, 6> kErrors = {
        "MALFORMED_FUNCTION_CALL",
        "UNEXPECTED_TOOL_CALL",
        "TOO_MANY_TOOL_CALLS",
        "OTHER",
        "LANGUAGE",
        "NO_IMAGE"};
    if (reason == "STOP") return has_calls ? FinishReason::ToolCalls : FinishReason::Stop;
    if (reason == "MAX_TOKENS") return FinishReason::Length;
    if (reason == "CONTINUATION") return FinishReason::Pause;
    if (reason.starts_with("IMAGE_")) return FinishReason::ContentFilter;
    if (std::ranges::count(kFiltered, reason) > 0) return FinishReason::ContentFilter;
    if (std::ranges::count(kErrors, reason) > 0) return FinishReason::Error;
    return FinishReason::Other;
}

Usage read_usage(const boost::json::value& usage) {
    const auto thoughts = count_at(usage, "thoughtsTokenCount");
    return {
        .input_tokens =
            count_at(usage, "promptTokenCount") + count_at(usage, "toolUsePromptTokenCount"),
        .output_tokens = count_at(usage, "candidatesTokenCount") + thoughts,
        .cache_read_tokens = count_at(usage, "cachedContentTokenCount"),
        .reasoning_tokens = thoughts};
}

}  // namespace

Result<void, WireFailure> ReplyParts::take(
    const boost::json::value& response, std::vector<StreamEvent>& shown
) {
    if (!response.is_object()) return garbled("The server's answer is not an object.");
    if (has_field(response, "error")) return failure_in_answer(response);
    if (has_field(response, "usageMetadata")) {
        reply_.usage = read_usage(field_at(response, "usageMetadata"));
    }
    if (has_field(response, "responseId")) response_id_ = text_at(response, "responseId");
    if (has_field(field_at(response, "promptFeedback"), "blockReason")) blocked_ = true;

    const auto& candidates = items_at(response, "candidates");
    if (candidates.empty()) return {};
    const auto& candidate = candidates.front();
    for (const auto& part : items_at(field_at(candidate, "content"), "parts")) {
        TRY(take_part(part, shown));
    }
    auto reason = text_at(candidate, "finishReason");
    if (!reason.empty()) reason_ = std::move(reason);
    return {};
}

// A part is told by which field it has. Code that Gemini ran itself and files that it made have no
// meaning here.
Result<void, WireFailure> ReplyParts::take_part(
    const boost::json::value& part, std::vector<StreamEvent>& shown
) {
    auto text = text_at(part, "text");
    auto signature = text_at(part, "thoughtSignature");
    if (text.size() + signature.size() > kMaxBytes - bytes_)
        return garbled("The reply is too long.");
    bytes_ += text.size() + signature.size();
    if (reply_.content.size() >= kMaxBlocks) return garbled("The reply has too many parts.");

    if (flag_at(part, "thought")) {
        if (!text.empty()) shown.emplace_back(ThinkingDelta{text});
        if (!signature.empty())
            shown.emplace_back(ThinkingDelta{{}, signature, std::string(kKind)});
        take_thought(std::move(text), std::move(signature));
        return {};
    }
    const bool is_signed = !signature.empty();
    if (is_signed) {
        shown.emplace_back(ThinkingDelta{{}, signature, std::string(kKind)});
        reply_.content.emplace_back(ThinkingBlock{{}, std::move(signature), std::string(kKind)});
    }
    if (has_field(part, "functionCall")) return take_call(field_at(part, "functionCall"), shown);
    if (text.empty()) return {};
    shown.emplace_back(TextDelta{text});
    take_text(std::move(text), is_signed);
    return {};
}

Result<void, WireFailure> ReplyParts::take_call(
    const boost::json::value& call, std::vector<StreamEvent>& shown
) {
    auto name = text_at(call, "name");
    if (name.empty()) return garbled("The model called a tool without a name.");
    auto input = readable_input(field_at(call, "args"));
    if (input.size() > kMaxBytes - bytes_) return garbled("The reply is too long.");
    bytes_ += input.size();

    auto id = text_at(call, "id");
    if (id.empty()) {
        id = made_call_id(response_id_ + "/" + std::to_string(calls_) + "/" + name + "/" + input);
    }
    ++calls_;
    shown.emplace_back(ToolUseStarted{id, name});
    shown.emplace_back(ToolInputDelta{id, input});
    reply_.content.emplace_back(ToolUseBlock{std::move(id), std::move(name), std::move(input)});
    return {};
}

void ReplyParts::take_thought(std::string text, std::string signature) {
    if (text.empty() && signature.empty()) return;
    auto* last =
        reply_.content.empty() ? nullptr : std::get_if<ThinkingBlock>(&reply_.content.back());
    if (last != nullptr && !last->text.empty() && last->signature.empty()) {
        last->text += text;
        last->signature = std::move(signature);
        return;
    }
    reply_.content.emplace_back(ThinkingBlock{
        std::move(text), std::move(signature), std::string(kKind)});
}

void ReplyParts::take_text(std::string text, bool is_signed) {
    auto* last = reply_.content.empty() ? nullptr : std::get_if<TextBlock>(&reply_.content.back());
    if (last != nullptr && !sealed_) {
        last->text += text;
        return;
    }
    reply_.content.emplace_back(TextBlock{std::move(text)});
    sealed_ = is_signed;
}

Result<Reply, WireFailure> ReplyParts::reply() const {
    Reply reply = reply_;
    reply.finish = blocked_ && reason_.empty() ? FinishReason::ContentFilter
                                               : finish_reason(reason_, calls_ > 0);
    const bool whole = reason_ == "STOP" || !ended();
    if (reply.content.empty() && whole) {
        return WireFailure{
            .kind = FailureKind::Transient,
            .message = "The model answered nothing.",
            .should_retry = true};
    }
    return reply;
}

Result<Reply, WireFailure> read_reply(std::string_view body) {
    const auto response = TRY(parse_wire_json(body));
    ReplyParts parts;
    std::vector<StreamEvent> shown;
    TRY(parts.take(response, shown));
    return parts.reply();
}

}  // namespace fovea::providers::gemini
