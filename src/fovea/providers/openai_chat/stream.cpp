#include "fovea/providers/openai_chat/message.hpp"
#include "fovea/providers/openai_chat/openai_chat.hpp"
#include "fovea/providers/openai_errors.hpp"
#include "fovea/providers/openai_events.hpp"
#include "fovea/providers/openai_refusal.hpp"
#include "fovea/providers/wire_json.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <utility>

namespace fovea::providers::openai_chat {
namespace {

// More than any model calls at once.
constexpr std::size_t kMaxCalls = 1000;

WireFailure failure(FailureKind kind, std::string message) {
    return {.kind = kind, .message = std::move(message)};
}

bool is_empty(const ChatMessage& message) {
    return message.text.empty() && message.thinking.empty() && message.calls.empty();
}

class Reader final : public StreamReader {
public:
    explicit Reader(std::string_view kind) : kind_(kind) {}

    Result<std::vector<StreamEvent>, WireFailure> feed(std::string_view bytes) override {
        TRY(events_.feed(bytes, taker()));
        return std::exchange(out_, {});
    }

    Result<Reply, WireFailure> finish() override {
        TRY(events_.finish(taker()));
        if (events_.whole()) return read_reply(kind_, *events_.whole());
        if (!message_.finish && !events_.done()) {
            return failure(FailureKind::Stream, "The stream ended before the answer did.");
        }
        // Gateways end a stream like this when the server behind them did not answer.
        if (!message_.finish && is_empty(message_)) {
            return failure(FailureKind::Stream, "The stream ended without an answer.");
        }
        return to_reply(message_, kind_);
    }

private:
    OpenAiEvents::Take taker() {
        return [this](const boost::json::value& chunk) { return take(chunk); };
    }

    Result<void, WireFailure> take(const boost::json::value& chunk) {
        if (const auto usage = read_usage(chunk)) message_.usage = *usage;
        for (const auto& choice : items_at(chunk, "choices")) {
            if (count_at(choice, "index") != 0) continue;
            if (const auto* error = openai_error_in(choice)) return openai_stream_failure(*error);
            TRY(take_delta(chunk, field_at(choice, "delta")));
            const auto finish = text_at(choice, "finish_reason");
            if (finish == "error") {
                return failure(FailureKind::Stream, "The server ended the answer too early.");
            }
            if (!finish.empty()) message_.finish = finish;
        }
        return {};
    }

    Result<void, WireFailure> take_delta(
        const boost::json::value& chunk, const boost::json::value& delta
    ) {
        const auto thinking = reasoning_text(delta);
        if (!thinking.empty()) {
            message_.thinking += thinking;
            out_.emplace_back(ThinkingDelta{thinking, {}, kind_});
        }
        const auto refusal = text_at(delta, "refusal");
        if (!refusal.empty()) message_.refused = true;
        const auto text = content_text(delta) + refusal;
        if (!text.empty()) {
            message_.text += text;
            out_.emplace_back(TextDelta{text});
        }
        for (const auto& piece : calls_in(delta)) {
            auto& call = call_of(piece);
            if (message_.calls.size() > kMaxCalls) {
                return failure(FailureKind::Garbled, "The model made too many tool calls.");
            }
            take_piece(chunk, piece, call);
        }
        return {};
    }

    // Pieces belong together by their index. Some servers leave it out or say 0 for all; there a new
    // id, or a name without an id, starts a new call.
    Call& call_of(const boost::json::value& piece) {
        auto& calls = message_.calls;
        const auto id = text_at(piece, "id");
        const bool has_index = has_field(piece, "index");
        const auto index = has_index ? count_at(piece, "index") : 0;
        const auto same = std::find_if(calls.rbegin(), calls.rend(), [&](const Call& call) {
            return !has_index || call.index == index;
        });
        if (same != calls.rend()) {
            const bool named = !text_at(field_at(piece, "function"), "name").empty();
            const bool next = !has_index && id.empty() && named && !same->name.empty();
            if (!next && (id.empty() || same->id.empty() || same->id == id)) return *same;
        }
        return calls.emplace_back(Call{.index = index});
    }

    void take_piece(const boost::json::value& chunk, const boost::json::value& piece, Call& call) {
        const bool was_started = !call.name.empty();
        if (!was_started) {
            if (auto id = text_at(piece, "id"); !id.empty()) call.id = std::move(id);
            call.name = text_at(field_at(piece, "function"), "name");
        }
        auto arguments = arguments_text(piece);
        call.arguments += arguments;
        if (call.name.empty()) return;
        if (!was_started) {
            const auto number = static_cast<std::uint64_t>(&call - message_.calls.data());
            if (call.id.empty()) call.id = call_id(chunk, number);
            out_.emplace_back(ToolUseStarted{call.id, call.name});
            arguments = call.arguments;  // also what came before the name
        }
        if (!arguments.empty()) out_.emplace_back(ToolInputDelta{call.id, std::move(arguments)});
    }

    std::string kind_;
    OpenAiEvents events_;
    ChatMessage message_;
    std::vector<StreamEvent> out_;
};

}  // namespace

std::unique_ptr<StreamReader> open_stream(std::string_view kind) {
    return std::make_unique<Reader>(kind);
}

}  // namespace fovea::providers::openai_chat
