// What a call costs, in whole billionths of a dollar, so that sums are exact.
//
//     const auto cost = cost_of(model.prices, {.input = 2691, .output = 48}, now);
//     if (!cost) warn(…);   // no price is known: counts as 0, never a failure (K3)
//
// Prices are per token in millionths of a millionth of a dollar: 1 USD for a million tokens is
// 1'000'000. The first tier whose condition holds replaces the prices of the whole request: a long
// prompt (more than so many input tokens) or a time of day.
#pragma once

#include "fovea/base/result.hpp"

#include <boost/json/fwd.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fovea::models {

// As every provider's usage can be told: `input` has all of the prompt, the cached parts too.
struct TokenCounts {
    std::uint64_t input = 0;
    std::uint64_t cache_read = 0;
    std::uint64_t cache_write = 0;       // with the short time to live
    std::uint64_t cache_write_long = 0;  // with the long one
    std::uint64_t output = 0;

    bool operator==(const TokenCounts&) const = default;
};

struct TokenPrices {
    std::optional<std::uint64_t> input, cache_read, cache_write, cache_write_long, output;

    bool operator==(const TokenPrices&) const = default;
};

// Minutes of the day, UTC, on days counted from Sunday.
struct UtcWindow {
    unsigned first_day = 0, last_day = 6;
    unsigned from = 0, to = 24 * 60;  // `to` is outside

    bool operator==(const UtcWindow&) const = default;
};

struct PriceTier {
    std::optional<std::uint64_t> above_input;  // input tokens
    std::vector<UtcWindow> windows;            // any of them; none: at all times
    TokenPrices prices;

    bool operator==(const PriceTier&) const = default;
};

struct Prices {
    TokenPrices base;
    std::vector<PriceTier> tiers;
    std::string as_of;  // the day on which they were looked at

    bool known() const { return base.input && base.output; }
    bool operator==(const Prices&) const = default;
};

// Nothing when the price of input or of output is not known. A cache price that is not known is the
// next dearer one that is: long writes as short ones, writes and reads as plain input.
std::optional<std::uint64_t> cost_of(
    const Prices& prices, const TokenCounts& tokens, std::chrono::sys_seconds now
);

// 3 USD for a million tokens -> 3'000'000.
std::uint64_t price_from_usd_per_million(double usd);

// A catalogue row's price_in, price_out, price_cache_* and price_tiers. ConfigInvalid names the field.
Result<Prices> read_prices(const boost::json::object& row);

}  // namespace fovea::models
