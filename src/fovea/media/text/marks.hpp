// The marks on a picture: connected groups of pixels that stand out from what is beside them. A
// letter is one mark or a few (an i has two), a table's rules are one huge mark, a photograph is a
// carpet of them. Which marks are writing is for line_groups.hpp to say.
//
//     const auto marks = find_marks(picture);
//
// Only steps in colour count, so light on dark and dark on light are the same, and the faint shades
// that panels and gradients differ by are not seen at all.
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <cstdint>
#include <vector>

namespace fovea::media {

struct Mark {
    std::uint32_t left = 0;
    std::uint32_t top = 0;
    std::uint32_t right = 0;   // one past the last column
    std::uint32_t bottom = 0;  // one past the last row
    std::uint32_t pixels = 0;
    std::uint32_t top_run = 0;  // the longest piece in one of its first three rows

    std::uint32_t width() const { return right - left; }
    std::uint32_t height() const { return bottom - top; }
    bool operator==(const Mark&) const = default;
};

// A channel differs by this much from one pixel to the next where something is drawn. Dim comments
// in a dark editor have steps of 30; the ramps of gradients and of JPEG noise stay below 15.
constexpr std::uint8_t kMarkStep = 20;

// Longer pieces of a row that have one colour are rules and the edges of panels. They are left out,
// so that letters which touch them come apart.
constexpr std::uint32_t kRuleLength = 160;

// Gray8, Rgb8 or Rgba8 (its alpha is not looked at); none for other formats. Pictures made of
// nothing but specks are cut off at a million of them.
std::vector<Mark> find_marks(const Picture& picture);

// The same for pixels of one colour, as wide as what is written across photographs: nearly white, or
// nearly black.
enum class Extreme : std::uint8_t { White, Black };
std::vector<Mark> find_marks(const Picture& picture, Extreme extreme);

}  // namespace fovea::media
