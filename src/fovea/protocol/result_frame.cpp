#include "fovea/protocol/result_frame.hpp"

#include "fovea/base/shorten.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/protocol/delivery_json.hpp"

#include <boost/json.hpp>

namespace fovea::protocol {
namespace {

namespace json = boost::json;
using agent::Ending;

// Of an answer that nobody asked the frame for: a server may send 64 MiB before it breaks off.
constexpr std::size_t kMaxLastText = 64u << 10;

json::object usage_of(const agent::RunResult& result) {
    auto usage = usage_json(result.usage);
    usage["prefix_rewrites"] = result.prefix_rewrites;
    return usage;
}

json::object model_usage(const agent::RunResult& result) {
    json::object models;
    for (const auto& [name, each] : result.by_model) {
        auto row = usage_json(each.usage);
        row["calls"] = each.calls;
        row["cost_usd"] = each.cost_usd;
        row["cost_known"] = each.is_priced;
        models[to_utf8(name)] = std::move(row);
    }
    return models;
}

json::array denials_json(const agent::RunResult& result) {
    json::array denials;
    for (const auto& denial : result.denials) {
        boost::system::error_code broken;
        auto input = json::parse(denial.input, broken);
        denials.push_back(
            {{"tool_name", to_utf8(denial.tool)},
             {"tool_use_id", to_utf8(denial.tool_use_id)},
             {"tool_input", broken ? json::value(nullptr) : std::move(input)},
             {"reason", to_utf8(denial.reason)}}
        );
    }
    return denials;
}

void add_ending(json::object& frame, const agent::RunResult& result) {
    if (result.ending == Ending::Success) {
        frame["result"] = to_utf8(result.text);
        if (result.structured_output) {
            frame["structured_output"] = json::parse(*result.structured_output);
        }
        return;
    }
    if (!result.last_assistant_text.empty()) {
        frame["last_assistant_text"] = shorten(result.last_assistant_text, kMaxLastText);
    }
    if (!result.unkept_answer.empty()) frame["unkept_answer"] = to_utf8(result.unkept_answer);
    frame["tool_calls_seen"] = result.tool_calls;
    if (result.error) {
        frame["error"] = to_utf8(result.error->message);
        frame["error_code"] = wire_name(result.error->code);
    }
}

}  // namespace

std::string_view name_of(Ending ending) {
    switch (ending) {
        case Ending::Success: return "success";
        case Ending::Error: return "error";
        case Ending::MaxTurns: return "max_turns";
        case Ending::BudgetExceeded: return "budget_exceeded";
        case Ending::Cancelled: return "cancelled";
    }
    return "error";
}

json::object result_frame(const agent::RunResult& result) {
    json::object frame{
        {"type", "result"},
        {"subtype", name_of(result.ending)},
        {"is_error", result.ending != Ending::Success},
        {"session_id", result.session_id},
        {"model", to_utf8(result.model)},
    };
    add_ending(frame, result);
    // Of the last reply, where there was one.
    frame["stop_reason"] =
        result.by_model.empty() ? json::value(nullptr) : json::value(name_of(result.finish));
    frame["num_turns"] = result.turns;
    frame["turns"] = result.turns;  // old name: docs/json.md
    frame["duration_ms"] = result.took.count();
    frame["duration_api_ms"] = result.waited.count();
    frame["cost_usd"] = result.cost_usd;
    frame["total_cost_usd"] = result.cost_usd;  // these three are old names, too
    frame["total_input_tokens"] = result.usage.input_tokens;
    frame["total_output_tokens"] = result.usage.output_tokens;
    frame["usage"] = usage_of(result);
    frame["model_usage"] = model_usage(result);
    frame["retries"] = result.retries;
    frame["permission_denials"] = denials_json(result);
    frame["receipt"] = receipt_json(result.receipt);
    if (!result.documents.empty()) frame["documents"] = documents_json(result.documents);
    return frame;
}

}  // namespace fovea::protocol
