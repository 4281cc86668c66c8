#include "fovea/providers/anthropic/anthropic.hpp"
#include "fovea/providers/anthropic/reply.hpp"
#include "fovea/providers/wire_stream.hpp"

#include <boost/json.hpp>

#include <iterator>
#include <map>
#include <utility>

namespace fovea::providers::anthropic {
namespace {

// Far beyond any reply; a hostile server gets no further.
constexpr std::size_t kMaxBytes = 64U << 20;
constexpr std::size_t kMaxBlocks = 10'000;

// A block while it grows. What is neither text nor thinking nor a call is kept empty.
struct Growing {
    std::string type;
    std::string id;
    std::string name;
    std::string text;       // the words, or the arguments as JSON
    std::string signature;  // of thinking; the data of what was redacted
    std::string input;      // arguments that came whole with the start
};

// Named events, the last "message_stop".
class Blocks {
public:
    Result<void, WireFailure> take(const net::SseEvent& event, std::vector<StreamEvent>& shown) {
        if (stopped_ || event.data == "[DONE]") return {};  // the latter from proxies
        const auto data = TRY(parse_wire_json(event.data));
        return take(event.name, data, shown);
    }

    bool ended() const { return stopped_; }

    Reply reply() const {
        Reply reply;
        for (auto at = blocks_.begin(); at != blocks_.end(); ++at) {
            const auto& block = at->second;
            if (block.type == "text" && !block.text.empty()) {
                reply.content.emplace_back(content::TextBlock{block.text});
            } else if (block.type == "thinking" || block.type == "redacted_thinking") {
                add_to(reply, block);
            } else if (block.type == "tool_use") {
                const auto& written = block.text.empty() ? block.input : block.text;
                // Cut short by a limit, the last call is half a call: nobody may run it.
                const bool cut = finish_ != FinishReason::ToolCalls &&
                                 finish_ != FinishReason::Stop && std::next(at) == blocks_.end();
                if (cut && !tool_input(written).ok()) break;
                reply.content.emplace_back(content::ToolUseBlock{
                    block.id, block.name, readable_input(written)});
            }
        }
        reply.finish = finish_;
        reply.stop_sequence = stop_sequence_;
        reply.usage = usage_.usage();
        return reply;
    }

private:
    Result<void, WireFailure> take(
        std::string_view name, const boost::json::value& data, std::vector<StreamEvent>& shown
    ) {
        const auto type = text_at(data, "type");
        if (type == "error" || name == "error") return failure_in_answer(data);
        if (type == "message_start") usage_.take(field_at(field_at(data, "message"), "usage"));
        if (type == "content_block_start") return start(data, shown);
        if (type == "content_block_delta") return grow(data, shown);
        if (type == "content_block_stop") seal(data, shown);
        if (type == "message_delta") {
            usage_.take(field_at(data, "usage"));
            const auto reason = text_at(field_at(data, "delta"), "stop_reason");
            if (!reason.empty()) finish_ = finish_reason(reason);
            stop_sequence_ = text_at(field_at(data, "delta"), "stop_sequence");
        }
        if (type == "message_stop") stopped_ = true;
        return {};
    }

    Result<void, WireFailure> start(
        const boost::json::value& data, std::vector<StreamEvent>& shown
    ) {
        const auto index = count_at(data, "index");
        const auto& from = field_at(data, "content_block");
        if (blocks_.size() >= kMaxBlocks) return garbled("The reply has too many blocks.");
        if (blocks_.contains(index)) return garbled("A block of the stream starts twice.");

        auto& block = blocks_[index];
        block.type = text_at(from, "type");
        if (block.type == "text") return add_text(block, text_at(from, "text"), shown);
        if (block.type == "thinking") {
            TRY(add(block.signature, text_at(from, "signature")));
            return add_thinking(block, text_at(from, "thinking"), shown);
        }
        if (block.type == "redacted_thinking") {
            TRY(add(block.signature, text_at(from, "data")));
            shown.emplace_back(ThinkingDelta{{}, signature_of(block), std::string(kKind)});
        }
        if (block.type == "tool_use") {
            TRY(add(block.id, text_at(from, "id")));
            TRY(add(block.name, text_at(from, "name")));
            const auto input = readable_input(field_at(from, "input"));
            TRY(add(block.input, input));
            shown.emplace_back(ToolUseStarted{block.id, block.name});
        }
        return {};
    }

    Result<void, WireFailure> grow(
        const boost::json::value& data, std::vector<StreamEvent>& shown
    ) {
        const auto found = blocks_.find(count_at(data, "index"));
        if (found == blocks_.end()) return garbled("A block of the stream never started.");
        auto& block = found->second;
        const auto& delta = field_at(data, "delta");
        const auto type = text_at(delta, "type");
        if (type == "text_delta" && block.type == "text") {
            return add_text(block, text_at(delta, "text"), shown);
        }
        if (type == "thinking_delta" && block.type == "thinking") {
            return add_thinking(block, text_at(delta, "thinking"), shown);
        }
        if (type == "signature_delta" && block.type == "thinking") {
            return add(block.signature, text_at(delta, "signature"));
        }
        if (type == "input_json_delta" && block.type == "tool_use") {
            auto json = text_at(delta, "partial_json");
            TRY(add(block.text, json));
            if (!json.empty()) shown.emplace_back(ToolInputDelta{block.id, std::move(json)});
        }
        return {};
    }

    void seal(const boost::json::value& data, std::vector<StreamEvent>& shown) {
        const auto found = blocks_.find(count_at(data, "index"));
        if (found == blocks_.end() || found->second.type != "thinking") return;
        if (found->second.signature.empty()) return;
        shown.emplace_back(ThinkingDelta{{}, signature_of(found->second), std::string(kKind)});
    }

    static std::string signature_of(const Growing& block) {
        const bool redacted = block.type == "redacted_thinking";
        return (redacted ? std::string(kRedacted) : std::string()) + block.signature;
    }

    Result<void, WireFailure> add(std::string& to, const std::string& more) {
        if (more.size() > kMaxBytes - bytes_) return garbled("The reply is too long.");
        bytes_ += more.size();
        to += more;
        return {};
    }

    Result<void, WireFailure> add_text(
        Growing& block, std::string more, std::vector<StreamEvent>& shown
    ) {
        TRY(add(block.text, more));
        if (!more.empty()) shown.emplace_back(TextDelta{std::move(more)});
        return {};
    }

    Result<void, WireFailure> add_thinking(
        Growing& block, std::string more, std::vector<StreamEvent>& shown
    ) {
        TRY(add(block.text, more));
        if (!more.empty()) shown.emplace_back(ThinkingDelta{std::move(more)});
        return {};
    }

    static void add_to(Reply& reply, const Growing& block) {
        const bool redacted = block.type == "redacted_thinking";
        if (!redacted && block.text.empty() && block.signature.empty()) return;
        reply.content.emplace_back(content::ThinkingBlock{
            block.text, signature_of(block), std::string(kKind)});
    }

    std::map<std::uint64_t, Growing> blocks_;  // by the index the stream gives them
    std::size_t bytes_ = 0;
    UsageReader usage_;
    FinishReason finish_ = FinishReason::Other;
    std::string stop_sequence_;
    bool stopped_ = false;
};

}  // namespace

std::unique_ptr<StreamReader> open_stream() {
    return std::make_unique<WireStream<net::SseParser, Blocks>>();
}

}  // namespace fovea::providers::anthropic
