#include "fovea/base/json_schema_keywords.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <cmath>

namespace fovea {
namespace {

namespace json = boost::json;

constexpr std::string_view kTypes[] = {
    "array",
    "boolean",
    "integer",
    "null",
    "number",
    "object",
    "string",
};
constexpr std::string_view kCounts[] = {
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
};
constexpr std::string_view kNumbers[] = {"maximum", "minimum", "multipleOf"};
constexpr std::string_view kLimits[] = {"exclusiveMaximum", "exclusiveMinimum"};
constexpr std::string_view kTexts[] = {
    "$anchor",
    "$dynamicAnchor",
    "$dynamicRef",
    "$id",
    "$ref",
    "$recursiveRef",
    "$schema",
    "pattern",
};

Error wrong(std::string_view keyword, const std::string& what) {
    return {ErrorCode::InvalidInput, std::string(keyword) + ": " + what};
}

bool is_type(const json::value& value) {
    const auto* text = value.if_string();
    return text != nullptr &&
           std::ranges::find(kTypes, std::string_view(*text)) != std::end(kTypes);
}

bool is_count(const json::value& value) {
    if (value.is_uint64()) return true;
    if (value.is_int64()) return value.get_int64() >= 0;
    return value.is_double() && value.get_double() >= 0 &&
           std::floor(value.get_double()) == value.get_double();
}

bool is_list_of_texts(const json::value& value) {
    const auto* list = value.if_array();
    return list != nullptr &&
           std::ranges::all_of(*list, [](const json::value& each) { return each.is_string(); });
}

template <std::size_t N, class Fits>
Result<void> check_each(
    const json::object& schema,
    const std::string_view (&keywords)[N],
    Fits fits,
    const char* must_be
) {
    for (const auto keyword : keywords) {
        const auto* value = schema.if_contains(keyword);
        if (value != nullptr && !fits(*value)) return wrong(keyword, must_be);
    }
    return {};
}

Result<void> check_type(const json::object& schema) {
    const auto* type = schema.if_contains("type");
    if (type == nullptr || is_type(*type)) return {};
    const auto* list = type->if_array();
    if (list != nullptr && !list->empty() && std::ranges::all_of(*list, is_type)) return {};
    return wrong(
        "type", "must be array, boolean, integer, null, number, object or string, or a list of them"
    );
}

Result<void> check_dependencies(const json::object& schema) {
    const auto fits = [](const auto& member) { return is_list_of_texts(member.value()); };
    if (const auto* value = schema.if_contains("dependentRequired")) {
        const auto* map = value->if_object();
        if (map == nullptr || !std::ranges::all_of(*map, fits)) {
            return wrong("dependentRequired", "must be an object of lists of names");
        }
    }
    const auto* value = schema.if_contains("dependencies");
    const auto* map = value == nullptr ? nullptr : value->if_object();
    if (map == nullptr) return {};
    for (const auto& member : *map) {
        if (member.value().is_array() && !fits(member)) {
            return wrong("dependencies", "must be an object of schemas and lists of names");
        }
    }
    return {};
}

}  // namespace

Result<void> check_schema_keywords(const json::object& schema) {
    TRY(check_type(schema));
    TRY(check_each(schema, kCounts, is_count, "must be a whole number, 0 or more"));
    const auto is_number = [](const json::value& value) { return value.is_number(); };
    TRY(check_each(schema, kNumbers, is_number, "must be a number"));
    // Draft 4 had flags here.
    const auto is_limit = [](const json::value& value) {
        return value.is_number() || value.is_bool();
    };
    TRY(check_each(schema, kLimits, is_limit, "must be a number"));
    const auto is_text = [](const json::value& value) { return value.is_string(); };
    TRY(check_each(schema, kTexts, is_text, "must be a string"));
    const auto* multiple = schema.if_contains("multipleOf");
    if (multiple != nullptr && !(multiple->to_number<double>() > 0)) {
        return wrong("multipleOf", "must be more than 0");
    }
    const auto* options = schema.if_contains("enum");
    if (options != nullptr && !options->is_array()) return wrong("enum", "must be a list");
    const auto* required = schema.if_contains("required");
    if (required != nullptr && !is_list_of_texts(*required)) {
        return wrong("required", "must be a list of names");
    }
    const auto* unique = schema.if_contains("uniqueItems");
    if (unique != nullptr && !unique->is_bool()) {
        return wrong("uniqueItems", "must be true or false");
    }
    return check_dependencies(schema);
}

std::string to_re2(std::string_view pattern) {
    std::string out;
    const auto is_hex = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    };
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] != '\\' || i + 1 >= pattern.size()) {
            out += pattern[i];
            continue;
        }
        const auto digits = pattern.substr(std::min(i + 2, pattern.size()), 4);
        if (pattern[i + 1] == 'u' && digits.size() == 4 && std::ranges::all_of(digits, is_hex)) {
            out += "\\x{" + std::string(digits) + "}";
            i += 5;
        } else {
            out += pattern.substr(i, 2);
            ++i;
        }
    }
    return out;
}

}  // namespace fovea
