#include "fovea/delivery/cost.hpp"

#include "fovea/models/price.hpp"

#include <chrono>
#include <optional>

namespace fovea::delivery {
namespace {

std::optional<std::uint64_t> cost_of_many(const models::Prices& prices, store::Time now) {
    constexpr std::uint64_t kMany = 1'000'000;
    return models::cost_of(
        prices, {.input = kMany, .output = kMany}, std::chrono::floor<std::chrono::seconds>(now)
    );
}

// Whether the server told how much it used: no answer takes nothing at all.
bool is_reported(const providers::Usage& usage) {
    return usage.input_tokens > 0 || usage.output_tokens > 0;
}

}  // namespace

Cost cost_of(const providers::Usage& usage, const Target& target, store::Time now) {
    if (target.is_local()) return {};
    if (usage.cost_usd > 0) return {usage.cost_usd, true, {}};
    const auto& prices = target.can.prices.value;
    const models::TokenCounts tokens{
        .input = usage.input_tokens,
        .cache_read = usage.cache_read_tokens,
        .cache_write = usage.cache_write_tokens,
        .cache_write_long = usage.cache_write_long_tokens,
        .output = usage.output_tokens,
    };
    const auto nano_usd =
        models::cost_of(prices, tokens, std::chrono::floor<std::chrono::seconds>(now));
    if (!nano_usd) return {0, false, {}};
    if (!is_reported(usage) && cost_of_many(prices, now) != 0) return {0, false, {}};
    return {static_cast<double>(*nano_usd) / 1e9, true, prices.as_of};
}

bool has_price(const Target& target, store::Time now) {
    return target.is_local() || cost_of_many(target.can.prices.value, now).has_value();
}

std::string missing_price(const Target& target) {
    return "unknown price for " + target.name + ", so it counts as 0; set price_in and " +
           "price_out under [models.\"" + target.model + "\"]";
}

}  // namespace fovea::delivery
