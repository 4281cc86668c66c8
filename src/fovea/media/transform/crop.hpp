// The three ways to say which part of a picture is meant (V3), and what pixels each comes to.
//
//     const Crop crop = TRY(parse_crop("r=bottom-right"));
//     const PixelRect rect = TRY(resolve(crop, PixelSize{1920, 1080}));   // {960, 540, 960, 540}
//
// Coordinates are those of the upright picture. What lies outside is clamped; nothing left is an
// error.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"

#include <array>
#include <string_view>
#include <variant>

namespace fovea::media {

struct NormalizedRect {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;

    bool operator==(const NormalizedRect&) const = default;
};

struct NamedRegion {
    std::string_view name;  // one of region_names(), so it points into static memory
    NormalizedRect rect;

    bool operator==(const NamedRegion&) const = default;
};

// Pixels before clamping, which may reach outside the picture.
struct RequestedPixels {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;

    bool operator==(const RequestedPixels&) const = default;
};

using Crop = std::variant<NamedRegion, NormalizedRect, RequestedPixels>;

std::array<std::string_view, 13> region_names();

Result<NamedRegion> find_region(std::string_view name);

// The command line's forms: r=NAME, n=x,y,w,h (0..1) or p=x,y,w,h (pixels).
Result<Crop> parse_crop(std::string_view text);

Result<PixelRect> resolve(const Crop& crop, PixelSize picture);

}  // namespace fovea::media
