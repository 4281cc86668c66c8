// Anthropic's streams: blocks with an index each, the end in message_delta and message_stop.
#include "fovea/gateway/splice/stream_splice.hpp"
#include "fovea/gateway/turns/reply_stream.hpp"

#include <map>

namespace fovea::gateway {
namespace {

class Splicer final : public StreamSplice {
public:
    Splicer() : StreamSplice(Framing::Events) {}

private:
    bool is_closing(std::string_view event, Span root) const override {
        const auto type = plain_text(event, root, "type");
        return type == "message_delta" || type == "message_stop";
    }

    Keep look(std::string_view event, Span root, Edits<std::string>& edits) override {
        const auto type = plain_text(event, root, "type");
        if (type == "message_start") {
            const auto message = member(event, root, "message");
            const auto usage = message ? member(event, *message, "usage") : std::nullopt;
            if (usage) counts_.read(event, *usage);
            return is_first() ? Keep::All : Keep::Nothing;
        }
        if (type == "message_delta") {
            const auto usage = member(event, root, "usage");
            if (!usage) return Keep::All;
            counts_.read(event, *usage);
            counts_.write(event, *usage, edits);
            return Keep::All;
        }
        if (!type.starts_with("content_block_")) return Keep::All;
        return look_at_block(event, root, type == "content_block_start", edits);
    }

    Keep look_at_block(std::string_view event, Span root, bool begins, Edits<std::string>& edits) {
        const auto index = number_at(event, root, "index");
        if (!index) return Keep::All;
        if (begins && is_ours(event, root)) {
            found_ours();
            hidden_.insert(*index);
            return Keep::Nothing;
        }
        if (hidden_.contains(*index)) return Keep::Nothing;
        if (begins) places_[*index] = next_++;
        const auto place = places_.find(*index);
        if (place != places_.end() && place->second != *index) {
            edits.replace(*member(event, root, "index"), std::to_string(place->second));
        }
        return Keep::All;
    }

    bool is_ours(std::string_view event, Span root) {
        const auto block = member(event, root, "content_block");
        if (!block || plain_text(event, *block, "type") != "tool_use") return false;
        if (plain_text(event, *block, "name") == kOurTool) return true;
        their_calls_.emplace_back(plain_text(event, *block, "id"));
        return false;
    }

    std::string leave_out(std::string_view event, Span root) override {
        if (const auto usage = member(event, root, "usage")) counts_.read(event, *usage);
        return {};
    }

    void begin_reply() override {
        hidden_.clear();
        places_.clear();
    }

    std::set<std::uint64_t> hidden_;                 // blocks of this reply
    std::map<std::uint64_t, std::uint64_t> places_;  // of its others, in the answer
    std::uint64_t next_ = 0;
};

}  // namespace

std::unique_ptr<AnswerSplice> splice_anthropic_stream() {
    return std::make_unique<Splicer>();
}

}  // namespace fovea::gateway
