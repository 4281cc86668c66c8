// Small JSON bodies, and numbers in queries.
#pragma once

#include "fovea/base/foreign_json.hpp"
#include "fovea/base/result.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/serve/http/route.hpp"

#include <boost/json.hpp>

#include <charconv>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace fovea::serve {

inline Result<boost::json::value> json_in(std::string_view body) {
    auto value = parse_foreign_json(body, 32);
    if (value.ok()) return value;
    return Error{value.error().code, "the body must be valid JSON: " + value.error().message};
}

// {} where there is no body. InvalidInput for a field that is not known.
inline Result<boost::json::object> object_in(
    const Call& call, std::initializer_list<std::string_view> known
) {
    if (call.body.empty()) return boost::json::object();
    auto value = TRY(json_in(call.body));
    if (!value.is_object()) return Error{ErrorCode::InvalidInput, "the body must be a JSON object"};
    for (const auto& field : value.get_object()) {
        bool found = false;
        for (const auto name : known) found = found || field.key() == name;
        if (found) continue;
        std::string there_are;
        for (const auto name : known) {
            there_are += (there_are.empty() ? "" : ", ") + std::string(name);
        }
        return Error{
            ErrorCode::InvalidInput,
            "there is no field \"" + to_utf8(field.key()) + "\"; there are: " + there_are};
    }
    return std::move(value.get_object());
}

// Empty where there is none.
inline Result<std::string> text_field(const boost::json::object& object, std::string_view name) {
    const auto* value = object.if_contains(name);
    if (value == nullptr) return std::string();
    if (!value->is_string()) {
        return Error{ErrorCode::InvalidInput, "\"" + std::string(name) + "\" must be a string"};
    }
    return std::string(value->get_string());
}

inline Result<std::uint64_t> number_from(std::string_view text, std::string_view what) {
    std::uint64_t number = 0;
    const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (wrong == std::errc() && end == text.data() + text.size() && !text.empty()) return number;
    return Error{ErrorCode::InvalidInput, std::string(what) + " must be a whole number"};
}

inline Result<std::uint64_t> number_parameter(
    const Request& request, const std::string& name, std::uint64_t usual
) {
    const auto text = request.parameter(name);
    if (text.empty()) return usual;
    return number_from(text, name);
}

}  // namespace fovea::serve
