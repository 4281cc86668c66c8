// A file as the picture that a person would see: whole, upright, sRGB, one plane. For jobs that
// look at pixels; what goes to a model comes from prepare().
//
// Runs only inside a worker.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/large_picture.hpp"
#include "fovea/media/image/limits.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/media/transform/prepare.hpp"

namespace fovea::media {

struct UprightPicture {
    PictureFacts facts;
    Picture picture;  // Gray8, Rgb8 or Rgba8; of another size than `facts` only where it is Small
    std::uint64_t phash = 0;
    bool lossy = false;  // its pixels went through a lossy codec
};

PictureFacts facts_of(const ImageInfo& info);

// What becomes of a very large picture, one of more pixels than kLargePicture, which as it is would take
// more memory than anybody should have: it is decoded row by row, and less of it is kept.
enum class Large {
    Whole,
    Gray,   // all pixels, on white, without their colours
    Small,  // colours, of fewer pixels
};

Result<UprightPicture> decode_upright(
    ByteView file, const Limits& limits, Large large = Large::Whole
);

}  // namespace fovea::media
