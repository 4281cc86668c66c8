// --crop INDEX:FORM of commands that take several pictures (FR-3.1): 0:r=top-right, 1:p=10,20,300,200.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/transform/crop.hpp"

#include <cstddef>
#include <map>
#include <span>
#include <string>

namespace fovea::proxy {

// By the picture's index, from 0. InvalidInput for a malformed entry, for two forms in one, for an
// index without a picture and for a second crop of the same picture.
Result<std::map<std::size_t, media::Crop>> parse_indexed_crops(
    std::span<const std::string> entries, std::size_t pictures
);

}  // namespace fovea::proxy
