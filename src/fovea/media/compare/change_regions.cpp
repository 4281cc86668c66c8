#include "fovea/media/compare/change_regions.hpp"

#include "fovea/media/compare/change_grid.hpp"
#include "fovea/media/compare/changed_bytes.hpp"
#include "fovea/media/transform/alpha_rows.hpp"

#include <algorithm>
#include <cstring>
#include <string>

namespace fovea::media {
namespace {

// Joining pairs takes the square of the number of rectangles for each step.
constexpr std::size_t kMaxBeforeJoining = 128;

// Rectangles that begin within this many rows of each other are read as one line.
constexpr std::uint32_t kLineHeight = ChangeGrid::kCell;

std::uint64_t area(const PixelRect& rect) {
    return rect.size().pixels();
}

PixelRect around(const PixelRect& a, const PixelRect& b) {
    const auto left = std::min(a.x, b.x);
    const auto top = std::min(a.y, b.y);
    const auto right = std::max(a.x + a.width, b.x + b.width);
    const auto bottom = std::max(a.y + a.height, b.y + b.height);
    return {left, top, right - left, bottom - top};
}

std::uint64_t common_area(const PixelRect& a, const PixelRect& b) {
    const auto left = std::max(a.x, b.x);
    const auto top = std::max(a.y, b.y);
    const auto right = std::min(a.x + a.width, b.x + b.width);
    const auto bottom = std::min(a.y + a.height, b.y + b.height);
    return left < right && top < bottom ? std::uint64_t{right - left} * (bottom - top) : 0;
}

bool lies_mostly_inside(const PixelRect& a, const PixelRect& b) {
    return 2 * common_area(a, b) >= std::min(area(a), area(b));
}

void join(std::vector<PixelRect>& rects, std::size_t a, std::size_t b) {
    rects[a] = around(rects[a], rects[b]);
    rects.erase(rects.begin() + static_cast<std::ptrdiff_t>(b));
}

void join_nested(std::vector<PixelRect>& rects) {
    for (std::size_t a = 0; a < rects.size();) {
        std::size_t b = 0;
        while (b < rects.size() && (b == a || !lies_mostly_inside(rects[a], rects[b]))) ++b;
        if (b == rects.size()) {
            ++a;
        } else {
            join(rects, std::min(a, b), std::max(a, b));
            a = 0;  // the larger one may now reach others
        }
    }
}

// The pair whose common frame adds the least.
void join_nearest(std::vector<PixelRect>& rects) {
    std::size_t best_a = 0;
    std::size_t best_b = 1;
    auto least = UINT64_MAX;
    for (std::size_t a = 0; a < rects.size(); ++a) {
        for (auto b = a + 1; b < rects.size(); ++b) {
            const auto whole = area(around(rects[a], rects[b]));
            const auto parts = area(rects[a]) + area(rects[b]);
            const auto added = whole > parts ? whole - parts : 0;
            if (added >= least) continue;
            least = added;
            best_a = a;
            best_b = b;
        }
    }
    join(rects, best_a, best_b);
}

void sort_for_reading(std::vector<PixelRect>& rects) {
    std::sort(rects.begin(), rects.end(), [](const PixelRect& a, const PixelRect& b) {
        return a.y != b.y ? a.y < b.y : a.x < b.x;
    });
    for (auto line = rects.begin(); line != rects.end();) {
        const auto bottom = line->y + kLineHeight;
        const auto end =
            std::find_if(line, rects.end(), [&](const auto& rect) { return rect.y >= bottom; });
        std::sort(line, end, [](const PixelRect& a, const PixelRect& b) { return a.x < b.x; });
        line = end;
    }
}

// Rows of a picture with as many channels as asked for: itself, or a copy with channels added.
class Rows {
public:
    Rows(const Picture& picture, unsigned channels)
        : picture_(picture), own_(bytes_per_pixel(picture.format())), wanted_(channels) {
        if (own_ != wanted_) widened_ = Buffer(std::size_t{picture.size().width} * wanted_);
    }

    const std::uint8_t* at(std::uint32_t y) {
        const auto* row = picture_.row(y);
        if (own_ == wanted_) return row;
        const std::size_t width = picture_.size().width;
        auto* out = widened_.data();
        if (own_ == 3) {
            add_opaque_alpha(row, width, out);
            return out;
        }
        for (std::size_t x = 0; x < width; ++x, out += wanted_) {
            std::memset(out, row[x], 3);
            if (wanted_ == 4) out[3] = 255;
        }
        return widened_.data();
    }

private:
    const Picture& picture_;
    unsigned own_;
    unsigned wanted_;
    Buffer widened_;
};

bool can_compare(PixelFormat format) {
    return format == PixelFormat::Gray8 || format == PixelFormat::Rgb8 ||
           format == PixelFormat::Rgba8;
}

std::string text_of(PixelSize size) {
    return std::to_string(size.width) + "x" + std::to_string(size.height);
}

}  // namespace

Result<Comparison> find_changes(
    const Picture& before, const Picture& after, const ChangeSettings& settings
) {
    const auto size = before.size();
    if (size != after.size()) {
        return Error{
            ErrorCode::InvalidInput,
            "pictures of " + text_of(size) + " and " + text_of(after.size()) +
                " pixels cannot be compared pixel by pixel"};
    }
    if (!can_compare(before.format()) || !can_compare(after.format())) {
        return Error{ErrorCode::InvalidInput, "only gray, RGB and RGBA can be compared"};
    }
    if (size.pixels() == 0) return Comparison{};

    const auto channels =
        std::max(bytes_per_pixel(before.format()), bytes_per_pixel(after.format()));
    Rows before_rows(before, channels);
    Rows after_rows(after, channels);
    ChangeGrid grid(size);
    Comparison comparison;
    const auto row_bytes = std::size_t{size.width} * channels;
    std::vector<std::uint8_t> bits(row_bytes / 8 + 16);
    for (std::uint32_t y = 0; y < size.height; ++y) {
        const auto* a = before_rows.at(y);
        const auto* b = after_rows.at(y);
        if (std::memcmp(a, b, row_bytes) == 0) continue;
        comparison.identical = false;
        mark_changed_bytes(a, b, row_bytes, settings.tolerance, bits.data());
        grid.add_row(y, bits.data(), channels);
    }
    if (grid.changed_pixels() == 0) return comparison;

    comparison.changed_fraction = double(grid.changed_pixels()) / double(size.pixels());
    comparison.regions = grid.regions(kMaxBeforeJoining);
    join_nested(comparison.regions);
    while (comparison.regions.size() > kMaxRegions) {
        join_nearest(comparison.regions);
        join_nested(comparison.regions);
    }
    sort_for_reading(comparison.regions);
    return comparison;
}

}  // namespace fovea::media
