// A member of a JSON object that somebody else wrote: there and of that kind, or nothing.
//
//     const auto name = text_in(params, "name");     // "" where it is no text
//     if (const auto* inner = object_in(params, "_meta")) …
//
// What is returned lives as long as the object.
#pragma once

#include <boost/json.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace fovea {

inline std::string_view text_in(const boost::json::object& object, std::string_view name) {
    const auto* value = object.if_contains(name);
    const auto* text = value == nullptr ? nullptr : value->if_string();
    return text == nullptr ? std::string_view() : std::string_view(*text);
}

inline const boost::json::object* object_in(
    const boost::json::object& object, std::string_view name
) {
    const auto* value = object.if_contains(name);
    return value == nullptr ? nullptr : value->if_object();
}

inline const boost::json::array* array_in(
    const boost::json::object& object, std::string_view name
) {
    const auto* value = object.if_contains(name);
    return value == nullptr ? nullptr : value->if_array();
}

inline std::optional<bool> flag_in(const boost::json::object& object, std::string_view name) {
    const auto* value = object.if_contains(name);
    const auto* flag = value == nullptr ? nullptr : value->if_bool();
    return flag == nullptr ? std::nullopt : std::optional(*flag);
}

// 0 where it is no whole number, or a negative one.
inline std::uint64_t count_in(const boost::json::object& object, std::string_view name) {
    const auto* value = object.if_contains(name);
    boost::system::error_code wrong;
    const auto count = value == nullptr ? 0 : value->to_number<std::uint64_t>(wrong);
    return wrong ? 0 : count;
}

inline std::optional<double> number_in(const boost::json::object& object, std::string_view name) {
    const auto* value = object.if_contains(name);
    if (value == nullptr || !value->is_number()) return std::nullopt;
    return value->to_number<double>();
}

}  // namespace fovea
