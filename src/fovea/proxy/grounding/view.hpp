// From the numbers that a model wrote back to pixels of the original picture (V8).
//
// What a model saw is often not the picture: a crop was cut, then resized to what is worth sending,
// then resized once more by the provider. Each step is undone:
//
//     const View view = view_of(image.size, image.crop, sent, catalogue.rule(model.image_tokens));
//     const auto placed = to_original({Space::Thousand, 479, 56, 698, 222}, view);
//     placed->box;      // in pixels of the whole upright original
//
// A box is never empty and never leaves the part that was looked at.
#pragma once

#include "fovea/media/image/pixels.hpp"
#include "fovea/models/image_tokens.hpp"

#include <cstdint>
#include <optional>

namespace fovea::proxy::grounding {

struct View {
    media::PixelSize original;             // of the whole upright picture
    std::optional<media::PixelRect> crop;  // the part that was shown; all of it without one
    media::PixelSize sent;                 // of the file that the provider got; 0x0: not resized
    media::PixelSize seen;  // of what the model saw, after the provider's own resize; 0x0: as sent
    // Of the picture within what was sent, where that has a margin at its right and bottom; 0x0: none.
    media::PixelSize without_margin = {};
};

// With the provider's resize by its published rule; without a rule, or by one that refuses the
// picture, the model saw what was sent.
View view_of(
    media::PixelSize original,
    std::optional<media::PixelRect> crop,
    media::PixelSize sent,
    const models::ImageTokenRule* rule,
    models::Detail detail = models::Detail::Auto
);

// What a coordinate counts in.
enum class Space : std::uint8_t {
    SeenPixels,
    Percent,
    Thousand,        // 0 to 1000
    NineNinetyNine,  // 0 to 999, and cut to whole pixels as DeepSeek's own code does
};

// As a model wrote it. Corners may be swapped, and values may lie anywhere; they are finite.
struct Place {
    Space space = Space::SeenPixels;
    double x1 = 0;
    double y1 = 0;
    double x2 = 0;  // not looked at for a point
    double y2 = 0;
    bool is_point = false;
};

struct Placed {
    media::PixelRect box;
    bool clamped = false;  // something lay outside

    bool operator==(const Placed&) const = default;
};

// Nothing for a view without pixels. A point becomes the one pixel that holds it.
std::optional<Placed> to_original(const Place& place, const View& view);

}  // namespace fovea::proxy::grounding
