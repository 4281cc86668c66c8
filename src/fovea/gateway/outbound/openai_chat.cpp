#include "fovea/base/json_text.hpp"
#include "fovea/gateway/outbound/block_order.hpp"
#include "fovea/gateway/outbound/wire_words.hpp"
#include "fovea/gateway/outbound/writers.hpp"
#include "fovea/gateway/tool_names.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace fovea::gateway {
namespace {

using boost::json::array;
using boost::json::object;
using providers::FinishReason;

std::string_view finish_word(const providers::Reply& reply) {
    switch (finish_of(reply)) {
        case FinishReason::ToolCalls: return "tool_calls";
        case FinishReason::Length: return "length";
        case FinishReason::ContentFilter: return "content_filter";
        case FinishReason::Stop:
        case FinishReason::Pause:
        case FinishReason::Error:
        case FinishReason::Other: break;
    }
    return "stop";
}

object usage_of(const providers::Usage& usage) {
    return {
        {"prompt_tokens", usage.input_tokens},
        {"completion_tokens", usage.output_tokens},
        {"total_tokens", usage.input_tokens + usage.output_tokens},
        {"prompt_tokens_details",
         {{"cached_tokens", usage.cache_read_tokens},
          {"cache_write_tokens", usage.cache_write_tokens + usage.cache_write_long_tokens},
          {"audio_tokens", 0}}},
        {"completion_tokens_details",
         {{"reasoning_tokens", usage.reasoning_tokens},
          {"audio_tokens", 0},
          {"accepted_prediction_tokens", 0},
          {"rejected_prediction_tokens", 0}}}};
}

class Writer final : public ReplyWriter {
public:
    Writer(const ParsedRequest& request, AnswerFacts facts)
        : request_(request), facts_(std::move(facts)) {}

    std::string_view content_type() const override {
        return request_.streams ? "text/event-stream" : "application/json";
    }

    std::string begin() override {
        return chunk({{"role", "assistant"}, {"content", ""}, {"refusal", nullptr}}, nullptr);
    }

    std::string event(const providers::StreamEvent& event) override {
        return std::visit([this](const auto& piece) { return write(piece); }, event);
    }

    std::string ping() override { return std::string(kSseComment); }

    std::string end(const providers::Reply& reply) override {
        std::string out;
        if (!any_) {
            for (const auto& block : reply.content) {
                for (const auto& piece : pieces_of(block)) out += event(piece);
            }
        }
        for (const auto& call : calls_) out += rest_of(call);
        out += chunk({}, boost::json::value(finish_word(reply)));
        if (request_.wants_usage) {
            auto last = head("chat.completion.chunk");
            last["choices"] = array();
            last["usage"] = usage_of(reply.usage);
            out += sse_event({}, last);
        }
        return out + "data: [DONE]\n\n";
    }

    std::string fail(const ApiError& error) override {
        return "data: " + error_body(Dialect::OpenaiChat, error) + "\n\n";
    }

    std::string whole(const providers::Reply& reply) override {
        auto body = head("chat.completion");
        body["choices"] = {
            {{"index", 0},
             {"message", message_of(reply)},
             {"logprobs", nullptr},
             {"finish_reason", finish_word(reply)}}};
        body["usage"] = usage_of(reply.usage);
        return json_text(body);
    }

private:
    struct Call {
        std::string id;
        std::string name;
        bool is_free_text = false;  // the client gets its input whole
        bool has_input = false;
        std::string json = {};  // of one whose input is free text
    };

    object head(std::string_view kind) const {
        return {
            {"id", "chatcmpl-" + facts_.id},
            {"object", kind},
            {"created", facts_.created.time_since_epoch().count()},
            {"model", request_.model}};
    }

    std::string chunk(object delta, const boost::json::value& finish) {
        auto body = head("chat.completion.chunk");
        object choice{{"index", 0}, {"delta", std::move(delta)}};
        choice["logprobs"] = nullptr;
        choice["finish_reason"] = finish;
        body["choices"] = array{std::move(choice)};
        if (request_.wants_usage) body["usage"] = nullptr;
        return sse_event({}, body);
    }

    std::string write(const providers::TextDelta& piece) {
        any_ = any_ || !piece.text.empty();
        return piece.text.empty() ? std::string() : chunk({{"content", piece.text}}, nullptr);
    }

    // Not OpenAI's own, but what DeepSeek began and its clients read.
    std::string write(const providers::ThinkingDelta& piece) {
        any_ = any_ || !piece.text.empty();
        return piece.text.empty() ? std::string()
                                  : chunk({{"reasoning_content", piece.text}}, nullptr);
    }

    std::string write(const providers::ToolUseStarted& piece) {
        any_ = true;
        const std::string name(their_name(request_, piece.name));
        const bool free_text = is_free_text_tool(request_, name);
        calls_.push_back({.id = piece.id, .name = name, .is_free_text = free_text});
        if (free_text) return {};
        return call_chunk(
            calls_.size() - 1,
            {{"id", piece.id},
             {"type", "function"},
             {"function", {{"name", name}, {"arguments", ""}}}}
        );
    }

    std::string write(const providers::ToolInputDelta& piece) {
        // The last of that id: small servers number the calls of each reply anew.
        const auto found = std::find_if(calls_.rbegin(), calls_.rend(), [&](const Call& call) {
            return call.id == piece.id;
        });
        if (found == calls_.rend()) return {};
        if (piece.json.empty()) return {};
        found->has_input = true;
        if (found->is_free_text) {
            found->json += piece.json;
            return {};
        }
        const auto index = static_cast<std::size_t>(calls_.rend() - found) - 1;
        return call_chunk(index, {{"function", {{"arguments", piece.json}}}});
    }

    // What a call still lacks: a free text, or arguments where the model gave none.
    std::string rest_of(const Call& call) {
        const auto index = static_cast<std::size_t>(&call - calls_.data());
        if (!call.is_free_text) {
            if (call.has_input) return {};
            return call_chunk(index, {{"function", {{"arguments", "{}"}}}});
        }
        return call_chunk(
            index,
            {{"id", call.id},
             {"type", "custom"},
             {"custom", {{"name", call.name}, {"input", free_text_of(call.json)}}}}
        );
    }

    std::string call_chunk(std::size_t index, object call) {
        object numbered{{"index", index}};
        for (auto& member : call) numbered[member.key()] = std::move(member.value());
        return chunk({{"tool_calls", array{std::move(numbered)}}}, nullptr);
    }

    object message_of(const providers::Reply& reply) const {
        std::string text;
        std::string thoughts;
        array calls;
        for (const auto& block : reply.content) {
            if (const auto* words = std::get_if<content::TextBlock>(&block)) text += words->text;
            if (const auto* thinking = std::get_if<content::ThinkingBlock>(&block)) {
                thoughts += thinking->text;
            }
            if (const auto* use = std::get_if<content::ToolUseBlock>(&block)) {
                calls.push_back(call_of(*use));
            }
        }
        object message{{"role", "assistant"}};
        if (text.empty()) {
            message["content"] = nullptr;
        } else {
            message["content"] = text;
        }
        message["refusal"] = nullptr;
        if (!thoughts.empty()) message["reasoning_content"] = thoughts;
        if (!calls.empty()) message["tool_calls"] = std::move(calls);
        return message;
    }

    object call_of(const content::ToolUseBlock& use) const {
        const auto name = their_name(request_, use.name);
        if (is_free_text_tool(request_, name)) {
            return {
                {"id", use.id},
                {"type", "custom"},
                {"custom", {{"name", name}, {"input", free_text_of(use.input)}}}};
        }
        return {
            {"id", use.id},
            {"type", "function"},
            {"function", {{"name", name}, {"arguments", use.input}}}};
    }

    const ParsedRequest& request_;
    AnswerFacts facts_;
    std::vector<Call> calls_;
    bool any_ = false;
};

}  // namespace

std::unique_ptr<ReplyWriter> write_openai_chat(const ParsedRequest& request, AnswerFacts facts) {
    return std::make_unique<Writer>(request, std::move(facts));
}

}  // namespace fovea::gateway
