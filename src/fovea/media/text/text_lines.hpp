// Where the writing is on a screen: lines of letters, found without reading them.
//
//     for (const TextLine& line : find_text_lines(picture)) …
//
// Made for rendered text: letters of one colour on a ground that is flat nearby, light on dark as
// well as dark on light, and white or black ones across a photograph. A line ends at gaps wider than about its height, so the cells of a table
// are lines of their own. Some of what comes back is not writing (icons, dots of a chart); reading
// it tells. Takes milliseconds, and its result can be dealt out to several readers.
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <cstdint>
#include <vector>

namespace fovea::media {

struct Colour {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;

    bool operator==(const Colour&) const = default;
};

enum class Polarity : std::uint8_t { DarkOnLight, LightOnDark };

struct TextLine {
    PixelRect box;  // tight around the letters
    Colour ground;
    Colour ink;  // of the letters that stand out most
    Polarity polarity = Polarity::DarkOnLight;
    std::uint32_t letter_height = 0;  // of the letter in the middle when sorted by height

    bool operator==(const TextLine&) const = default;
};

// Nothing that anyone could read is longer, in pixels.
constexpr std::uint32_t kMaxLineWidth = 16384;

// From the top, and from the left where tops are equal. Gray8, Rgb8 or Rgba8; none for others.
std::vector<TextLine> find_text_lines(const Picture& picture);

}  // namespace fovea::media
