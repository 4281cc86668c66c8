#include "fovea/base/json_schema_check.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/base/json_value.hpp"
#include "fovea/base/shorten.hpp"
#include "fovea/base/utf8.hpp"

#include <algorithm>

namespace fovea {
namespace {

namespace json = boost::json;

}  // namespace

bool SchemaCheck::check_type(
    const json::object& schema, const json::value& value, Problems* problems
) {
    const auto* type = schema.if_contains("type");
    if (type == nullptr) return true;
    const auto is = json_type(value);
    const auto is_one = [&](const json::value& wanted) {
        const std::string_view name = wanted.get_string();
        return name == is || (name == "number" && is == "integer");
    };
    if (type->is_string() ? is_one(*type) : std::ranges::any_of(type->get_array(), is_one)) {
        return true;
    }
    if (problems == nullptr) return false;
    std::string wanted;
    if (type->is_string()) {
        wanted = type->get_string();
    } else {
        for (const auto& each : type->get_array()) {
            wanted += (wanted.empty() ? "" : " or ") + std::string(each.get_string());
        }
    }
    const auto shown = value.is_null() ? "" : " (" + json_excerpt(value) + ")";
    return fail(problems, "must be " + wanted + ", is " + std::string(is) + shown);
}

bool SchemaCheck::check_options(
    const json::object& schema, const json::value& value, Problems* problems
) {
    const auto* options = schema.if_contains("enum");
    const auto* only = schema.if_contains("const");
    if (options == nullptr && only == nullptr) return true;
    const auto text = canonical(value);
    bool fits = true;
    if (only != nullptr && canonical(*only) != text) {
        fits = fail(problems, "must be " + json_text(*only) + ", is " + json_excerpt(value));
    }
    if (options == nullptr) return fits;
    const auto same = [&](const json::value& each) { return canonical(each) == text; };
    if (std::ranges::any_of(options->get_array(), same)) return fits;
    return fail(problems, "must be one of " + json_text(*options) + ", is " + json_excerpt(value));
}

bool SchemaCheck::check_number(
    const json::object& schema, const json::value& value, Problems* problems
) {
    const auto is_flag = [&](const char* keyword) {
        const auto* flag = schema.if_contains(keyword);
        return flag != nullptr && flag->is_bool() && flag->get_bool();
    };
    bool fits = true;
    const auto compare = [&](const char* keyword, auto fitting, const char* words) {
        const auto* limit = schema.if_contains(keyword);
        if (limit == nullptr || !limit->is_number()) return;
        if (fitting(compare_numbers(value, *limit))) return;
        fits = fail(
            problems,
            std::string("must be ") + words + " " + json_text(*limit) + ", is " +
                json_excerpt(value)
        );
    };
    const bool above = is_flag("exclusiveMinimum"), below = is_flag("exclusiveMaximum");
    compare(
        "minimum", [&](int order) { return above ? order > 0 : order >= 0; }, "at least"
    );
    compare(
        "maximum", [&](int order) { return below ? order < 0 : order <= 0; }, "at most"
    );
    compare(
        "exclusiveMinimum", [](int order) { return order > 0; }, "more than"
    );
    compare(
        "exclusiveMaximum", [](int order) { return order < 0; }, "less than"
    );
    const auto* unit = schema.if_contains("multipleOf");
    if (unit == nullptr || is_multiple_of(value, *unit)) return fits;
    return fail(
        problems, "must be a multiple of " + json_text(*unit) + ", is " + json_excerpt(value)
    );
}

bool SchemaCheck::check_count(
    const json::object& schema,
    std::pair<const char*, const char*> keywords,
    std::size_t count,
    const char* what,
    Problems* problems
) {
    const json::value number(static_cast<std::uint64_t>(count));
    bool fits = true;
    const auto* least = schema.if_contains(keywords.first);
    const auto* most = schema.if_contains(keywords.second);
    if (least != nullptr && compare_numbers(number, *least) < 0) {
        fits = fail(
            problems,
            "must have at least " + json_text(*least) + " " + what + ", has " +
                std::to_string(count)
        );
    }
    if (most != nullptr && compare_numbers(number, *most) > 0) {
        fits = fail(
            problems,
            "must have at most " + json_text(*most) + " " + what + ", has " + std::to_string(count)
        );
    }
    return fits;
}

bool SchemaCheck::check_string(
    const json::object& schema, const json::value& value, Problems* problems
) {
    const std::string_view text = value.get_string();
    bool fits = true;
    if (schema.contains("minLength") || schema.contains("maxLength")) {
        if (!spend(text.size() / 64)) return false;
        fits = check_count(
            schema, {"minLength", "maxLength"}, count_characters(text), "characters", problems
        );
    }
    const auto* pattern = schema.if_contains("pattern");
    if (pattern == nullptr || matches(text, pattern->get_string())) return fits;
    return fail(
        problems,
        "must match the pattern " + std::string(pattern->get_string()) + ", is " +
            json_excerpt(value)
    );
}

}  // namespace fovea
