#include "fovea/delivery/cost.hpp"

#include "fovea/models/price.hpp"

#include <chrono>

namespace fovea::delivery {

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
    return {static_cast<double>(*nano_usd) / 1e9, true, prices.as_of};
}

std::string missing_price(const Target& target) {
    return "no price is known for " + target.name + ", so it counts as 0; set price_in and " +
           "price_out under [models.\"" + target.model + "\"]";
}

}  // namespace fovea::delivery
