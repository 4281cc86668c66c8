// Where the configuration's files set something, for messages that send a person there.
//
//     setting_place(loaded, {"gateway", "models", "fast"});   // "/home/me/.config/fovea/config.toml:12"
//
// Reads the files again: for what was found wrong, not for every start.
#pragma once

#include "fovea/config/load.hpp"

#include <initializer_list>
#include <string>
#include <string_view>

namespace fovea::config {

// Of the file that won; without the line where its parser knows none; empty: no file sets it.
std::string setting_place(const Loaded& loaded, std::initializer_list<std::string_view> names);

}  // namespace fovea::config
