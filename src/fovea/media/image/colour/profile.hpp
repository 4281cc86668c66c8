// What an ICC profile asks for, decided with Little CMS. Only colour.cpp includes this.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/media/image/colour/rows.hpp"

#include <memory>

namespace fovea::media {

// How to convert; or nothing, because nothing is to be done or because the profile is of no use.
struct ProfileOutcome {
    std::unique_ptr<const RowConversion> conversion;
    bool ignored = false;
};

ProfileOutcome convert_by_profile(ByteView icc, PixelFormat format);

}  // namespace fovea::media
