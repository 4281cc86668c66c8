#include "fovea/media/text/text_lines.hpp"

#include "fovea/media/text/colours.hpp"
#include "fovea/media/text/line_groups.hpp"
#include "fovea/media/text/marks.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace fovea::media {
namespace {

// Of a line's box. Bold capitals leave a third; a photograph's fullest colour has a tenth.
constexpr double kMinGroundShare = 0.28;
// Ink must be this far from its ground to be read by people too: #999 on #aaa is 51.
constexpr int kMinContrast = 60;

// Of the outlines right beside a line and half its height away.
constexpr double kMinCloseShare = 0.72;
constexpr double kMinTightShare = 0.8;
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
    const auto share_alike = [&](std::uint32_t away) {
        const auto close = outline(picture, box, away);
        const auto alike = std::ranges::count_if(close, [&](const Colour& pixel) {
            return distance(pixel, ground) <= kAlike;
        });
        return double(alike) / double(std::max<std::size_t>(1, close.size()));
    };
    const bool is_long = box.width >= 2 * box.height;
    // Badges can be so tight that their edge is two pixels away.
    if (share_alike(2) < kMinCloseShare && !(is_long && share_alike(1) >= kMinTightShare)) {
        return false;
    }
    // Beside a longer line are other lines of text, and it has proof enough in itself.
    if (is_long) return true;
    return ground_of(outline(picture, box, 4 + box.height / 2)).share >= kMinShareAround;
}

// Where a box has ink, after its ground and its contrast were found.
class InkedPixels {
public:
    InkedPixels(const Picture& picture, const PixelRect& box, const Colour& ground, int contrast)
        : box_(box), far_(box.size().pixels()) {
        const auto pixels = pixels_of(picture, box);
        for (std::size_t i = 0; i < pixels.size() && i < far_.size(); ++i) {
            far_[i] = distance(pixels[i], ground);
        }
        strong_ = contrast / 3;
        faint_ = contrast / 8;
    }

    // How many pixels of a row are strong.
    std::uint32_t strong_in_row(std::uint32_t y) const {
        const auto* row = far_.data() + std::size_t{y} * box_.width;
        return std::uint32_t(std::count_if(row, row + box_.width, [&](int d) {
            return d > strong_;
        }));
    }
    // Whether a column is strong from the top to the bottom.
    bool is_filled(std::uint32_t x) const {
        for (std::uint32_t y = 0; y < box_.height; ++y) {
            if (far_[std::size_t{y} * box_.width + x] <= strong_) return false;
        }
        return true;
    }
    bool is_blank() const {
        return std::ranges::none_of(far_, [&](int d) { return d > faint_; });
    }
    bool row_is_blank(std::uint32_t y) const {
        const auto* row = far_.data() + std::size_t{y} * box_.width;
        return std::none_of(row, row + box_.width, [&](int d) { return d > faint_; });
    }
    bool column_is_blank(std::uint32_t x) const {
        for (std::uint32_t y = 0; y < box_.height; ++y) {
            if (far_[std::size_t{y} * box_.width + x] > faint_) return false;
        }
        return true;
    }

private:
    PixelRect box_;
    std::vector<int> far_;
    int strong_ = 0;
    int faint_ = 0;
};

// The rows where a box that holds several lines is to be cut: letters of tightly set lines touch, so
// that their marks are one. Between two lines is hardly any ink, and much on both sides.
std::vector<std::uint32_t> row_cuts(const InkedPixels& inked, std::uint32_t height) {
    std::vector<std::uint32_t> profile(height);
    for (std::uint32_t y = 0; y < height; ++y) profile[y] = inked.strong_in_row(y);
    std::vector<std::uint32_t> cuts;
    std::uint32_t top = 0;  // of the line being looked at
    std::uint32_t peak = 0;
    for (std::uint32_t y = 0; y < height; ++y) {
        peak = std::max(peak, profile[y]);
        if (y < top + kMinLetterHeight || profile[y] * 7 > peak) continue;
        // The emptiest row until there is as much ink again as a line has.
        auto lowest = y;
        auto next = y;
        while (next < height && profile[next] * 2 < peak) {
            if (profile[next] < profile[lowest]) lowest = next;
            ++next;
        }
        // An underline has as much ink, in a row or two.
        std::uint32_t full = 0;
        for (auto row = next; row < height && row < lowest + 2 * (lowest - top); ++row) {
            if (profile[row] * 4 >= peak) ++full;
        }
        if (full < std::max(4u, (lowest - top) / 4)) break;
        cuts.push_back(lowest);
        top = lowest;
        peak = 0;
        y = next - 1;
    }
    return cuts;
}

PixelRect grown(const PixelRect& box, std::uint32_t across, std::uint32_t down) {
    const auto left = box.x - std::min(box.x, across);
    const auto top = box.y - std::min(box.y, down);
    return {left, top, box.x + box.width + across - left, box.y + box.height + down - top};
}

PixelRect tightened(const PixelRect& box, const InkedPixels& inked) {
    std::uint32_t left = 0;
    std::uint32_t top = 0;
    auto right = box.width;
    auto bottom = box.height;
    while (top + 1 < bottom && inked.row_is_blank(top)) ++top;
    while (bottom - 1 > top && inked.row_is_blank(bottom - 1)) --bottom;
    while (left + 1 < right && inked.column_is_blank(left)) ++left;
    while (right - 1 > left && inked.column_is_blank(right - 1)) --right;
    return {box.x + left, box.y + top, right - left, bottom - top};
}

// What a box needs to be writing, apart from what it is made of.
struct Candidate {
    PixelRect box;
    std::uint32_t letters = 0;
    std::uint32_t letter_height = 0;
};

struct Colours {
    Colour ground;
    Colour ink;
    int contrast = 0;
};

std::optional<Colours> colours_of(const Picture& picture, const PixelRect& box) {
    const auto pixels = pixels_of(picture, grown(box, 3, 2));
    const auto ground = ground_of(pixels);
    if (ground.share < kMinGroundShare) return std::nullopt;
    const auto ink = ink_of(pixels, ground.colour);
    const auto contrast = distance(ink, ground.colour);
    if (contrast < kMinContrast) return std::nullopt;
    return Colours{ground.colour, ink, contrast};
}

std::optional<TextLine> examine(const Picture& picture, const Candidate& candidate) {
    const auto& box = candidate.box;
    // A stray dash is not a letter; a row of low ones may be a word without ascenders.
    if (box.height < 6 && candidate.letters < 3) return std::nullopt;
    const auto colours = colours_of(picture, box);
    if (!colours || !stands_free(picture, box, colours->ground)) return std::nullopt;
    if (candidate.letters <= 2) {
        const auto pixels = pixels_of(picture, box);
        if (is_blob(pixels, box, colours->ground, colours->contrast)) return std::nullopt;
    }
    const auto polarity = light_of(colours->ink) > light_of(colours->ground)
                              ? Polarity::LightOnDark
                              : Polarity::DarkOnLight;
    return TextLine{box, colours->ground, colours->ink, polarity, candidate.letter_height};
}

// A group as one line, or as several if its marks tied them together.
std::vector<Candidate> candidates_of(const Picture& picture, const LineGroup& group) {
    const auto& bounds = group.bounds;
    // Marks reach one pixel too far to the right and downwards: the step back to the ground.
    const PixelRect box{
        bounds.left,
        bounds.top,
        std::max(1u, bounds.width() - 1),
        std::max(1u, bounds.height() - 1)};
    if (box.width > kMaxLineWidth) return {};
    Candidate whole{box, group.letters, group.letter_height};
    if (box.height * 10 <= group.letter_height * 19 || box.height < 2 * kMinLetterHeight)
        return {whole};
    const auto colours = colours_of(picture, box);
    if (!colours) return {whole};
    const InkedPixels inked(picture, box, colours->ground, colours->contrast);
    auto cuts = row_cuts(inked, box.height);
    if (cuts.empty()) return {whole};
    cuts.push_back(box.height);
    std::vector<Candidate> lines;
    std::uint32_t top = 0;
    for (const auto cut : cuts) {
        const PixelRect part{box.x, box.y + top, box.width, cut - top};
        const InkedPixels part_ink(picture, part, colours->ground, colours->contrast);
        top = cut;
        if (part_ink.is_blank()) continue;
        const auto letters = std::max(3u, group.letters / std::uint32_t(cuts.size()));
        const auto line = tightened(part, part_ink);
        lines.push_back({line, letters, std::min(group.letter_height, line.height)});
    }
    return lines;
}

// Which parts of a picture have lines already, in squares of a few pixels.
class Covered {
public:
    Covered(PixelSize size, std::span<const TextLine> lines)
        : columns_(size.width / kSquare + 1), squares_(columns_ * (size.height / kSquare + 1)) {
        for (const auto& line : lines) {
            const auto& box = line.box;
            for (auto y = box.y / kSquare; y <= (box.y + box.height - 1) / kSquare; ++y) {
                for (auto x = box.x / kSquare; x <= (box.x + box.width - 1) / kSquare; ++x) {
                    squares_[y * columns_ + x] = true;
                }
            }
        }
    }

    bool has(const Mark& mark) const {
        const auto x = (mark.left + mark.width() / 2) / kSquare;
        const auto y = (mark.top + mark.height() / 2) / kSquare;
        return squares_[std::size_t{y} * columns_ + x];
    }

private:
    static constexpr std::uint32_t kSquare = 8;
    std::size_t columns_;
    std::vector<bool> squares_;
};

// Writing across a photograph has one colour, which is rare right beside it, and letters of about
// one height in a row.
std::optional<TextLine> examine_across(
    const Picture& picture, const LineGroup& group, Extreme extreme
) {
    const auto& bounds = group.bounds;
    const PixelRect box{bounds.left, bounds.top, bounds.width(), bounds.height()};
    if (group.letters < 4 || box.height < 9 || box.height > 3 * group.letter_height ||
        box.width < 2 * box.height || box.width > kMaxLineWidth) {
        return std::nullopt;
    }
    const Colour ink = extreme == Extreme::White ? Colour{255, 255, 255} : Colour{0, 0, 0};
    const auto is_ink = [&](const Colour& pixel) { return distance(pixel, ink) <= 150; };
    const auto around = outline(picture, box, 2);
    const auto alike = std::ranges::count_if(around, is_ink);
    if (double(alike) > 0.12 * double(around.size())) return std::nullopt;
    const auto pixels = pixels_of(picture, box);
    const auto inked = double(std::ranges::count_if(pixels, is_ink)) / double(pixels.size());
    if (inked < 0.12 || inked > 0.6) return std::nullopt;
    std::array<std::uint64_t, 4> sums{};
    for (const auto& pixel : pixels) {
        if (is_ink(pixel)) continue;
        sums[0] += pixel.red;
        sums[1] += pixel.green;
        sums[2] += pixel.blue;
        ++sums[3];
    }
    const auto mean = [&](std::size_t channel) {
        return static_cast<std::uint8_t>(sums[channel] / std::max<std::uint64_t>(1, sums[3]));
    };
    const Colour ground{mean(0), mean(1), mean(2)};
    if (distance(ground, ink) < 2 * kMinContrast) return std::nullopt;
    const auto polarity = extreme == Extreme::White ? Polarity::LightOnDark : Polarity::DarkOnLight;
    return TextLine{box, ground, ink, polarity, group.letter_height};
}

void add_lines_across(const Picture& picture, std::vector<TextLine>& lines) {
    const Covered covered(picture.size(), lines);
    for (const auto extreme : {Extreme::White, Extreme::Black}) {
        auto marks = find_marks(picture, extreme);
        std::erase_if(marks, [&](const Mark& mark) { return covered.has(mark); });
        for (const auto& group : group_lines(marks)) {
            if (auto line = examine_across(picture, group, extreme)) lines.push_back(*line);
        }
    }
}

}  // namespace

std::vector<TextLine> find_text_lines(const Picture& picture) {
    std::vector<TextLine> lines;
    for (const auto& group : group_lines(find_marks(picture))) {
        for (const auto& candidate : candidates_of(picture, group)) {
            if (auto line = examine(picture, candidate)) lines.push_back(*line);
        }
    }
    add_lines_across(picture, lines);
    std::ranges::sort(lines, [](const TextLine& a, const TextLine& b) {
        return std::pair(a.box.y, a.box.x) < std::pair(b.box.y, b.box.x);
    });
    return lines;
}

}  // namespace fovea::media
