// The known name that is most like a misspelt one.
#pragma once

#include <span>
#include <string_view>

namespace fovea::config {

// Empty when none is near: at most a third of the letters, and never fewer than two, may differ.
std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known);

}  // namespace fovea::config
