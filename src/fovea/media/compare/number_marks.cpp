#include "fovea/media/compare/number_marks.hpp"

#include "fovea/media/compare/overlay.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>

namespace fovea::media {
namespace {

// Digits with strokes of two pixels: thinner ones are lost as soon as a picture is made smaller.
constexpr std::uint32_t kDigitWidth = 6;
constexpr std::uint32_t kDigitHeight = 9;
constexpr std::uint32_t kPadding = 2;  // around the digits, and 1 between them
constexpr std::uint32_t kTagHeight = kDigitHeight + 2 * kPadding;

using Digit = std::array<std::string_view, kDigitHeight>;
constexpr std::array<Digit, 10> kDigits = {{
    {".####.", "##..##", "##..##", "##..##", "##..##", "##..##", "##..##", "##..##", ".####."},
    {"..##..", ".###..", "####..", "..##..", "..##..", "..##..", "..##..", "..##..", "######"},
    {".####.", "##..##", "....##", "....##", "...##.", "..##..", ".##...", "##....", "######"},
    {".####.", "##..##", "....##", "....##", "..###.", "....##", "....##", "##..##", ".####."},
    {"...##.", "..###.", ".####.", "##.##.", "##.##.", "######", "...##.", "...##.", "...##."},
    {"######", "##....", "##....", "#####.", "....##", "....##", "....##", "##..##", ".####."},
    {".####.", "##..##", "##....", "#####.", "##..##", "##..##", "##..##", "##..##", ".####."},
    {"######", "....##", "....##", "...##.", "...##.", "..##..", "..##..", "..##..", "..##.."},
    {".####.", "##..##", "##..##", "##..##", ".####.", "##..##", "##..##", "##..##", ".####."},
    {".####.", "##..##", "##..##", "##..##", ".#####", "....##", "....##", "##..##", ".####."},
}};

constexpr double kWordHeight = 12;  // pixels of a word for which a tag has its smallest size
constexpr std::uint32_t kMaxScale = 8;

struct Area {
    std::int64_t left = 0;
    std::int64_t top = 0;
    std::int64_t right = 0;
    std::int64_t bottom = 0;

    Area() = default;
    Area(std::int64_t x, std::int64_t y, std::int64_t width, std::int64_t height)
        : left(x), top(y), right(x + width), bottom(y + height) {}
    explicit Area(const PixelRect& box) : Area(box.x, box.y, box.width, box.height) {}

    double pixels() const { return double(right - left) * double(bottom - top); }
};

double overlap(const Area& a, const Area& b) {
    const auto width = std::min(a.right, b.right) - std::max(a.left, b.left);
    const auto height = std::min(a.bottom, b.bottom) - std::max(a.top, b.top);
    return width <= 0 || height <= 0 ? 0 : double(width) * double(height);
}

std::uint32_t tag_width(std::uint32_t number) {
    const auto digits = static_cast<std::uint32_t>(std::to_string(number).size());
    return digits * (kDigitWidth + 1) - 1 + 2 * kPadding;
}

std::uint32_t scale_for(const PixelSize& size, std::span<const PixelRect> words) {
    std::vector<std::uint32_t> heights;
    for (const auto& word : words) heights.push_back(word.height);
    if (heights.empty()) return std::clamp(size.longest_edge() / 2000, 1U, kMaxScale);
    const auto middle = heights.begin() + static_cast<std::ptrdiff_t>(heights.size() / 2);
    std::ranges::nth_element(heights, middle);
    const auto scale = static_cast<std::uint32_t>(std::lround(*middle / kWordHeight));
    return std::clamp(scale, 1U, kMaxScale);
}

// Finds places one after the other; those before are kept clear too.
class Places {
public:
    Places(
        const PixelSize& size, std::span<const MarkedPart> parts, std::span<const PixelRect> clear
    )
        : picture_(0, 0, size.width, size.height), parts_(parts), clear_(clear) {}

    PixelRect place(const PixelRect& part, std::uint32_t width, std::uint32_t height) {
        const Area box(part);
        const Area around(
            box.left - width,
            box.top - height,
            std::int64_t{part.width} + 2 * width,
            std::int64_t{part.height} + 2 * height
        );
        collect(part, around);
        const auto w = std::int64_t{width};
        const auto h = std::int64_t{height};
        const auto middle = (box.top + box.bottom - h) / 2;
        // Where a tag is looked for first comes first; all corners outside, then inside.
        const std::array<Area, 12> choices = {
            Area(box.left, box.top - h, w, h),
            Area(box.right - w, box.top - h, w, h),
            Area(box.left - w, middle, w, h),
            Area(box.left - w, box.top, w, h),
            Area(box.left - w, box.top - h, w, h),
            Area(box.left, box.bottom, w, h),
            Area(box.right, middle, w, h),
            Area(box.right, box.top, w, h),
            Area(box.right - w, box.bottom, w, h),
            Area(box.right - w, box.top, w, h),
            Area(box.right - w, box.bottom - h, w, h),
            Area(box.left, box.top, w, h)};
        const Area* best = nullptr;
        auto least = std::numeric_limits<double>::max();
        std::array<Area, 12> held;
        for (std::size_t i = 0; i < choices.size(); ++i) {
            held[i] = inside(choices[i]);
            const auto cost = hidden_by(held[i]);
            if (cost >= least) continue;
            least = cost;
            best = &held[i];
        }
        tags_.push_back(*best);
        return {
            static_cast<std::uint32_t>(best->left),
            static_cast<std::uint32_t>(best->top),
            width,
            height};
    }

private:
    // Pushed into the picture, as far as it has room.
    Area inside(Area tag) const {
        const auto x =
            std::max(std::int64_t{0}, std::min(tag.left, picture_.right - (tag.right - tag.left)));
        const auto y =
            std::max(std::int64_t{0}, std::min(tag.top, picture_.bottom - (tag.bottom - tag.top)));
        return {x, y, tag.right - tag.left, tag.bottom - tag.top};
    }

    void collect(const PixelRect& part, const Area& around) {
        near_words_.clear();
        near_parts_.clear();
        near_tags_.clear();
        for (const auto& word : clear_) {
            const Area area(word);
            if (overlap(area, around) > 0) near_words_.push_back(area);
        }
        for (const auto& other : parts_) {
            const Area area(other.box);
            if (other.box != part && overlap(area, around) > 0) near_parts_.push_back(area);
        }
        for (const auto& tag : tags_) {
            if (overlap(tag, around) > 0) near_tags_.push_back(tag);
        }
        own_ = Area(part);
    }

    double hidden_by(const Area& tag) const {
        double cost = 0;
        for (const auto& word : near_words_) cost += 10 * overlap(tag, word);
        for (const auto& other : near_tags_) cost += 30 * overlap(tag, other);
        // A small part is nothing but its look: a checkbox under a tag is neither ticked nor not.
        for (const auto& other : near_parts_) cost += look_cost(tag, other);
        return cost + look_cost(tag, own_);
    }

    static double look_cost(const Area& tag, const Area& part) {
        const bool small = part.pixels() < 8 * tag.pixels();
        return (small ? 6 : 1) * overlap(tag, part);
    }

    Area picture_;
    std::span<const MarkedPart> parts_;
    std::span<const PixelRect> clear_;
    std::vector<Area> tags_;
    std::vector<Area> near_words_;
    std::vector<Area> near_parts_;
    std::vector<Area> near_tags_;
    Area own_;
};

void fill(Picture& picture, const Area& area, const FrameColour& colour) {
    const auto size = picture.size();
    const auto left = std::max<std::int64_t>(area.left, 0);
    const auto right = std::min<std::int64_t>(area.right, size.width);
    const auto bottom = std::min<std::int64_t>(area.bottom, size.height);
    for (auto y = std::max<std::int64_t>(area.top, 0); y < bottom; ++y) {
        auto* row = picture.row(static_cast<std::size_t>(y));
        for (auto x = left; x < right; ++x) std::copy(colour.begin(), colour.end(), row + 3 * x);
    }
}

// Along the part's edges, outside of them.
void outline(
    Picture& picture, const PixelRect& box, std::int64_t width, const FrameColour& colour
) {
    const Area area(box);
    const auto wide = area.right - area.left;
    const auto high = area.bottom - area.top;
    fill(picture, {area.left - width, area.top - width, wide + 2 * width, width}, colour);
    fill(picture, {area.left - width, area.bottom, wide + 2 * width, width}, colour);
    fill(picture, {area.left - width, area.top, width, high}, colour);
    fill(picture, {area.right, area.top, width, high}, colour);
}

void write_number(Picture& picture, const NumberMark& mark) {
    constexpr FrameColour kWhite = {255, 255, 255};
    const std::int64_t scale = std::max(1U, mark.tag.height / kTagHeight);
    const auto number = std::to_string(mark.number);
    for (std::size_t i = 0; i < number.size(); ++i) {
        const auto& digit = kDigits[static_cast<std::size_t>(number[i] - '0')];
        const auto left = mark.tag.x + scale * std::int64_t(kPadding + i * (kDigitWidth + 1));
        for (std::size_t y = 0; y < kDigitHeight; ++y) {
            for (std::size_t x = 0; x < kDigitWidth; ++x) {
                if (digit[y][x] != '#') continue;
                const auto top = mark.tag.y + scale * std::int64_t(kPadding + y);
                fill(picture, {left + scale * std::int64_t(x), top, scale, scale}, kWhite);
            }
        }
    }
}

}  // namespace

std::vector<NumberMark> place_marks(
    const PixelSize& size, std::span<const MarkedPart> parts, std::span<const PixelRect> clear
) {
    parts = parts.first(std::min(parts.size(), kMaxMarks));
    const auto scale = scale_for(size, clear);
    Places places(size, parts, clear);
    std::vector<NumberMark> marks;
    for (const auto& [box, number] : parts) {
        const auto tag = places.place(box, scale * tag_width(number), scale * kTagHeight);
        marks.push_back({box, tag, number});
    }
    return marks;
}

Picture draw_marks(const Picture& picture, std::span<const NumberMark> marks) {
    auto marked = rgb_copy(picture);
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const std::int64_t width = std::max(1U, marks[i].tag.height / kTagHeight);
        outline(marked, marks[i].box, width, frame_colour(i));
    }
    for (std::size_t i = 0; i < marks.size(); ++i) {
        fill(marked, Area(marks[i].tag), frame_colour(i));
        write_number(marked, marks[i]);
    }
    return marked;
}

}  // namespace fovea::media
