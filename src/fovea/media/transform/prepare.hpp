// From a file's bytes to what a model gets: checked, upright, sRGB, without metadata, within the
// target.
//
// The rungs, cheapest first (M5):
//   keep      it fits and carries nothing to cut: the file itself, byte for byte
//   strip     metadata and trailing bytes are cut out, pixels untouched
//   turn      a JPEG that lies on its side is turned without re-encoding
//   encode    decoded once, colours converted, scaled down if too large; flat screens stay lossless
//   (PNG),
//             photographs become JPEG; smaller steps of quality and then of size until the bytes
//             fit
//
// Runs only inside a worker.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/image_info.hpp"
#include "fovea/media/image/limits.hpp"
#include "fovea/media/transform/crop.hpp"
#include "fovea/media/transform/fit.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fovea::media {

enum class Rung : std::uint8_t {
    Any,           // whatever is cheapest
    ValidateOnly,  // only check that the file is whole; nothing is written
    Encode,        // never the file itself: what crops and small variants want
};

struct PrepareRequest {
    Limits limits;
    FitTarget target;
    std::optional<Crop> crop;  // of the upright picture
    bool want_phash = false;
    Rung rung = Rung::Any;
};

// What the header said, in the terms of the upright picture.
struct PictureFacts {
    ImageType type = ImageType::Png;
    PixelSize size;  // upright
    Orientation orientation = Orientation::Upright;
    std::uint32_t frames = 1;
    bool has_alpha = false;
    std::uint8_t bit_depth = 8;

    bool operator==(const PictureFacts&) const = default;
};

struct PreparedPicture {
    PictureFacts facts;
    std::optional<std::uint64_t> phash;  // of the whole upright picture

    ImageType type = ImageType::Png;
    PixelSize size;
    bool unchanged = false;  // the result is the file itself, nothing was written
    std::size_t bytes = 0;   // of the result
    bool downscaled = false;
    std::optional<PixelRect> crop;     // as resolved
    std::vector<std::string> actions;  // each change, in the order made

    bool operator==(const PreparedPicture&) const = default;
};

// Writes the result to `out` unless it is the file itself.
Result<PreparedPicture> prepare(
    ByteView file, const PrepareRequest& request, std::span<std::byte> out
);

}  // namespace fovea::media
