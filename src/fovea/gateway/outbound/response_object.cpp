#include "fovea/gateway/outbound/response_object.hpp"

#include "fovea/gateway/outbound/wire_words.hpp"
#include "fovea/gateway/signature.hpp"
#include "fovea/gateway/tool_names.hpp"
#include "fovea/providers/wire_json.hpp"

#include <utility>

namespace fovea::gateway {
namespace {

using boost::json::array;
using boost::json::object;
using providers::FinishReason;

object usage_of(const providers::Usage& usage) {
    return {
        {"input_tokens", usage.input_tokens},
        {"input_tokens_details",
         {{"cached_tokens", usage.cache_read_tokens},
          {"cache_write_tokens", usage.cache_write_tokens + usage.cache_write_long_tokens}}},
        {"output_tokens", usage.output_tokens},
        {"output_tokens_details", {{"reasoning_tokens", usage.reasoning_tokens}}},
        {"total_tokens", usage.input_tokens + usage.output_tokens}};
}

boost::json::value incomplete_details(const providers::Reply* reply) {
    if (reply == nullptr || status_of(*reply) != "incomplete") return nullptr;
    const bool length = reply->finish == FinishReason::Length;
    return object{{"reason", length ? "max_output_tokens" : "content_filter"}};
}

// Of the codes that the API's types know, the nearest.
std::string_view code_of(const ApiError& error) {
    constexpr int kTooMany = 429;
    constexpr int kServer = 500;
    if (error.is_too_long) return kContextTooLong;
    if (error.status == kTooMany) return "rate_limit_exceeded";
    return error.status >= kServer ? "server_error" : "invalid_prompt";
}

}  // namespace

ResponseShape::ResponseShape(const ParsedRequest& request, AnswerFacts facts)
    : request_(request), facts_(std::move(facts)) {
    auto repeated = providers::parse_wire_json(request.echo);
    if (repeated.ok() && repeated.value().is_object()) {
        repeated_ = std::move(repeated.value().get_object());
    }
}

object ResponseShape::response(std::string_view status, array output, const providers::Reply* reply)
    const {
    object response{
        {"id", "resp_" + facts_.id},
        {"object", "response"},
        {"created_at", facts_.created.time_since_epoch().count()},
        {"status", status},
        {"background", false},
        {"error", nullptr},
        {"incomplete_details", incomplete_details(reply)},
        {"instructions", nullptr},
        {"max_output_tokens", nullptr},
        {"metadata", object()},
        {"model", request_.model},
        {"output", std::move(output)},
        {"parallel_tool_calls", true},
        {"previous_response_id", nullptr},
        {"reasoning", {{"effort", nullptr}, {"summary", nullptr}}},
        {"store", false},
        {"temperature", nullptr},
        {"text", {{"format", {{"type", "text"}}}}},
        {"tool_choice", "auto"},
        {"tools", array()},
        {"top_p", nullptr},
        {"truncation", "disabled"},
        {"usage", nullptr}};
    for (const auto& member : repeated_) {
        if (response.contains(member.key())) response[member.key()] = member.value();
    }
    response["store"] = false;  // whatever was asked: nothing is kept here
    if (reply != nullptr) response["usage"] = usage_of(reply->usage);
    return response;
}

object ResponseShape::failed(const ApiError& error, array output) const {
    auto body = response("failed", std::move(output));
    body["error"] = {{"code", code_of(error)}, {"message", error.message}};
    return body;
}

std::string ResponseShape::item_id(const OpenBlock& block, std::size_t index) const {
    std::string_view kind = "msg_";
    if (block.kind == BlockKind::Thinking) kind = "rs_";
    if (block.kind == BlockKind::Call) {
        kind = is_free_text_tool(request_, block.name) ? "ctc_" : "fc_";
    }
    return std::string(kind) + facts_.id + "_" + std::to_string(index);
}

object ResponseShape::item(const OpenBlock& block, std::size_t index, std::string_view status)
    const {
    const bool done = status != "in_progress";
    object item{{"id", item_id(block, index)}};
    switch (block.kind) {
        case BlockKind::Text:
            item["type"] = "message";
            item["status"] = status;
            item["role"] = "assistant";
            item["content"] = done ? array{output_text(block.whole)} : array();
            break;
        case BlockKind::Thinking:
            item["type"] = "reasoning";
            item["summary"] =
                done && !block.whole.empty() ? array{summary_text(block.whole)} : array();
            if (done) {
                item["encrypted_content"] = signature_for(
                    Dialect::OpenaiResponses, {block.whole, block.signature, block.provider}
                );
            }
            break;
        case BlockKind::Call: {
            const bool free_text = is_free_text_tool(request_, block.name);
            item["type"] = free_text ? "custom_tool_call" : "function_call";
            item["status"] = status;
            item["call_id"] = block.id;
            item["name"] = their_name(request_, block.name);
            if (const auto space = their_space(request_, block.name); !space.empty()) {
                item["namespace"] = space;
            }
            if (free_text) {
                item["input"] = done ? free_text_of(block.whole) : std::string();
            } else {
                item["arguments"] = done ? arguments_of(block) : std::string();
            }
            break;
        }
    }
    return item;
}

std::string_view status_of(const providers::Reply& reply) {
    const bool cut =
        reply.finish == FinishReason::Length || reply.finish == FinishReason::ContentFilter;
    return cut ? "incomplete" : "completed";
}

object output_text(std::string_view text) {
    return {
        {"type", "output_text"}, {"text", text}, {"annotations", array()}, {"logprobs", array()}};
}

object summary_text(std::string_view text) {
    return {{"type", "summary_text"}, {"text", text}};
}

std::string arguments_of(const OpenBlock& call) {
    return call.whole.empty() ? std::string("{}") : call.whole;
}

}  // namespace fovea::gateway
