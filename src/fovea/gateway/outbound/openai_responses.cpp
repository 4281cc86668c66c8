#include "fovea/base/json_text.hpp"
#include "fovea/gateway/outbound/block_order.hpp"
#include "fovea/gateway/outbound/response_object.hpp"
#include "fovea/gateway/outbound/wire_words.hpp"
#include "fovea/gateway/outbound/writers.hpp"
#include "fovea/gateway/tool_names.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::gateway {
namespace {

using boost::json::array;
using boost::json::object;

class Writer final : public ReplyWriter, private BlockSink {
public:
    Writer(const ParsedRequest& request, AnswerFacts facts)
        : request_(request), shape_(request, std::move(facts)), order_(*this) {}

    std::string_view content_type() const override {
        return request_.streams ? "text/event-stream" : "application/json";
    }

    std::string begin() override {
        say("response.created", {{"response", shape_.response("in_progress")}});
        say("response.in_progress", {{"response", shape_.response("in_progress")}});
        return std::exchange(out_, {});
    }

    std::string event(const providers::StreamEvent& event) override {
        order_.take(event);
        return std::exchange(out_, {});
    }

    std::string ping() override { return std::string(kSseComment); }

    std::string end(const providers::Reply& reply) override {
        if (!order_.any()) {
            for (const auto& block : reply.content) {
                for (const auto& piece : pieces_of(block)) order_.take(piece);
            }
        }
        order_.finish();
        const auto status = status_of(reply);
        say("response." + std::string(status),
            {{"response", shape_.response(status, std::move(output_), &reply)}});
        return std::exchange(out_, {});
    }

    std::string fail(const ApiError& error) override {
        say("response.failed", {{"response", shape_.failed(error, std::move(output_))}});
        return std::exchange(out_, {});
    }

    std::string whole(const providers::Reply& reply) override {
        array output;
        for (const auto& block : reply.content) {
            OpenBlock closed;
            if (const auto* text = std::get_if<content::TextBlock>(&block)) {
                closed = {.kind = BlockKind::Text, .whole = text->text};
            } else if (const auto* thinking = std::get_if<content::ThinkingBlock>(&block)) {
                closed = {
                    .kind = BlockKind::Thinking,
                    .whole = thinking->text,
                    .signature = thinking->signature,
                    .provider = thinking->provider};
            } else if (const auto* use = std::get_if<content::ToolUseBlock>(&block)) {
                closed = {
                    .kind = BlockKind::Call, .id = use->id, .name = use->name, .whole = use->input};
            } else {
                continue;
            }
            output.push_back(shape_.item(closed, output.size(), "completed"));
        }
        return json_text(shape_.response(status_of(reply), std::move(output), &reply));
    }

private:
    void say(std::string_view type, object data) {
        object event{{"type", type}, {"sequence_number", sequence_++}};
        for (auto& member : data) event[member.key()] = std::move(member.value());
        out_ += sse_event(type, event);
    }

    // About the item that is open.
    void tell(const OpenBlock& block, std::string_view type, object data) {
        object event{
            {"item_id", shape_.item_id(block, output_.size())}, {"output_index", output_.size()}};
        for (auto& member : data) event[member.key()] = std::move(member.value());
        say(type, std::move(event));
    }

    void open(const OpenBlock& block) override {
        say("response.output_item.added",
            {{"output_index", output_.size()},
             {"item", shape_.item(block, output_.size(), "in_progress")}});
        if (block.kind == BlockKind::Text) {
            tell(
                block,
                "response.content_part.added",
                {{"content_index", 0}, {"part", output_text("")}}
            );
        }
    }

    void grow(const OpenBlock& block, std::string_view more) override {
        switch (block.kind) {
            case BlockKind::Text:
                tell(
                    block,
                    "response.output_text.delta",
                    {{"content_index", 0}, {"delta", more}, {"logprobs", array()}}
                );
                break;
            case BlockKind::Thinking:
                if (more.size() == block.whole.size()) {
                    tell(
                        block,
                        "response.reasoning_summary_part.added",
                        {{"summary_index", 0}, {"part", summary_text("")}}
                    );
                }
                tell(
                    block,
                    "response.reasoning_summary_text.delta",
                    {{"summary_index", 0}, {"delta", more}}
                );
                break;
            case BlockKind::Call:
                // A text inside JSON: it goes out when it is whole.
                if (is_free_text_tool(request_, block.name)) break;
                tell(block, "response.function_call_arguments.delta", {{"delta", more}});
                break;
        }
    }

    void close(const OpenBlock& block) override {
        switch (block.kind) {
            case BlockKind::Text: close_text(block); break;
            case BlockKind::Thinking: close_thinking(block); break;
            case BlockKind::Call: close_call(block); break;
        }
        auto item = shape_.item(block, output_.size(), "completed");
        say("response.output_item.done", {{"output_index", output_.size()}, {"item", item}});
        output_.push_back(std::move(item));
    }

    void close_text(const OpenBlock& block) {
        tell(
            block,
            "response.output_text.done",
            {{"content_index", 0}, {"text", block.whole}, {"logprobs", array()}}
        );
        tell(
            block,
            "response.content_part.done",
            {{"content_index", 0}, {"part", output_text(block.whole)}}
        );
    }

    void close_thinking(const OpenBlock& block) {
        if (block.whole.empty()) return;
        tell(
            block,
            "response.reasoning_summary_text.done",
            {{"summary_index", 0}, {"text", block.whole}}
        );
        tell(
            block,
            "response.reasoning_summary_part.done",
            {{"summary_index", 0}, {"part", summary_text(block.whole)}}
        );
    }

    void close_call(const OpenBlock& block) {
        if (is_free_text_tool(request_, block.name)) {
            const auto text = free_text_of(block.whole);
            tell(block, "response.custom_tool_call_input.delta", {{"delta", text}});
            tell(block, "response.custom_tool_call_input.done", {{"input", text}});
            return;
        }
        tell(
            block,
            "response.function_call_arguments.done",
            {{"name", their_name(request_, block.name)}, {"arguments", arguments_of(block)}}
        );
    }

    const ParsedRequest& request_;
    ResponseShape shape_;
    BlockOrder order_;
    array output_;  // items that are whole
    std::string out_;
    std::uint64_t sequence_ = 0;
};

}  // namespace

std::unique_ptr<ReplyWriter> write_openai_responses(
    const ParsedRequest& request, AnswerFacts facts
) {
    return std::make_unique<Writer>(request, std::move(facts));
}

}  // namespace fovea::gateway
