// --crop of every command that takes pictures (FR-3.1): r=top-right for each of them, 1:p=10,20,300,200
// for one.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/transform/crop.hpp"

#include <cstddef>
#include <map>
#include <span>
#include <string>

namespace fovea::media {

// By the picture's index, from 0.
using Crops = std::map<std::size_t, Crop>;

// InvalidInput for a malformed entry, for two forms in one, for an index without a picture and for a
// second crop of the same picture.
Result<Crops> parse_crops(std::span<const std::string> entries, std::size_t pictures);

}  // namespace fovea::media
