#include "fovea/providers/anthropic/anthropic.hpp"

#include "fovea/base/json_text.hpp"
#include "fovea/gateway/outbound/block_order.hpp"
#include "fovea/gateway/outbound/wire_words.hpp"
#include "fovea/gateway/outbound/writers.hpp"
#include "fovea/gateway/signature.hpp"
#include "fovea/gateway/tool_names.hpp"
#include "fovea/providers/wire_json.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::gateway {
namespace {

using boost::json::array;
using boost::json::object;
using content::ThinkingBlock;
using providers::FinishReason;

std::string_view stop_reason(const providers::Reply& reply) {
    switch (finish_of(reply)) {
        case FinishReason::ToolCalls: return "tool_use";
        case FinishReason::Length: return "max_tokens";
        case FinishReason::ContentFilter: return "refusal";
        case FinishReason::Pause: return "pause_turn";
        case FinishReason::Stop:
        case FinishReason::Error:
        case FinishReason::Other: break;
    }
    return reply.stop_sequence.empty() ? "end_turn" : "stop_sequence";
}

boost::json::value stop_sequence(const providers::Reply& reply) {
    if (stop_reason(reply) != "stop_sequence") return nullptr;
    return boost::json::value(reply.stop_sequence);
}

// What was read from the cache and written to it is no part of the input here.
object usage_of(const providers::Usage& usage) {
    const auto written = usage.cache_write_tokens + usage.cache_write_long_tokens;
    const auto cached = usage.cache_read_tokens + written;
    return {
        {"input_tokens", usage.input_tokens - std::min(cached, usage.input_tokens)},
        {"cache_creation_input_tokens", written},
        {"cache_read_input_tokens", usage.cache_read_tokens},
        {"output_tokens", usage.output_tokens}};
}

bool is_redacted(const ThinkingBlock& thinking) {
    return thinking.provider == providers::anthropic::kKind && thinking.text.empty() &&
           thinking.signature.starts_with(providers::anthropic::kRedacted);
}

object redacted(const ThinkingBlock& thinking) {
    return {
        {"type", "redacted_thinking"},
        {"data", thinking.signature.substr(providers::anthropic::kRedacted.size())}};
}

boost::json::value parsed(std::string_view json) {
    auto value = providers::parse_wire_json(json);
    return value.ok() && value.value().is_object() ? std::move(value).value() : object();
}

class Writer final : public ReplyWriter, private BlockSink {
public:
    Writer(const ParsedRequest& request, AnswerFacts facts)
        : request_(request), facts_(std::move(facts)), order_(*this) {}

    std::string_view content_type() const override {
        return request_.streams ? "text/event-stream" : "application/json";
    }

    std::string begin() override {
        auto message = message_without_end();
        message["usage"] = usage_of({});
        say({{"type", "message_start"}, {"message", std::move(message)}});
        return std::exchange(out_, {});
    }

    std::string event(const providers::StreamEvent& event) override {
        order_.take(event);
        return std::exchange(out_, {});
    }

    std::string ping() override { return "event: ping\ndata: {\"type\":\"ping\"}\n\n"; }

    std::string end(const providers::Reply& reply) override {
        if (!order_.any()) {
            for (const auto& block : reply.content) {
                for (const auto& piece : pieces_of(block)) order_.take(piece);
            }
        }
        order_.finish();
        say(
            {{"type", "message_delta"},
             {"delta",
              {{"stop_reason", stop_reason(reply)}, {"stop_sequence", stop_sequence(reply)}}},
             {"usage", usage_of(reply.usage)}}
        );
        say({{"type", "message_stop"}});
        return std::exchange(out_, {});
    }

    std::string fail(const ApiError& error) override {
        return "event: error\ndata: " + error_body(Dialect::Anthropic, error) + "\n\n";
    }

    std::string whole(const providers::Reply& reply) override {
        auto message = message_without_end();
        auto& content = message["content"].get_array();
        for (const auto& block : reply.content) add(block, content);
        message["stop_reason"] = stop_reason(reply);
        message["stop_sequence"] = stop_sequence(reply);
        message["usage"] = usage_of(reply.usage);
        return json_text(message);
    }

private:
    object message_without_end() const {
        return {
            {"id", "msg_" + facts_.id},
            {"type", "message"},
            {"role", "assistant"},
            {"model", request_.model},
            {"content", array()},
            {"stop_reason", nullptr},
            {"stop_sequence", nullptr}};
    }

    void add(const content::ContentBlock& block, array& content) const {
        if (const auto* text = std::get_if<content::TextBlock>(&block)) {
            content.push_back({{"type", "text"}, {"text", text->text}, {"citations", nullptr}});
        } else if (const auto* use = std::get_if<content::ToolUseBlock>(&block)) {
            content.push_back(
                {{"type", "tool_use"},
                 {"id", use->id},
                 {"name", their_name(request_, use->name)},
                 {"input", parsed(use->input)}}
            );
        } else if (const auto* thinking = std::get_if<ThinkingBlock>(&block)) {
            if (is_redacted(*thinking)) {
                content.push_back(redacted(*thinking));
                return;
            }
            content.push_back(
                {{"type", "thinking"},
                 {"thinking", thinking->text},
                 {"signature", signature_for(Dialect::Anthropic, *thinking)}}
            );
        }
    }

    void say(const object& data) { out_ += sse_event(providers::text_at(data, "type"), data); }

    void start(object block) {
        say(
            {{"type", "content_block_start"},
             {"index", index_},
             {"content_block", std::move(block)}}
        );
    }
    void delta(object delta) {
        say({{"type", "content_block_delta"}, {"index", index_}, {"delta", std::move(delta)}});
    }

    void open(const OpenBlock& block) override {
        switch (block.kind) {
            case BlockKind::Text: start({{"type", "text"}, {"text", ""}}); break;
            // Of a redacted one it is known only at its end.
            case BlockKind::Thinking: break;
            case BlockKind::Call:
                start(
                    {{"type", "tool_use"},
                     {"id", block.id},
                     {"name", their_name(request_, block.name)},
                     {"input", object()}}
                );
                break;
        }
    }

    void grow(const OpenBlock& block, std::string_view more) override {
        switch (block.kind) {
            case BlockKind::Text: delta({{"type", "text_delta"}, {"text", more}}); break;
            case BlockKind::Thinking:
                if (more.size() == block.whole.size()) start_thinking();
                delta({{"type", "thinking_delta"}, {"thinking", more}});
                break;
            case BlockKind::Call:
                delta({{"type", "input_json_delta"}, {"partial_json", more}});
                break;
        }
    }

    void close(const OpenBlock& block) override {
        if (block.kind == BlockKind::Thinking) {
            const ThinkingBlock thinking{block.whole, block.signature, block.provider};
            if (is_redacted(thinking)) {
                start(redacted(thinking));
            } else {
                if (block.whole.empty()) start_thinking();
                delta(
                    {{"type", "signature_delta"},
                     {"signature", signature_for(Dialect::Anthropic, thinking)}}
                );
            }
        }
        say({{"type", "content_block_stop"}, {"index", index_}});
        ++index_;
    }

    void start_thinking() { start({{"type", "thinking"}, {"thinking", ""}, {"signature", ""}}); }

    const ParsedRequest& request_;
    AnswerFacts facts_;
    BlockOrder order_;
    std::string out_;
    std::uint64_t index_ = 0;
};

}  // namespace

std::unique_ptr<ReplyWriter> write_anthropic(const ParsedRequest& request, AnswerFacts facts) {
    return std::make_unique<Writer>(request, std::move(facts));
}

}  // namespace fovea::gateway
