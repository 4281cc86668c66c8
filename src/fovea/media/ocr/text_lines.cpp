#include "fovea/media/ocr/text_lines.hpp"

#include "fovea/media/ocr/colours.hpp"
#include "fovea/media/ocr/line_groups.hpp"
#include "fovea/media/ocr/marks.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace fovea::media {
namespace {

// Of a line's box. Bold capitals leave a third; a photograph's fullest colour has a tenth.
constexpr double kMinGroundShare = 0.28;
// Ink must be this far from its ground to be read by people too: #999 on #aaa is 51.
constexpr int kMinContrast = 60;

// Of the outlines right beside a line and half its height away.
constexpr double kMinCloseShare = 0.72;
constexpr double kMinShareAround = 0.5;
constexpr int kAlike = 48;

int light_of(const Colour& colour) {
    return 2 * colour.red + 5 * colour.green + colour.blue;
}

// The mean of the tenth that is farthest from the ground: a single brightest pixel may be a speck.
Colour ink_of(std::span<const Colour> pixels, const Colour& ground) {
    std::array<std::uint32_t, 766> counts{};
    for (const auto& pixel : pixels) ++counts[std::size_t(distance(pixel, ground))];
    std::size_t farthest = counts.size() - 1;
    for (std::size_t seen = 0; farthest > 0; --farthest) {
        seen += counts[farthest];
        if (seen * 25 >= pixels.size()) break;
    }
    std::array<std::uint64_t, 4> sums{};
    for (const auto& pixel : pixels) {
        if (std::size_t(distance(pixel, ground)) < farthest) continue;
        sums[0] += pixel.red;
        sums[1] += pixel.green;
        sums[2] += pixel.blue;
        ++sums[3];
    }
    const auto mean = [&](std::size_t channel) {
        return static_cast<std::uint8_t>(sums[channel] / std::max<std::uint64_t>(1, sums[3]));
    };
    return {mean(0), mean(1), mean(2)};
}

// A disc or a square: the dots of a chart, bullets, avatars, toggles.
bool is_blob(
    std::span<const Colour> pixels, const PixelRect& box, const Colour& ground, int contrast
) {
    if (box.width * 2 < box.height || box.width > box.height * 2) return false;
    const auto inked = std::ranges::count_if(pixels, [&](const Colour& pixel) {
        return distance(pixel, ground) * 2 > contrast;
    });
    return double(inked) >= 0.68 * double(pixels.size());
}

// The pixels of an outline that is `away` from the box, as far as it lies within the picture.
std::vector<Colour> outline(const Picture& picture, const PixelRect& box, std::uint32_t away) {
    const auto left = box.x - std::min(box.x, away);
    const auto top = box.y - std::min(box.y, away);
    const auto width = box.x + box.width + away - left;
    const auto height = box.y + box.height + away - top;
    const PixelRect sides[] = {
        {left, top, width, 1},
        {left, top + height - 1, width, 1},
        {left, top, 1, height},
        {left + width - 1, top, 1, height},
    };
    std::vector<Colour> pixels;
    for (const auto& side : sides) {
        const auto more = pixels_of(picture, side);
        pixels.insert(pixels.end(), more.begin(), more.end());
    }
    return pixels;
}

// Letters stand free on their ground, and the ground or another flat colour is around them (a badge
// on a page); the shapes of a photograph go on.
bool stands_free(const Picture& picture, const PixelRect& box, const Colour& ground) {
    const auto close = outline(picture, box, 2);
    const auto alike = std::ranges::count_if(close, [&](const Colour& pixel) {
        return distance(pixel, ground) <= kAlike;
    });
    if (double(alike) < kMinCloseShare * double(close.size())) return false;
    // Beside a longer line are other lines of text, and it has proof enough in itself.
    if (box.width >= 2 * box.height) return true;
    return ground_of(outline(picture, box, 4 + box.height / 2)).share >= kMinShareAround;
}

std::optional<TextLine> examine(const Picture& picture, const LineGroup& group) {
    const auto& bounds = group.bounds;
    // Marks reach one pixel too far to the right and downwards: the step back to the ground.
    const PixelRect box{
        bounds.left,
        bounds.top,
        std::max(1u, bounds.width() - 1),
        std::max(1u, bounds.height() - 1)};
    const auto left = box.x - std::min(box.x, 3u);
    const auto top = box.y - std::min(box.y, 2u);
    const PixelRect around{left, top, box.x + box.width + 3 - left, box.y + box.height + 2 - top};
    // A stray dash is not a letter; a row of low ones may be a word without ascenders.
    if (box.height < 6 && group.letters < 3) return std::nullopt;
    if (box.width > kMaxLineWidth) return std::nullopt;
    const auto pixels = pixels_of(picture, around);
    const auto ground = ground_of(pixels);
    if (ground.share < kMinGroundShare) return std::nullopt;

    if (!stands_free(picture, box, ground.colour)) return std::nullopt;

    const auto ink = ink_of(pixels, ground.colour);
    const auto contrast = distance(ink, ground.colour);
    if (contrast < kMinContrast) return std::nullopt;
    if (group.letters <= 2) {
        if (is_blob(pixels_of(picture, box), box, ground.colour, contrast)) return std::nullopt;
    }
    const auto polarity =
        light_of(ink) > light_of(ground.colour) ? Polarity::LightOnDark : Polarity::DarkOnLight;
    return TextLine{box, ground.colour, ink, polarity, group.letter_height};
}

}  // namespace

std::vector<TextLine> find_text_lines(const Picture& picture) {
    std::vector<TextLine> lines;
    for (const auto& group : group_lines(find_marks(picture))) {
        if (auto line = examine(picture, group)) lines.push_back(*line);
    }
    return lines;
}

}  // namespace fovea::media
