#include "fovea/base/json_schema_check.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/base/json_value.hpp"

#include <set>

namespace fovea {
namespace {

namespace json = boost::json;

}  // namespace

bool SchemaCheck::evaluate_item(
    const json::value& schema,
    const json::array& array,
    std::size_t i,
    Seen& seen,
    Problems* problems
) {
    path_.push_back(std::to_string(i));
    Seen inner(array[i]);
    const bool fits = evaluate(schema, array[i], inner, problems);
    path_.pop_back();
    seen.items[i] = true;
    return fits;
}

bool SchemaCheck::check_items(
    const json::object& schema, const json::array& array, Seen& seen, Problems* problems
) {
    const auto* first = schema.if_contains("prefixItems");
    const auto* rest = schema.if_contains("items");
    if (first == nullptr && rest != nullptr && rest->is_array()) {  // before draft 2020-12
        first = rest;
        rest = schema.if_contains("additionalItems");
    }
    const auto firsts = first == nullptr ? 0 : first->get_array().size();
    bool fits = true;
    for (std::size_t i = 0; i < array.size() && !exhausted_; ++i) {
        if (i < firsts) {
            fits = evaluate_item(first->get_array()[i], array, i, seen, problems) && fits;
        } else if (rest != nullptr && !rest->is_array()) {
            fits = evaluate_item(*rest, array, i, seen, problems) && fits;
        }
    }
    return fits;
}

bool SchemaCheck::check_contains(
    const json::object& schema, const json::array& array, Seen& seen, Problems* problems
) {
    const auto* wanted = schema.if_contains("contains");
    if (wanted == nullptr) return true;
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < array.size() && !exhausted_; ++i) {
        Seen inner(array[i]);
        if (!evaluate(*wanted, array[i], inner, nullptr)) continue;
        ++count;
        seen.items[i] = true;
    }
    const auto* least = schema.if_contains("minContains");
    const auto* most = schema.if_contains("maxContains");
    const json::value number(count);
    const bool enough = least == nullptr ? count > 0 : compare_numbers(number, *least) >= 0;
    if (enough && (most == nullptr || compare_numbers(number, *most) <= 0)) return true;
    return fail(
        problems,
        std::string(enough ? "has too many" : "has too few") + " items like " + json_text(*wanted) +
            ": " + std::to_string(count)
    );
}

bool SchemaCheck::check_array(
    const json::object& schema, const json::array& array, Seen& seen, Problems* problems
) {
    bool fits = check_count(schema, {"minItems", "maxItems"}, array.size(), "items", problems);
    const auto* unique = schema.if_contains("uniqueItems");
    if (unique != nullptr && unique->get_bool()) {
        std::set<std::string> known;
        for (const auto& each : array) {
            if (known.insert(canonical(each)).second) continue;
            fits = fail(
                problems, "must have no two equal items, has " + json_excerpt(each) + " twice"
            );
            break;
        }
    }
    fits = check_items(schema, array, seen, problems) && fits;
    fits = check_contains(schema, array, seen, problems) && fits;
    const auto* others = schema.if_contains("unevaluatedItems");
    if (others == nullptr) return fits;
    for (std::size_t i = 0; i < array.size() && !exhausted_; ++i) {
        if (!seen.items[i]) fits = evaluate_item(*others, array, i, seen, problems) && fits;
    }
    return fits;
}

}  // namespace fovea
