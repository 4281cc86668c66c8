#include "fovea/protocol/turn_json.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/protocol/delivery_json.hpp"
#include "fovea/protocol/error_json.hpp"
#include "fovea/providers/sum_usage.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::protocol {
namespace {

namespace json = boost::json;

json::array calls_json(const providers::Reply& reply) {
    json::array calls;
    for (const auto& block : reply.content) {
        const auto* use = std::get_if<content::ToolUseBlock>(&block);
        if (use == nullptr) continue;
        boost::system::error_code broken;
        auto input = json::parse(use->input, broken);
        calls.push_back(
            {{"id", use->id},
             {"name", use->name},
             {"input", broken ? json::value(use->input) : std::move(input)}}
        );
    }
    return calls;
}

json::array refused_json(const std::vector<delivery::Refused>& refused) {
    json::array rows;
    for (const auto& each : refused) {
        json::object row;
        put_file(row, each.image, "image");
        row["reason"] = to_utf8(each.reason);
        rows.push_back(std::move(row));
    }
    return rows;
}

json::object sight_json(const proxy::TurnSight& sight, const std::string& model) {
    return {
        {"model", model},
        {"calls", sight.calls},
        {"input_tokens", sight.usage.input_tokens},
        {"output_tokens", sight.usage.output_tokens},
        {"cost_usd", sight.usage.cost_usd}};
}

}  // namespace

json::object turn_json(
    const turn::Answered& answered, const delivery::SessionView& view, const TurnFacts& facts
) {
    const auto& [delivered, target, cost, sight, unkept] = answered;
    auto usage = delivered.reply.usage;
    providers::add_tokens(usage, facts.probes);
    json::object told{
        {"vision", sight ? sight_json(*sight, facts.vision_model) : json::object()},
        {"text", to_utf8(content::text_of(delivered.reply.content))},
        {"model", target.name},
        {"session_id", facts.session_id ? json::value(*facts.session_id) : json::value()},
        {"stop_reason", name_of(delivered.reply.finish)},
        {"finish", name_of(delivered.reply.finish)},  // old name: docs/json.md
        {"tool_calls", calls_json(delivered.reply)},
        {"usage", usage_json(usage)},
        {"cost_usd", cost.usd + facts.probes.cost_usd},
        {"cost_known", cost.is_known},
        {"pricing_as_of", cost.pricing_as_of},
        {"receipt", receipt_json(delivery::receipt_rows(delivered.receipt, view.messages))},
        {"refused", refused_json(delivered.refused)},
        {"retries", facts.retries},
    };
    if (unkept) told["error"] = error_json(*unkept);
    return told;
}

}  // namespace fovea::protocol
