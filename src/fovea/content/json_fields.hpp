// Reads the fields of one JSON object, strictly: what is not asked for is an error, and every error
// names its place.
//
//     auto fields = TRY(JsonFields::of(value, "content[2]"));
//     block.mime = TRY(fields.text("mime"));            // "" when it is not there
//     block.text = TRY(fields.needed_text("text"));
//     TRY(fields.nothing_else());                       // "content[2].colour: unknown field"
#pragma once

#include "fovea/base/result.hpp"

#include <boost/container/small_vector.hpp>
#include <boost/json.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace fovea::content {

class JsonFields {
public:
    static Result<JsonFields> of(const boost::json::value& value, std::string place) {
        if (!value.is_object()) return error_at(place, "not an object");
        return JsonFields(value.get_object(), std::move(place));
    }

    static Error error_at(std::string_view place, std::string_view what) {
        const auto where = place.empty() ? std::string("message") : std::string(place);
        return {ErrorCode::InvalidInput, where + ": " + std::string(what)};
    }

    std::string place_of(std::string_view name) const {
        return place_.empty() ? std::string(name) : place_ + "." + std::string(name);
    }
    Error error(std::string_view name, std::string_view what) const {
        return error_at(place_of(name), what);
    }

    bool has(std::string_view name) const { return object_->contains(name); }

    // The value, or null when it is not there.
    const boost::json::value* take(std::string_view name) {
        asked_.push_back(name);
        return object_->if_contains(name);
    }

    Result<std::string> text(std::string_view name) {
        const auto* value = take(name);
        if (value == nullptr) return std::string();
        if (!value->is_string()) return error(name, "not a string");
        return std::string(value->get_string());
    }

    Result<std::string> needed_text(std::string_view name) {
        if (!has(name)) return error(name, "missing");
        return text(name);
    }

    Result<std::uint32_t> number(std::string_view name) {
        const auto* value = take(name);
        if (value == nullptr) return std::uint32_t{0};
        const auto whole = whole_number(*value);
        if (!whole) return error(name, "not a whole number from 0 to 4294967295");
        return *whole;
    }

    Result<bool> flag(std::string_view name) {
        const auto* value = take(name);
        if (value == nullptr) return false;
        if (!value->is_bool()) return error(name, "neither true nor false");
        return value->get_bool();
    }

    Result<void> nothing_else() const {
        for (const auto& field : *object_) {
            const std::string_view name = field.key();
            if (std::ranges::find(asked_, name) != asked_.end()) continue;
            if (name == "data" || name == "base64" || name == "path") {
                return error(
                    name, "bytes are not allowed here; name the file by \"sha256\" or \"url\""
                );
            }
            return error(name, "unknown field");
        }
        return {};
    }

    static std::optional<std::uint32_t> whole_number(const boost::json::value& value) {
        boost::json::error_code failed;
        const auto whole = value.to_number<std::uint32_t>(failed);
        if (failed || value.is_double()) return std::nullopt;
        return whole;
    }

private:
    JsonFields(const boost::json::object& object, std::string place)
        : object_(&object), place_(std::move(place)) {}

    const boost::json::object* object_;
    std::string place_;
    boost::container::small_vector<std::string_view, 12> asked_;  // literals of the caller
};

}  // namespace fovea::content
