#include "fovea/gateway/ledger/counters.hpp"

#include "fovea/base/tally.hpp"

namespace fovea::gateway {
namespace {

std::string outcome_of(int status) {
    if (status == 0) return "gone";
    return std::to_string(status / 100) + "xx";
}

}  // namespace

void Counters::count(const Record& record) {
    ++requests_[{record.way.empty() ? "none" : record.way, outcome_of(record.status)}];
    if (record.receipt.empty() && record.images > 0) pictures_["as_sent"] += record.images;
    for (const auto& row : record.receipt)
        ++pictures_[std::string(store::name_of(row.delivery.state))];
    input_ += record.usage.input_tokens;
    output_ += record.usage.output_tokens;
    cache_read_ += record.usage.cache_read_tokens;
    cache_write_ += record.usage.cache_write_tokens;
    looks_ += record.looks;
    healed_ += record.healed.size();
    cost_ += record.cost_usd;
}

void Counters::hand_over() {
    const auto tell = [](std::string_view name, Tally::Labels labels, double by) {
        if (by > 0) tally().add(name, std::move(labels), by);
    };
    for (const auto& [key, count] : requests_) {
        tell(
            "fovea_gateway_requests_total",
            {{"way", key.first}, {"outcome", key.second}},
            static_cast<double>(count)
        );
    }
    for (const auto& [state, count] : pictures_) {
        tell("fovea_gateway_images_total", {{"as", state}}, static_cast<double>(count));
    }
    constexpr std::string_view kTokens = "fovea_gateway_tokens_total";
    tell(kTokens, {{"kind", "input"}}, static_cast<double>(input_));
    tell(kTokens, {{"kind", "output"}}, static_cast<double>(output_));
    tell(kTokens, {{"kind", "cache_read"}}, static_cast<double>(cache_read_));
    tell(kTokens, {{"kind", "cache_write"}}, static_cast<double>(cache_write_));
    tell("fovea_gateway_analyze_image_calls_total", {}, static_cast<double>(looks_));
    tell("fovea_gateway_healed_total", {}, static_cast<double>(healed_));
    tell("fovea_gateway_cost_usd_total", {}, cost_);
    *this = {};
}

}  // namespace fovea::gateway
