#include "fovea/reading/recognise/cut_letters.hpp"

#include "fovea/media/text/colours.hpp"

#include <algorithm>
#include <cstdint>

namespace fovea::reading {
namespace {

// Boxes of words are a few pixels wider or narrower than their letters.
std::uint32_t reach_of(const media::TextLine& line) {
    return std::max(2U, line.letter_height / 3);
}

// Whether letters stand on a strip of pixels at the edge of the picture.
bool has_ink(
    const media::Picture& picture, const media::PixelRect& strip, const media::TextLine& line
) {
    const auto least = std::max(1, distance(line.ground, line.ink) / 3);
    const auto inked = [&](const media::Colour& pixel) {
        return distance(pixel, line.ground) >= least;
    };
    return std::ranges::any_of(pixels_of(picture, strip), inked);
}

bool is_cut(const media::Picture& picture, const media::TextLine& line, const Word& word) {
    const auto [width, height] = picture.size();
    const auto& [x, y, wide, high] = word.box;
    const auto reach = reach_of(line);
    const bool at_left = x <= reach;
    const bool at_right = std::uint64_t{x} + wide + reach >= width;
    const bool at_top = y == 0;
    const bool at_bottom = std::uint64_t{y} + high >= height;
    return (at_left && has_ink(picture, {0, y, 1, high}, line)) ||
           (at_right && has_ink(picture, {width - 1, y, 1, high}, line)) ||
           (at_top && has_ink(picture, {x, 0, wide, 1}, line)) ||
           (at_bottom && has_ink(picture, {x, height - 1, wide, 1}, line));
}

}  // namespace

void mark_cut_letters(
    const media::Picture& picture, const media::TextLine& line, std::span<Word> words
) {
    for (auto& word : words) word.cut = is_cut(picture, line, word);
}

}  // namespace fovea::reading
