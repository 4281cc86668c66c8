// Where two pictures of equal size differ: rectangles, each around one thing that changed (M8).
//
//     const auto changes = TRY(find_changes(before, after, {.tolerance = 0}));
//     if (!changes.identical) show(changes.regions);
//
// Changed pixels belong together when no more than about 16 lie between them up and down, or 32
// sideways: words of a line join, lines of a table stay apart. Each rectangle ends exactly at its
// outermost changed pixels. A rectangle may cut into another one, as an L around a corner does, but
// none lies mostly inside another.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fovea::media {

// More rectangles than this help nobody; the nearest ones are joined.
constexpr std::size_t kMaxRegions = 32;

struct ChangeSettings {
    // How far a sample may be off without counting as changed. 0 for lossless sources; JPEG and
    // lossy WebP move every pixel a little.
    std::uint8_t tolerance = 0;
};

struct Comparison {
    bool identical = true;           // every pixel equal, to the bit
    double changed_fraction = 0;     // of the pixels, beyond the tolerance
    std::vector<PixelRect> regions;  // in reading order

    bool operator==(const Comparison&) const = default;
};

// Gray8, Rgb8 and Rgba8 in any combination: gray is compared as RGB, and RGB as opaque.
// InvalidInput for other formats, and for pictures of different sizes.
Result<Comparison> find_changes(
    const Picture& before, const Picture& after, const ChangeSettings& settings = {}
);

}  // namespace fovea::media
