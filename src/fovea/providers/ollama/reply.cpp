#include "fovea/providers/ollama/reply.hpp"

#include "fovea/providers/ollama/ollama.hpp"
#include "fovea/providers/wire_json.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::providers::ollama {
namespace {

// Far beyond any reply; a hostile server gets no further.
constexpr std::size_t kMaxBytes = 64U << 20;
constexpr std::size_t kMaxCalls = 10'000;

// Old servers give no reason for an ordinary end.
FinishReason finish_reason(std::string_view reason, bool has_calls) {
    if (reason == "length") return FinishReason::Length;
    if (reason != "stop" && !reason.empty()) return FinishReason::Other;
    return has_calls ? FinishReason::ToolCalls : FinishReason::Stop;
}

}  // namespace

Result<void, WireFailure> ReplyLines::take(
    const boost::json::value& answer, std::vector<StreamEvent>& shown
) {
    if (!answer.is_object()) return garbled("The server's answer is not an object.");
    if (has_field(answer, "error")) return failure_in_answer(answer);
    if (ended_) return {};

    const auto& message = field_at(answer, "message");
    auto thinking = text_at(message, "thinking");
    auto text = text_at(message, "content");
    TRY(add(thinking_, thinking));
    TRY(add(text_, text));
    if (!thinking.empty())
        shown.emplace_back(ThinkingDelta{std::move(thinking), {}, std::string(kKind)});
    if (!text.empty()) shown.emplace_back(TextDelta{std::move(text)});
    for (const auto& call : items_at(message, "tool_calls")) {
        TRY(take_call(call, text_at(answer, "created_at"), shown));
    }
    if (flag_at(answer, "done")) {
        ended_ = true;
        reason_ = text_at(answer, "done_reason");
        usage_.input_tokens = count_at(answer, "prompt_eval_count");
        usage_.output_tokens = count_at(answer, "eval_count");
    }
    return {};
}

Result<void, WireFailure> ReplyLines::add(std::string& to, const std::string& more) {
    if (more.size() > kMaxBytes - bytes_) return garbled("The reply is too long.");
    bytes_ += more.size();
    to += more;
    return {};
}

// Calls have no ids on most servers: the time of the line makes one that comes once.
Result<void, WireFailure> ReplyLines::take_call(
    const boost::json::value& call, std::string_view time, std::vector<StreamEvent>& shown
) {
    const auto& function = field_at(call, "function");
    content::ToolUseBlock use{text_at(call, "id"), {}, {}};
    TRY(add(use.name, text_at(function, "name")));
    if (use.name.empty()) return garbled("The model called a tool without a name.");
    const auto& arguments = field_at(function, "arguments");
    const auto* quoted = arguments.if_string();  // as the compatible API has them
    const auto input =
        quoted == nullptr ? readable_input(arguments) : readable_input(std::string_view(*quoted));
    TRY(add(use.input, input));
    if (calls_.size() >= kMaxCalls) return garbled("The reply has too many calls of tools.");
    if (use.id.empty()) {
        use.id = made_call_id(
            std::string(time) + "/" + std::to_string(calls_.size()) + "/" + use.name + "/" + input
        );
    }
    shown.emplace_back(ToolUseStarted{use.id, use.name});
    shown.emplace_back(ToolInputDelta{use.id, use.input});
    calls_.push_back(std::move(use));
    return {};
}

Reply ReplyLines::reply() const {
    Reply reply;
    if (!thinking_.empty()) {
        reply.content.emplace_back(content::ThinkingBlock{thinking_, {}, std::string(kKind)});
    }
    if (!text_.empty()) reply.content.emplace_back(content::TextBlock{text_});
    for (const auto& call : calls_) reply.content.emplace_back(call);
    reply.finish = finish_reason(reason_, !calls_.empty());
    reply.usage = usage_;
    return reply;
}

Result<Reply, WireFailure> read_reply(std::string_view body) {
    const auto answer = TRY(parse_wire_json(body));
    ReplyLines lines;
    std::vector<StreamEvent> shown;
    TRY(lines.take(answer, shown));
    if (!has_field(answer, "message")) return garbled("The server's answer has no message.");
    return lines.reply();
}

}  // namespace fovea::providers::ollama
