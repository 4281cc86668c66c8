// The resizing that providers do before they count patches, each after its publisher's own code.
// Sizes have at least one pixel each way.
#pragma once

#include "fovea/models/image_tokens.hpp"

#include <cstdint>

namespace fovea::models {

inline constexpr std::uint32_t kBudgetPatch =
    32;  // PatchBudgetRule counts patches of this many pixels

constexpr std::uint64_t divide_up(std::uint64_t dividend, std::uint64_t divisor) {
    return dividend / divisor + (dividend % divisor != 0 ? 1 : 0);
}

constexpr std::uint64_t patches(media::PixelSize size, std::uint32_t patch) {
    return divide_up(size.width, patch) * divide_up(size.height, patch);
}

media::PixelSize fit_patches(const PatchFitRule& rule, media::PixelSize size);

// InvalidInput when the rule has no such detail.
Result<media::PixelSize> fit_budget(
    const PatchBudgetRule& rule, media::PixelSize size, Detail detail
);

// As a fraction of both sides, since rounding it would add a tile to pictures that end exactly on
// one.
struct Shrinking {
    std::uint64_t numerator = 1;
    std::uint64_t denominator = 1;

    double factor() const { return double(numerator) / double(denominator); }
};
Shrinking fit_tiles(const TileRule& rule, media::PixelSize size);

// InvalidInput when one side is more than 200 times the other.
Result<media::PixelSize> smart_resize(const SmartResizeRule& rule, media::PixelSize size);

}  // namespace fovea::models
