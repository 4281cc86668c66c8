// What differs between two pictures.
#pragma once

#include "fovea/media/compare/compare.hpp"

#include <string>
#include <string_view>

namespace fovea::people {

// By names that are safe to show.
std::string compared_text(
    const media::Compared& compared, std::string_view first, std::string_view second
);

}  // namespace fovea::people
