#include "fovea/serve/sessions/usage_rows.hpp"

#include <cstdint>
#include <string_view>

namespace fovea::serve {
namespace {

namespace json = boost::json;

template <class Number>
Number number_in(const json::object& object, std::string_view name) {
    const auto* value = object.if_contains(name);
    return value != nullptr && value->is_number() ? value->to_number<Number>() : Number{};
}

}  // namespace

double add_usage(json::object& row, const json::object& call) {
    row["calls"] = number_in<std::int64_t>(row, "calls") + 1;
    for (const auto* const name :
         {"input_tokens",
          "output_tokens",
          "cache_read_tokens",
          "cache_write_tokens",
          "reasoning_tokens"}) {
        row[name] = number_in<std::int64_t>(row, name) + number_in<std::int64_t>(call, name);
    }
    const auto* known = call.if_contains("cost_known");
    const bool is_known = known == nullptr || !known->is_bool() || known->get_bool();
    const auto* so_far = row.if_contains("cost_known");
    row["cost_known"] = is_known && (so_far == nullptr || so_far->get_bool());
    const auto usd = number_in<double>(call, "cost_usd");
    row["cost_usd"] = number_in<double>(row, "cost_usd") + usd;
    return usd;
}

}  // namespace fovea::serve
