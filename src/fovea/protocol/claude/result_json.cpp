#include "fovea/protocol/claude/result_json.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/protocol/claude/message_json.hpp"
#include "fovea/protocol/delivery_json.hpp"
#include "fovea/providers/sum_usage.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace fovea::protocol::claude {
namespace {

namespace json = boost::json;
using agent::Ending;
using agent::Fault;

bool is_api_failure(const agent::RunResult& result) {
    return result.ending == Ending::Error && result.fault == Fault::Runtime && result.error &&
           result.error->code == ErrorCode::LlmError;
}

bool is_schema_failure(const agent::RunResult& result) {
    return result.fault == Fault::Assistant && result.error &&
           result.error->code == ErrorCode::ResponseNotJson;
}

std::string_view subtype_of(const agent::RunResult& result) {
    switch (result.ending) {
        case Ending::Success: return "success";
        case Ending::MaxTurns: return "error_max_turns";
        case Ending::BudgetExceeded: return "error_max_budget_usd";
        case Ending::Cancelled: return "error_during_execution";
        case Ending::Error: break;
    }
    if (is_api_failure(result)) return "success";
    return is_schema_failure(result) ? "error_max_structured_output_retries"
                                     : "error_during_execution";
}

std::string_view terminal_reason(const agent::RunResult& result) {
    switch (result.ending) {
        case Ending::Success: return "completed";
        case Ending::MaxTurns: return "max_turns";
        case Ending::BudgetExceeded: return "budget_exhausted";
        case Ending::Cancelled: return "aborted_streaming";
        case Ending::Error: break;
    }
    if (is_api_failure(result)) return "api_error";
    if (is_schema_failure(result)) return "structured_output_retry_exhausted";
    return result.fault == Fault::Assistant ? "model_error" : "turn_setup_failed";
}

json::object model_usage(const Totals& totals) {
    json::object models;
    for (const auto& [name, each] : totals.by_model) {
        const auto& usage = each.usage;
        const auto written = usage.cache_write_tokens + usage.cache_write_long_tokens;
        const auto cached = std::min(usage.input_tokens, usage.cache_read_tokens + written);
        models[to_utf8(name)] = {
            {"inputTokens", usage.input_tokens - cached},
            {"outputTokens", usage.output_tokens},
            {"thinkingTokens", usage.reasoning_tokens},
            {"cacheReadInputTokens", usage.cache_read_tokens},
            {"cacheCreationInputTokens", written},
            {"webSearchRequests", 0},
            {"costUSD", each.cost_usd},
            {"contextWindow", each.context},
            {"maxOutputTokens", each.max_output},
            {"costBasis", each.is_priced ? "list" : "unknown"}};
    }
    return models;
}

json::array denials_json(const agent::RunResult& result) {
    json::array denials;
    for (const auto& denial : result.denials) {
        denials.push_back(
            {{"tool_name", to_utf8(denial.tool)},
             {"tool_use_id", to_utf8(denial.tool_use_id)},
             {"tool_input", input_json(denial.input)}}
        );
    }
    return denials;
}

void add_outcome(json::object& frame, const agent::RunResult& result) {
    const auto words = result.error ? to_utf8(result.error->message) : std::string();
    if (result.ending == Ending::Success) {
        frame["result"] = to_utf8(result.text);
        if (result.structured_output) {
            boost::system::error_code broken;
            auto output = json::parse(*result.structured_output, broken);
            if (!broken) frame["structured_output"] = std::move(output);
        }
    } else if (is_api_failure(result)) {
        frame["result"] = words;
    } else {
        frame["errors"] = json::array{json::value(words)};
    }
}

}  // namespace

void Totals::add(const agent::RunResult& result) {
    cost_usd += result.cost_usd;
    ++results;
    for (const auto& [name, each] : result.by_model) {
        auto& sum = by_model[name];
        const bool is_priced = sum.calls == 0 ? each.is_priced : sum.is_priced && each.is_priced;
        providers::add_tokens(sum.usage, each.usage);
        sum.cost_usd += each.cost_usd;
        sum.calls += each.calls;
        sum.is_priced = is_priced;
        sum.context = std::max(sum.context, each.context);
        sum.max_output = std::max(sum.max_output, each.max_output);
    }
}

json::object result_json(const agent::RunResult& result, const Totals& totals) {
    const bool called = result.turns > 0 && result.ending == Ending::Success;
    json::object frame{
        {"type", "result"},
        {"subtype", subtype_of(result)},
        {"is_error", result.ending != Ending::Success},
        {"duration_ms", result.took.count()},
        {"duration_api_ms", result.waited.count()},
        {"num_turns", result.turns},
    };
    add_outcome(frame, result);
    frame["stop_reason"] = called ? json::value(stop_reason(result.finish)) : json::value(nullptr);
    frame["total_cost_usd"] = totals.cost_usd;
    frame["usage"] = usage_json(result.usage);
    frame["modelUsage"] = model_usage(totals);
    frame["permission_denials"] = denials_json(result);
    frame["receipt"] =
        receipt_json(result.receipt);  // ours; clients pass over what they do not know
    frame["terminal_reason"] = terminal_reason(result);
    frame["result_index"] = totals.results > 0 ? totals.results - 1 : 0;
    return frame;
}

std::string_view error_word(std::string_view category) {
    if (category == "rate_limit" || category == "overloaded" || category == "server_error") {
        return category;
    }
    return "unknown";
}

}  // namespace fovea::protocol::claude
