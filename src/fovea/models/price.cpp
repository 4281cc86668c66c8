#include "fovea/models/price.hpp"

#include "fovea/models/json_row.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace fovea::models {
namespace {

__extension__ using Wide = unsigned __int128;  // tokens times price

constexpr std::array<std::string_view, 7> kDays = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};

Error invalid(const std::string& field) {
    return {ErrorCode::ConfigInvalid, "\"" + field + "\" is missing or of the wrong type"};
}

bool holds(const UtcWindow& window, std::chrono::sys_seconds now) {
    const auto midnight = std::chrono::floor<std::chrono::days>(now);
    const auto day = std::chrono::weekday(midnight).c_encoding();
    const auto minute = static_cast<unsigned>(
        std::chrono::duration_cast<std::chrono::minutes>(now - midnight).count()
    );
    return day >= window.first_day && day <= window.last_day && minute >= window.from &&
           minute < window.to;
}

bool holds(const PriceTier& tier, const TokenCounts& tokens, std::chrono::sys_seconds now) {
    if (tier.above_input && tokens.input <= *tier.above_input) return false;
    return tier.windows.empty() || std::ranges::any_of(tier.windows, [&](const auto& window) {
               return holds(window, now);
           });
}

// A tier that does not say a price has the base one.
TokenPrices over(const TokenPrices& base, const TokenPrices& tier) {
    TokenPrices prices;
    prices.input = tier.input ? tier.input : base.input;
    prices.output = tier.output ? tier.output : base.output;
    prices.cache_read = tier.cache_read ? tier.cache_read : base.cache_read;
    prices.cache_write = tier.cache_write ? tier.cache_write : base.cache_write;
    prices.cache_write_long = tier.cache_write_long ? tier.cache_write_long : base.cache_write_long;
    return prices;
}

std::uint64_t less_or_zero(std::uint64_t from, std::uint64_t what) {
    return from > what ? from - what : 0;
}

std::optional<std::uint64_t> price_of(Row& row, std::string_view key) {
    const auto usd = row.amount_or_null(key);
    return usd ? std::optional(price_from_usd_per_million(*usd)) : std::nullopt;
}

TokenPrices read_token_prices(Row& row) {
    return {
        .input = price_of(row, "price_in"),
        .cache_read = price_of(row, "price_cache_read"),
        .cache_write = price_of(row, "price_cache_write"),
        .cache_write_long = price_of(row, "price_cache_write_1h"),
        .output = price_of(row, "price_out"),
    };
}

// "06:30" as minutes of the day; 24:00 is the end of it.
std::optional<unsigned> minutes(std::string_view text) {
    const auto digit = [&](std::size_t i) { return static_cast<unsigned>(text[i] - '0'); };
    if (text.size() != 5 || text[2] != ':') return std::nullopt;
    for (const std::size_t i : {0U, 1U, 3U, 4U}) {
        if (digit(i) > 9) return std::nullopt;
    }
    const auto read = (digit(0) * 10 + digit(1)) * 60 + digit(3) * 10 + digit(4);
    return digit(3) > 5 || read > 24 * 60 ? std::nullopt : std::optional(read);
}

std::optional<UtcWindow> read_window(const boost::json::value& value) {
    if (!value.is_object()) return std::nullopt;
    Row row(value.get_object());
    const auto days = row.text("days");
    const auto* const first = std::ranges::find(kDays, days.substr(0, 3));
    const auto* const last = std::ranges::find(kDays, days.size() == 7 ? days.substr(4) : days);
    const auto from = minutes(row.text("from"));
    const auto to = minutes(row.text("to"));
    if (first == kDays.end() || last == kDays.end() || last < first || !from || !to) {
        return std::nullopt;
    }
    return UtcWindow{
        static_cast<unsigned>(first - kDays.begin()),
        static_cast<unsigned>(last - kDays.begin()),
        *from,
        *to};
}

Result<PriceTier> read_tier(const boost::json::value& value) {
    if (!value.is_object()) return invalid("price_tiers");
    Row row(value.get_object());
    PriceTier tier;
    tier.above_input = row.count_or_null<std::uint64_t>("above_input_tokens");
    tier.prices = read_token_prices(row);
    if (const auto* windows = row.array_or_null("utc_windows")) {
        for (const auto& each : *windows) {
            const auto window = read_window(each);
            if (!window) return invalid("utc_windows");
            tier.windows.push_back(*window);
        }
    }
    if (!row.missing().empty()) return invalid(row.missing());
    // Without a condition it would hold always, and then it is not a tier.
    if (!tier.above_input && tier.windows.empty()) return invalid("above_input_tokens");
    return tier;
}

}  // namespace

std::uint64_t price_from_usd_per_million(double usd) {
    return static_cast<std::uint64_t>(std::llround(usd * 1e6));
}

std::optional<std::uint64_t> cost_of(
    const Prices& prices, const TokenCounts& tokens, std::chrono::sys_seconds now
) {
    const auto tier = std::ranges::find_if(prices.tiers, [&](const auto& each) {
        return holds(each, tokens, now);
    });
    const auto all = tier == prices.tiers.end() ? prices.base : over(prices.base, tier->prices);
    if (!all.input || !all.output) return std::nullopt;
    const auto read = all.cache_read.value_or(*all.input);
    const auto write = all.cache_write.value_or(*all.input);
    const auto write_long = all.cache_write_long.value_or(write);

    // A reply may claim more cached tokens than there were; the rest is then nothing, not negative.
    auto plain = less_or_zero(tokens.input, tokens.cache_read);
    plain = less_or_zero(plain, tokens.cache_write);
    plain = less_or_zero(plain, tokens.cache_write_long);
    const Wide total = Wide{plain} * *all.input + Wide{tokens.cache_read} * read +
                       Wide{tokens.cache_write} * write +
                       Wide{tokens.cache_write_long} * write_long +
                       Wide{tokens.output} * *all.output;
    const Wide nano = (total + 500) / 1000;
    constexpr Wide kMost = std::numeric_limits<std::int64_t>::max();
    return static_cast<std::uint64_t>(std::min(nano, kMost));
}

Result<Prices> read_prices(const boost::json::object& object) {
    Row row(object);
    Prices prices;
    prices.base = read_token_prices(row);
    prices.as_of = row.text_or_null("as_of");
    const auto* tiers = row.array_or_null("price_tiers");
    if (!row.missing().empty()) return invalid(row.missing());
    if (tiers == nullptr) return prices;
    for (const auto& tier : *tiers) prices.tiers.push_back(TRY(read_tier(tier)));
    return prices;
}

}  // namespace fovea::models
