// OpenAI Responses' streams: items with a place in the output each, and all of them again at the end.
#include "fovea/gateway/splice/stream_splice.hpp"
#include "fovea/gateway/turns/reply_stream.hpp"

#include <algorithm>
#include <map>

namespace fovea::gateway {
namespace {

bool is_ours(std::string_view json, Span item) {
    return plain_text(json, item, "type") == "function_call" &&
           plain_text(json, item, "name") == kOurTool;
}

class Splicer final : public StreamSplice {
public:
    Splicer() : StreamSplice(Framing::Events) {}

private:
    bool is_closing(std::string_view event, Span root) const override {
        const auto type = plain_text(event, root, "type");
        return type == "response.completed" || type == "response.incomplete" ||
               type == "response.failed";
    }

    Keep look(std::string_view event, Span root, Edits<std::string>& edits) override {
        const auto type = plain_text(event, root, "type");
        const bool begins = type == "response.created" || type == "response.in_progress" ||
                            type == "response.queued";
        if (begins && !is_first()) return Keep::Nothing;
        keep_id(event, root, edits);
        if (look_at_item(event, root, type, edits) == Keep::Nothing) return Keep::Nothing;
        if (is_closing(event, root)) close(event, root, edits);
        const auto number = number_at(event, root, "sequence_number");
        if (!number) return Keep::All;
        if (*number != sequence_) {
            edits.replace(*member(event, root, "sequence_number"), std::to_string(sequence_));
        }
        ++sequence_;
        return Keep::All;
    }

    Keep look_at_item(
        std::string_view event, Span root, std::string_view type, Edits<std::string>& edits
    ) {
        const auto index = number_at(event, root, "output_index");
        if (!index) return Keep::All;
        const auto item = member(event, root, "item");
        const bool is_new = item && !hidden_.contains(*index) && !places_.contains(*index);
        if (is_new && is_ours(event, *item)) {
            found_ours();
            hidden_.insert(*index);
        }
        if (hidden_.contains(*index)) return Keep::Nothing;
        if (is_new) {
            places_[*index] = next_++;
            note_call(plain_text(event, *item, "call_id"));
        }
        if (item && type == "response.output_item.done") {
            items_.emplace_back(text_of(event, *item));
        }
        const auto place = places_.find(*index);
        if (place != places_.end() && place->second != *index) {
            edits.replace(*member(event, root, "output_index"), std::to_string(place->second));
        }
        return Keep::All;
    }

    // One answer has one id: its clients insist on it.
    void keep_id(std::string_view event, Span root, Edits<std::string>& edits) {
        const auto response = member(event, root, "response");
        const auto id = response ? member(event, *response, "id") : std::nullopt;
        if (!id) return;
        if (id_.empty()) id_ = text_of(event, *id);
        if (text_of(event, *id) != id_) edits.replace(*id, id_);
    }

    void note_call(std::string_view id) {
        if (!id.empty()) their_calls_.emplace_back(id);
    }

    // The whole answer, in its last event.
    void close(std::string_view event, Span root, Edits<std::string>& edits) {
        const auto response = member(event, root, "response");
        if (!response) return;
        if (const auto usage = member(event, *response, "usage")) {
            counts_.read(event, *usage);
            counts_.write(event, *usage, edits);
        }
        const auto output = member(event, *response, "output");
        if (!output || (earlier_.empty() && !has_ours())) return;
        auto all = earlier_;
        const auto items = items_of(event, *output);
        for (const auto& item : items) {
            if (!is_ours(event, item)) all.emplace_back(text_of(event, item));
        }
        if (items.empty()) all.insert(all.end(), items_.begin(), items_.end());
        std::string list;
        for (const auto& item : all) list += (list.empty() ? "" : ",") + item;
        edits.replace(*output, "[" + list + "]");
    }

    std::string leave_out(std::string_view event, Span root) override {
        const auto response = member(event, root, "response");
        const auto usage = response ? member(event, *response, "usage") : std::nullopt;
        if (usage) counts_.read(event, *usage);
        return {};
    }

    void begin_reply() override {
        earlier_.insert(earlier_.end(), items_.begin(), items_.end());
        items_.clear();
        hidden_.clear();
        places_.clear();
    }

    std::vector<std::string> earlier_;  // items of replies before
    std::vector<std::string> items_;    // of this reply
    std::set<std::uint64_t> hidden_;
    std::map<std::uint64_t, std::uint64_t> places_;  // of its others, in the answer
    std::uint64_t next_ = 0;
    std::uint64_t sequence_ = 0;
    std::string id_;  // as it stands
};

}  // namespace

std::unique_ptr<AnswerSplice> splice_responses_stream() {
    return std::make_unique<Splicer>();
}

}  // namespace fovea::gateway
