#include "fovea/mcp/server/lean_schema.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace fovea::mcp {
namespace {

namespace json = boost::json;

constexpr std::array<std::string_view, 7> kBounds = {
    "additionalProperties", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"};

constexpr std::array<std::string_view, 9> kBookkeeping = {
    "model",
    "cost_usd",
    "input_tokens",
    "output_tokens",
    "complete",
    "cached",
    "notes",
    "same_size",
    "changed_fraction"};

template <class List>
bool holds(const List& list, std::string_view name) {
    return std::ranges::find(list, name) != list.end();
}

// Whoever is shown {x, y, width, height} gives all four.
bool needs_all(const json::object& schema) {
    const auto* required = schema.if_contains("required");
    const auto* properties = schema.if_contains("properties");
    return required != nullptr && properties != nullptr && required->is_array() &&
           properties->is_object() &&
           required->get_array().size() == properties->get_object().size();
}

json::object lean(const json::object& schema);

json::object lean_inner(const json::object& schema) {
    auto shown = lean(schema);
    if (needs_all(schema)) shown.erase("required");
    return shown;
}

json::object lean(const json::object& schema) {
    json::object shown;
    for (const auto& member : schema) {
        if (holds(kBounds, member.key())) continue;
        const auto* object = member.value().if_object();
        if (member.key() == "properties" && object != nullptr) {
            json::object properties;  // whose names are no keywords
            for (const auto& each : *object) {
                const auto* inner = each.value().if_object();
                properties[each.key()] =
                    inner == nullptr ? each.value() : json::value(lean_inner(*inner));
            }
            shown[member.key()] = std::move(properties);
        } else if (member.key() == "items" && object != nullptr) {
            shown[member.key()] = lean_inner(*object);
        } else {
            shown[member.key()] = member.value();
        }
    }
    return shown;
}

}  // namespace

json::object lean_input(const json::object& schema) {
    return lean(schema);
}

json::object lean_output(const json::object& schema) {
    json::object properties;
    for (const auto& each : schema.at("properties").as_object()) {
        if (holds(kBookkeeping, each.key())) continue;
        json::object shown;
        const auto* type = each.value().as_object().if_contains("type");
        if (type != nullptr && type->is_string()) shown["type"] = *type;
        properties[each.key()] = std::move(shown);
    }
    return {{"type", "object"}, {"properties", std::move(properties)}};
}

}  // namespace fovea::mcp
