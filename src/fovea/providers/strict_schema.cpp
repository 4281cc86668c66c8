#include "fovea/providers/strict_schema.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <cstddef>

namespace fovea::providers {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxDepth = 10;  // of objects in objects, as OpenAI allows

template <std::size_t N>
bool is_one_of(std::string_view word, const std::string_view (&words)[N]) {
    return std::ranges::find(words, word) != std::end(words);
}

// That stand beside others and hold no schema.
bool is_plain_keyword(std::string_view name) {
    constexpr std::string_view kPlain[] = {
        "$schema",
        "type",
        "description",
        "title",
        "required",
        "enum",
        "const",
        "$ref",
        "pattern",
        "minimum",
        "maximum",
        "minItems",
        "maxItems",
        "multipleOf",
        "exclusiveMinimum",
        "exclusiveMaximum",
    };
    return is_one_of(name, kPlain);
}

bool is_known_format(const json::value& value) {
    constexpr std::string_view kFormats[] = {
        "date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"};
    return value.is_string() && is_one_of(std::string_view(value.get_string()), kFormats);
}

bool says_object(const json::object& schema) {
    const auto* type = schema.if_contains("type");
    if (type == nullptr) return schema.contains("properties");
    if (const auto* types = type->if_array()) {
        return std::ranges::find(*types, json::value("object")) != types->end();
    }
    return *type == "object";
}

// Every property is required, and there are no others.
bool is_closed(const json::object& schema) {
    const auto* more = schema.if_contains("additionalProperties");
    if (more == nullptr || *more != json::value(false)) return false;
    const auto* properties = schema.if_contains("properties");
    if (properties == nullptr) return true;
    if (!properties->is_object()) return false;
    const auto* required = schema.if_contains("required");
    const auto* names = required == nullptr ? nullptr : required->if_array();
    return std::ranges::all_of(properties->get_object(), [&](const auto& property) {
        return names != nullptr &&
               std::ranges::find(*names, json::value(property.key())) != names->end();
    });
}

bool is_strict(const json::value& value, std::size_t depth);

bool are_strict(const json::value& members, std::size_t depth) {
    const auto strict = [&](const json::value& each) { return is_strict(each, depth); };
    if (const auto* list = members.if_array()) return std::ranges::all_of(*list, strict);
    const auto* named = members.if_object();
    return named != nullptr &&
           std::ranges::all_of(*named, [&](const auto& each) { return strict(each.value()); });
}

bool is_strict(const json::value& value, std::size_t depth) {
    const auto* schema = value.if_object();
    if (schema == nullptr || depth > kMaxDepth) return false;
    if (says_object(*schema) && !is_closed(*schema)) return false;
    return std::ranges::all_of(*schema, [&](const auto& keyword) {
        const std::string_view name = keyword.key();
        if (is_plain_keyword(name)) return true;
        if (name == "additionalProperties") return keyword.value() == json::value(false);
        if (name == "format") return is_known_format(keyword.value());
        if (name == "items") return is_strict(keyword.value(), depth + 1);
        if (name == "properties" || name == "$defs" || name == "definitions" || name == "anyOf") {
            return are_strict(keyword.value(), depth + 1);
        }
        return false;
    });
}

}  // namespace

bool is_strict_schema(std::string_view text) {
    boost::system::error_code failed;
    const auto schema = json::parse({text.data(), text.size()}, failed);
    if (failed || !schema.is_object()) return false;
    const auto* type = schema.get_object().if_contains("type");
    const bool is_object = type != nullptr && *type == "object";
    return is_object && !schema.get_object().contains("anyOf") && is_strict(schema, 1);
}

}  // namespace fovea::providers
