// The one list of configuration keys: name, type, range and the setting each fills.
//
//     const Key* key = find_key("images.max_edge");
//     TRY(key->set(settings, Value{std::int64_t{2000}}));   // or an error: the range
//
// What has entries with names of the user's own ([providers.NAME], [[hooks]]) is in collections.hpp.
#pragma once

#include "fovea/config/settings.hpp"
#include "fovea/config/value.hpp"

#include <span>
#include <string>
#include <string_view>

namespace fovea::config {

using Key = Setting<Settings>;

std::span<const Key> keys();

// By its name, or by the other spelling that a few have ("apiKey" for "api_key").
const Key* find_key(std::string_view name);

// ConfigInvalid says what is allowed; then nothing is changed.
Result<void> set_from_text(const Key& key, std::string_view text, Settings& settings);

// The tables that keys and collections stand in: "images", "auxiliary", "auxiliary.vision", "mcp".
std::span<const std::string_view> sections();

// The key or collection whose name is nearest to a misspelt one, or the one of that name in another
// table ("images.max_edge" for "max_edge"); empty when none is near.
std::string_view nearest_key(std::string_view name);

// The same for the name of a table: "images" for "imagse".
std::string_view nearest_table(std::string_view name);

// FOVEA_IMAGES_MAX_EDGE for images.max_edge.
std::string environment_name(std::string_view key);

// A second variable that sets the key, FOVEA_STRICT_ROUTING; empty for most.
std::string_view environment_alias(std::string_view key);

}  // namespace fovea::config
