// An answer that is one JSON object (answer_splice.hpp): it goes on when it is whole.
#include "fovea/gateway/splice/ollama_calls.hpp"
#include "fovea/gateway/splice/stream_splice.hpp"
#include "fovea/gateway/turns/reply_stream.hpp"

#include <utility>

namespace fovea::gateway {
namespace {

class WholeSplice final : public AnswerSplice {
public:
    explicit WholeSplice(Dialect dialect)
        : dialect_(dialect),
          counts_(dialect == Dialect::Ollama ? TokenCounts(counts_in_ollama) : TokenCounts()) {}

    std::string feed(std::string_view bytes) override {
        body_ += bytes;
        return {};
    }

    std::vector<std::string> their_calls() const override {
        auto read = *this;
        read.their_calls_.clear();
        read.end_reply(Then::End);
        return read.their_calls_;
    }

    std::string end_reply(Then then) override {
        const auto body = std::exchange(body_, {});
        const auto root = value_at(body, 0);
        if (!root || body[root->begin] != '{') return then == Then::End ? body : std::string();
        Edits<std::string> edits(body);
        add_up(body, *root, edits);
        const auto list = list_of(body, *root);
        if (list) put_items(body, *list, edits);
        const auto message = message_of(body, *root);
        if (message) put_words(body, *message, edits);
        counts_.end_reply();
        if (then == Then::GoesOn) return {};
        return edits.is_empty() ? body : edits.apply();
    }

private:
    void add_up(std::string_view body, Span root, Edits<std::string>& edits) {
        const auto usage =
            dialect_ == Dialect::Ollama ? std::optional(root) : member(body, root, "usage");
        if (!usage) return;
        counts_.read(body, *usage);
        counts_.write(body, *usage, edits);
    }

    // ---- dialects whose answer is a list

    std::optional<Span> list_of(std::string_view body, Span root) const {
        if (dialect_ == Dialect::Anthropic) return member(body, root, "content");
        if (dialect_ == Dialect::OpenaiResponses) return member(body, root, "output");
        return std::nullopt;
    }

    void put_items(std::string_view body, Span list, Edits<std::string>& edits) {
        const bool has_earlier = !items_.empty();
        bool has_ours = false;
        for (const auto& item : items_of(body, list)) {
            const auto type = plain_text(body, item, "type");
            const bool is_call = type == "tool_use" || type == "function_call";
            if (is_call && plain_text(body, item, "name") == kOurTool) {
                has_ours = true;
                continue;
            }
            const auto* const id = dialect_ == Dialect::Anthropic ? "id" : "call_id";
            const auto call = plain_text(body, item, id);
            if (!call.empty() && (type == "tool_use" || dialect_ != Dialect::Anthropic)) {
                their_calls_.emplace_back(call);
            }
            items_.emplace_back(text_of(body, item));
        }
        if (!has_earlier && !has_ours) return;
        std::string all;
        for (const auto& item : items_) all += (all.empty() ? "" : ",") + item;
        edits.replace(list, "[" + all + "]");
    }

    // ---- dialects whose answer is a message

    std::optional<Span> message_of(std::string_view body, Span root) const {
        if (dialect_ == Dialect::Ollama) return member(body, root, "message");
        if (dialect_ != Dialect::OpenaiChat) return std::nullopt;
        const auto choices = member(body, root, "choices");
        const auto items = choices ? items_of(body, *choices) : std::vector<Span>();
        return items.empty() ? std::nullopt : member(body, items.front(), "message");
    }

    void put_words(std::string_view body, Span message, Edits<std::string>& edits) {
        put_calls(body, message, edits);
        const auto content = member(body, message, "content");
        if (!content) return;
        const auto text = text_of(body, *content);
        const bool is_text = text.size() > 2 && text.front() == '"';
        if (!words_.empty()) {
            const auto now = is_text ? std::string(text.substr(1, text.size() - 2)) : "";
            edits.replace(*content, "\"" + words_ + now + "\"");
        }
        if (is_text) words_ += text.substr(1, text.size() - 2);
    }

    void put_calls(std::string_view body, Span message, Edits<std::string>& edits) {
        const auto calls = member(body, message, "tool_calls");
        if (!calls || body[calls->begin] != '[') return;
        bool has_ours = false;
        std::string kept;
        if (dialect_ == Dialect::Ollama) {
            kept = ollama_calls(body, *calls, has_ours, their_calls_);
            if (kept != text_of(body, *calls)) edits.replace(*calls, kept);
            return;
        }
        for (const auto& call : items_of(body, *calls)) {
            const auto function = member(body, call, "function");
            if (function && plain_text(body, *function, "name") == kOurTool) {
                has_ours = true;
                continue;
            }
            their_calls_.emplace_back(plain_text(body, call, "id"));
            kept += (kept.empty() ? "" : ",") + std::string(text_of(body, call));
        }
        if (has_ours) edits.replace(*calls, "[" + kept + "]");
    }

    const Dialect dialect_;
    TokenCounts counts_;
    std::string body_;
    std::vector<std::string> their_calls_;
    std::vector<std::string> items_;  // of all replies, without ours
    std::string words_;               // as they stand between quotes
};

}  // namespace

std::unique_ptr<AnswerSplice> make_answer_splice(Dialect dialect, AnswerForm form) {
    if (form == AnswerForm::Whole) return std::make_unique<WholeSplice>(dialect);
    switch (dialect) {
        case Dialect::Anthropic: return splice_anthropic_stream();
        case Dialect::OpenaiChat: return splice_chat_stream();
        case Dialect::OpenaiResponses: return splice_responses_stream();
        case Dialect::Ollama: return splice_ollama_stream();
    }
    return nullptr;
}

}  // namespace fovea::gateway
