// OpenAI Chat's streams: calls in pieces by their index, the end in finish_reason, tokens behind it.
#include "fovea/gateway/splice/stream_splice.hpp"
#include "fovea/gateway/turns/reply_stream.hpp"

#include <algorithm>

namespace fovea::gateway {
namespace {

struct Call {
    std::uint64_t index = 0;
    std::string id;
    std::optional<std::uint64_t> place;  // in the answer; none: it is ours
};

bool says_nothing(std::string_view json, Span value) {
    const auto text = text_of(json, value);
    return text == "null" || text == "\"\"" || text == "[]";
}

class Splicer final : public StreamSplice {
public:
    Splicer() : StreamSplice(Framing::Events) {}

private:
    bool is_closing(std::string_view event, Span root) const override {
        const auto choice = choice_of(event, root);
        if (!choice) return true;  // tokens
        const auto finish = member(event, *choice, "finish_reason");
        return finish && event[finish->begin] == '"';
    }

    static std::optional<Span> choice_of(std::string_view event, Span root) {
        const auto choices = member(event, root, "choices");
        const auto items = choices ? items_of(event, *choices) : std::vector<Span>();
        return items.empty() ? std::nullopt : std::optional(items.front());
    }

    Keep look(std::string_view event, Span root, Edits<std::string>& edits) override {
        keep_id(event, root, edits);
        const auto usage = member(event, root, "usage");
        if (usage && event[usage->begin] == '{') {
            counts_.read(event, *usage);
            counts_.write(event, *usage, edits);
        }
        const auto choice = choice_of(event, root);
        const auto delta = choice ? member(event, *choice, "delta") : std::nullopt;
        const auto calls = delta ? member(event, *delta, "tool_calls") : std::nullopt;
        if (!calls || event[calls->begin] != '[') return Keep::All;
        return look_at_calls(event, *delta, *calls, is_closing(event, root), edits);
    }

    Keep look_at_calls(
        std::string_view event, Span delta, Span calls, bool ends, Edits<std::string>& edits
    ) {
        const auto items = items_of(event, calls);
        std::string kept;
        bool has_ours = false;
        for (const auto& item : items) {
            const auto& call = call_of(event, item);
            has_ours = has_ours || !call.place;
            if (call.place) kept += (kept.empty() ? "" : ",") + at_its_place(event, item, call);
        }
        if (!kept.empty()) {
            if (has_ours || has_moved_) edits.replace(calls, "[" + kept + "]");
            return Keep::All;
        }
        if (!has_ours) return Keep::All;
        const auto members = members_of(event, delta);
        const bool is_all = std::ranges::all_of(members, [&](const JsonMember& one) {
            return one.key == "tool_calls" || one.key == "role" || says_nothing(event, one.value);
        });
        if (is_all && !ends) return Keep::Nothing;
        edits.replace(delta, without_calls(event, members));
        return Keep::All;
    }

    static std::string at_its_place(std::string_view event, Span item, const Call& call) {
        const auto text = text_of(event, item);
        const auto index = member(event, item, "index");
        if (!index || *call.place == call.index) return std::string(text);
        Edits<std::string> edits(text);
        edits.replace(
            {index->begin - item.begin, index->end - item.begin}, std::to_string(*call.place)
        );
        return edits.apply();
    }

    static std::string without_calls(
        std::string_view event, const std::vector<JsonMember>& members
    ) {
        std::string text;
        for (const auto& [key, value] : members) {
            if (key == "tool_calls") continue;
            text += (text.empty() ? "{\"" : ",\"") + std::string(key) + "\":";
            text += text_of(event, value);
        }
        return text.empty() ? "{}" : text + "}";
    }

    // As pieces of calls belong together (providers/openai_chat/stream.cpp).
    const Call& call_of(std::string_view event, Span piece) {
        const auto number = number_at(event, piece, "index");
        const auto id = plain_text(event, piece, "id");
        const auto same = std::find_if(calls_.rbegin(), calls_.rend(), [&](const Call& call) {
            return !number || call.index == *number;
        });
        const auto function = member(event, piece, "function");
        const auto name = function ? plain_text(event, *function, "name") : std::string_view();
        if (same != calls_.rend()) {
            const bool is_next = !number && id.empty() && !name.empty();
            if (!is_next && (id.empty() || same->id.empty() || same->id == id)) return *same;
        }
        Call call{.index = number.value_or(0), .id = std::string(id)};
        if (name == kOurTool) {
            found_ours();
        } else {
            call.place = next_++;
            has_moved_ = has_moved_ || *call.place != call.index;
            their_calls_.emplace_back(id);
        }
        return calls_.emplace_back(std::move(call));
    }

    // One answer has one id.
    void keep_id(std::string_view event, Span root, Edits<std::string>& edits) {
        const auto id = member(event, root, "id");
        if (!id) return;
        if (is_first() && id_.empty()) id_ = text_of(event, *id);
        if (!id_.empty() && text_of(event, *id) != id_) edits.replace(*id, id_);
    }

    // Some end with words.
    std::string leave_out(std::string_view event, Span root) override {
        const auto usage = member(event, root, "usage");
        if (usage && event[usage->begin] == '{') counts_.read(event, *usage);
        const auto choice = choice_of(event, root);
        const auto delta = choice ? member(event, *choice, "delta") : std::nullopt;
        const auto words = delta ? member(event, *delta, "content") : std::nullopt;
        const auto finish = choice ? member(event, *choice, "finish_reason") : std::nullopt;
        if (!finish || !words || says_nothing(event, *words)) return {};
        Edits<std::string> edits(event);
        keep_id(event, root, edits);
        edits.replace(*finish, "null");
        if (usage) edits.replace(*usage, "null");
        edits.replace(*delta, without_calls(event, members_of(event, *delta)));
        return edits.apply();
    }

    void begin_reply() override { calls_.clear(); }

    std::vector<Call> calls_;  // of this reply
    std::uint64_t next_ = 0;
    bool has_moved_ = false;  // a call stands elsewhere in the answer than in its reply
    std::string id_;          // as it stands
};

}  // namespace

std::unique_ptr<AnswerSplice> splice_chat_stream() {
    return std::make_unique<Splicer>();
}

}  // namespace fovea::gateway
