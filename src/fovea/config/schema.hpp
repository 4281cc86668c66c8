// The one list of configuration keys: name, type, range and the setting each fills.
//
//     const Key* key = find_key("images.max_edge");
//     TRY(key->set(settings, Value{std::int64_t{2000}}));   // or an error: the range
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/config/settings.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fovea::config {

using Value = std::variant<bool, std::int64_t, double, std::string, std::vector<std::string>>;

std::string to_text(const Value& value);

struct Key {
    std::string_view name;  // "images.max_edge"
    std::string_view help;
    std::function<Result<void>(Settings&, const Value&)> set;
    std::function<Value(const Settings&)> get;
    std::function<Result<Value>(std::string_view text)> parse;  // from an environment variable
};

std::span<const Key> keys();

const Key* find_key(std::string_view name);

// The key whose name is nearest to a misspelt one; empty when none is near.
std::string_view nearest_key(std::string_view name);

// FOVEA_IMAGES_MAX_EDGE for images.max_edge.
std::string environment_name(std::string_view key);

}  // namespace fovea::config
