// Pixels of ours as a PNG, for terminals that take files.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"

namespace fovea::tui {

Result<Bytes> png_of(const media::Picture& picture);

}  // namespace fovea::tui
