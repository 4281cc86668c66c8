// Reads one object of the catalogue, field by field. The first field that is missing or of the
// wrong type is remembered; null is allowed where the row may say "not known". Internal to models/.
#pragma once

#include <boost/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::models {

class Row {
public:
    explicit Row(const boost::json::object& object) : object_(object) {}

    std::string text(std::string_view key) {
        const auto* value = object_.if_contains(key);
        if (value == nullptr || !value->is_string()) return miss(key), std::string{};
        return std::string(value->get_string());
    }

    std::string text_or_null(std::string_view key) {
        return known(key) == nullptr ? std::string{} : text(key);
    }

    std::optional<std::string> text_if(std::string_view key) {
        return known(key) == nullptr ? std::nullopt : std::optional(text(key));
    }

    std::vector<std::string> texts(std::string_view key) {
        std::vector<std::string> read;
        const auto* value = object_.if_contains(key);
        if (value == nullptr || !value->is_array()) return miss(key), read;
        for (const auto& item : value->get_array()) {
            if (!item.is_string()) return miss(key), read;
            read.emplace_back(item.get_string());
        }
        return read;
    }

    bool flag(std::string_view key) {
        const auto* value = object_.if_contains(key);
        if (value == nullptr || !value->is_bool()) return miss(key), false;
        return value->get_bool();
    }

    std::optional<bool> flag_or_null(std::string_view key) {
        return known(key) == nullptr ? std::nullopt : std::optional(flag(key));
    }

    template <class T = std::uint32_t>
    std::optional<T> count_or_null(std::string_view key) {
        const auto* value = known(key);
        if (value == nullptr) return std::nullopt;
        boost::json::error_code failed;
        const auto read = value->to_number<T>(failed);
        if (failed) return miss(key), std::nullopt;
        return read;
    }

    // Not negative, and small enough for money.
    std::optional<double> amount_or_null(std::string_view key) {
        const auto* value = known(key);
        if (value == nullptr) return std::nullopt;
        boost::json::error_code failed;
        const auto read = value->to_number<double>(failed);
        if (failed || !(read >= 0 && read <= 10'000)) return miss(key), std::nullopt;
        return read;
    }

    // nullptr when it is missing or null.
    const boost::json::object* object_or_null(std::string_view key) {
        const auto* value = known(key);
        if (value == nullptr) return nullptr;
        if (!value->is_object()) return miss(key), nullptr;
        return &value->get_object();
    }

    const boost::json::array* array_or_null(std::string_view key) {
        const auto* value = known(key);
        if (value == nullptr) return nullptr;
        if (!value->is_array()) return miss(key), nullptr;
        return &value->get_array();
    }

    void miss(std::string_view key) {
        if (missing_.empty()) missing_ = key;
    }

    const std::string& missing() const { return missing_; }

private:
    const boost::json::value* known(std::string_view key) const {
        const auto* value = object_.if_contains(key);
        return value == nullptr || value->is_null() ? nullptr : value;
    }

    const boost::json::object& object_;
    std::string missing_;
};

}  // namespace fovea::models
