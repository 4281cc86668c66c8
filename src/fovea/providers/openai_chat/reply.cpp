#include "fovea/providers/openai_chat/message.hpp"
#include "fovea/providers/openai_chat/openai_chat.hpp"
#include "fovea/providers/openai_errors.hpp"
#include "fovea/providers/openai_refusal.hpp"
#include "fovea/providers/wire_json.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::providers::openai_chat {

Result<Reply, WireFailure> read_reply(std::string_view kind, std::string_view body) {
    const auto value = TRY(parse_wire_json(body));
    // OpenRouter reports what fails after the start with status 200.
    if (const auto* error = openai_error_in(value)) return openai_reply_failure(*error);
    const auto& choices = items_at(value, "choices");
    if (choices.empty() || !field_at(choices.front(), "message").is_object()) {
        return WireFailure{
            .kind = FailureKind::Garbled, .message = "The server's answer has no message."};
    }
    const auto& choice = choices.front();
    if (const auto* error = openai_error_in(choice)) return openai_reply_failure(*error);

    const auto& from = field_at(choice, "message");
    const auto refusal = text_at(from, "refusal");
    ChatMessage message{
        .thinking = reasoning_text(from),
        .text = content_text(from) + refusal,
        .refused = !refusal.empty()};
    for (const auto& call : calls_in(from)) {
        const auto index = message.calls.size();
        auto id = text_at(call, "id");
        message.calls.push_back(
            {.index = index,
             .id = id.empty() ? call_id(value, index) : std::move(id),
             .name = text_at(field_at(call, "function"), "name"),
             .arguments = arguments_text(call)}
        );
    }
    message.finish = text_at(choice, "finish_reason");
    message.usage = read_usage(value).value_or(Usage{});
    return to_reply(std::move(message), kind);
}

}  // namespace fovea::providers::openai_chat
