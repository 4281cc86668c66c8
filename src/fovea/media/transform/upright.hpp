// A file as the picture that a person would see: whole, upright, sRGB, one plane. For jobs that
// look at pixels; what goes to a model comes from prepare().
//
// Runs only inside a worker.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/limits.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/media/transform/prepare.hpp"

namespace fovea::media {

struct UprightPicture {
    PictureFacts facts;
    Picture picture;  // Gray8, Rgb8 or Rgba8
    std::uint64_t phash = 0;
    bool lossy = false;  // its pixels went through a lossy codec
};

PictureFacts facts_of(const ImageInfo& info);

Result<UprightPicture> decode_upright(ByteView file, const Limits& limits);

}  // namespace fovea::media
