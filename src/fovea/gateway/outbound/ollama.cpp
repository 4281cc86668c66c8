#include "fovea/base/json_text.hpp"
#include "fovea/gateway/outbound/block_order.hpp"
#include "fovea/gateway/outbound/wire_words.hpp"
#include "fovea/gateway/outbound/writers.hpp"
#include "fovea/gateway/tool_names.hpp"
#include "fovea/providers/wire_json.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::gateway {
namespace {

using boost::json::array;
using boost::json::object;

object call_of(std::string_view id, std::string_view name, std::string_view input) {
    auto arguments = providers::parse_wire_json(input.empty() ? "{}" : input);
    object function{{"name", name}};
    function["arguments"] = arguments.ok() ? std::move(arguments).value() : object();
    object call{{"function", std::move(function)}};
    if (!id.empty()) call["id"] = id;
    return call;
}

// A line of JSON for each piece. Calls go whole, as this API has them.
class Writer final : public ReplyWriter, private BlockSink {
public:
    Writer(const ParsedRequest& request, AnswerFacts facts)
        : request_(request), facts_(std::move(facts)), order_(*this) {}

    std::string_view content_type() const override {
        return request_.streams ? "application/x-ndjson" : "application/json; charset=utf-8";
    }

    std::string begin() override { return {}; }

    std::string event(const providers::StreamEvent& event) override {
        order_.take(event);
        return std::exchange(out_, {});
    }

    // A piece with nothing in it: clients take every line for an answer's.
    std::string ping() override {
        say({{"role", "assistant"}, {"content", ""}});
        return std::exchange(out_, {});
    }

    std::string end(const providers::Reply& reply) override {
        if (!order_.any()) {
            for (const auto& block : reply.content) {
                for (const auto& piece : pieces_of(block)) order_.take(piece);
            }
        }
        order_.finish();
        out_ += json_text(last({{"role", "assistant"}, {"content", ""}}, reply)) + "\n";
        return std::exchange(out_, {});
    }

    std::string fail(const ApiError& error) override {
        return error_body(Dialect::Ollama, error) + "\n";
    }

    std::string whole(const providers::Reply& reply) override {
        std::string text;
        std::string thoughts;
        array calls;
        for (const auto& block : reply.content) {
            if (const auto* words = std::get_if<content::TextBlock>(&block)) text += words->text;
            if (const auto* thinking = std::get_if<content::ThinkingBlock>(&block)) {
                thoughts += thinking->text;
            }
            if (const auto* use = std::get_if<content::ToolUseBlock>(&block)) {
                calls.push_back(call_of(use->id, their_name(request_, use->name), use->input));
            }
        }
        object message{{"role", "assistant"}, {"content", text}};
        if (!thoughts.empty()) message["thinking"] = thoughts;
        if (!calls.empty()) message["tool_calls"] = std::move(calls);
        return json_text(last(std::move(message), reply));
    }

private:
    object line(object message) const {
        return {
            {"model", request_.model},
            {"created_at", rfc3339(facts_.created)},
            {"message", std::move(message)}};
    }

    void say(object message) {
        auto body = line(std::move(message));
        body["done"] = false;
        out_ += json_text(body) + "\n";
    }

    // The times are the server's own, and not known.
    object last(object message, const providers::Reply& reply) const {
        auto body = line(std::move(message));
        body["done"] = true;
        body["done_reason"] = reply.finish == providers::FinishReason::Length ? "length" : "stop";
        body["total_duration"] = 0;
        body["load_duration"] = 0;
        body["prompt_eval_count"] = reply.usage.input_tokens;
        body["prompt_eval_duration"] = 0;
        body["eval_count"] = reply.usage.output_tokens;
        body["eval_duration"] = 0;
        return body;
    }

    void open(const OpenBlock&) override {}

    void grow(const OpenBlock& block, std::string_view more) override {
        if (block.kind == BlockKind::Text) say({{"role", "assistant"}, {"content", more}});
        if (block.kind == BlockKind::Thinking) {
            say({{"role", "assistant"}, {"content", ""}, {"thinking", more}});
        }
    }

    void close(const OpenBlock& block) override {
        if (block.kind != BlockKind::Call) return;
        say(
            {{"role", "assistant"},
             {"content", ""},
             {"tool_calls",
              array{call_of(block.id, their_name(request_, block.name), block.whole)}}}
        );
    }

    const ParsedRequest& request_;
    AnswerFacts facts_;
    BlockOrder order_;
    std::string out_;
};

}  // namespace

std::unique_ptr<ReplyWriter> write_ollama(const ParsedRequest& request, AnswerFacts facts) {
    return std::make_unique<Writer>(request, std::move(facts));
}

}  // namespace fovea::gateway
