#include "fovea/media/video/glance.hpp"

#include "fovea/media/compare/changed_bytes.hpp"
#include "fovea/media/transform/fit.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace fovea::media {
namespace {

using CellColour = std::array<std::uint32_t, 3>;

struct Span {
    std::uint32_t begin;
    std::uint32_t end;  // past begin
};

// The pixels of a frame's side that one pixel of a glance stands for.
Span covered(std::uint32_t at, std::uint32_t small, std::uint32_t large) {
    const auto begin = static_cast<std::uint32_t>(std::uint64_t{at} * large / small);
    const auto end = static_cast<std::uint32_t>((std::uint64_t{at} + 1) * large / small);
    return {std::min(begin, large - 1), std::clamp(end, std::min(begin, large - 1) + 1, large)};
}

CellColour mean(const Picture& frame, Span columns, Span rows) {
    const auto bytes = bytes_per_pixel(frame.format());
    std::array<std::uint64_t, 3> sums{};
    for (auto y = rows.begin; y < rows.end; ++y) {
        const auto* pixel = frame.row(y) + std::size_t{columns.begin} * bytes;
        for (auto x = columns.begin; x < columns.end; ++x, pixel += bytes) {
            const std::uint32_t alpha = bytes == 4 ? pixel[3] : 255;
            for (unsigned c = 0; c < 3; ++c)
                sums[c] += (pixel[c] * alpha + 255 * (255 - alpha)) / 255;
        }
    }
    const auto count = std::uint64_t{columns.end - columns.begin} * (rows.end - rows.begin);
    CellColour colour{};
    for (unsigned c = 0; c < 3; ++c) colour[c] = static_cast<std::uint32_t>(sums[c] / count);
    return colour;
}

std::uint8_t luma(const CellColour& c) {
    return static_cast<std::uint8_t>((77 * c[0] + 150 * c[1] + 29 * c[2]) >> 8);
}

// How much bluer or redder than bright, around 128.
std::uint8_t chroma(std::uint32_t sample, std::uint8_t brightness) {
    return static_cast<std::uint8_t>((255 + sample - brightness) / 2);
}

constexpr std::uint8_t kTolerance = 12;

// Rows that changed at all, with a bit for each pixel that did.
template <class Visit>
Result<void> visit_marks(const Picture& before, const Picture& after, const Visit& visit) {
    const auto size = before.size();
    if (before.shape() != after.shape() || before.format() != PixelFormat::Gray8) {
        return Error{ErrorCode::Internal, "glances of different sizes are compared"};
    }
    std::vector<std::uint8_t> bits(size.width / 8 + 16);
    for (std::uint32_t y = 0; y < size.height; ++y) {
        const auto* a = before.row(y);
        const auto* b = after.row(y);
        if (std::memcmp(a, b, size.width) == 0) continue;
        mark_changed_bytes(a, b, size.width, kTolerance, bits.data());
        visit(y, std::span<const std::uint8_t>(bits).first((size.width + 7) / 8));
    }
    return {};
}

}  // namespace

Result<double> changed_share(const Picture& before, const Picture& after) {
    std::uint64_t changed = 0;
    TRY(visit_marks(before, after, [&](std::uint32_t, std::span<const std::uint8_t> marks) {
        for (const auto byte : marks) changed += static_cast<std::uint64_t>(std::popcount(byte));
    }));
    return static_cast<double>(changed) /
           static_cast<double>(std::max<std::uint64_t>(before.size().pixels(), 1));
}

Result<void> visit_changes(
    const Picture& before, const Picture& after, const std::function<void(std::size_t)>& visit
) {
    const std::size_t width = before.size().width;
    return visit_marks(before, after, [&](std::uint32_t y, std::span<const std::uint8_t> marks) {
        for (std::size_t i = 0; i < marks.size(); ++i) {
            for (unsigned left = marks[i]; left != 0; left &= left - 1) {
                visit(y * width + i * 8 + static_cast<std::size_t>(std::countr_zero(left)));
            }
        }
    });
}

Picture make_glance(const Picture& frame) {
    const auto size = glance_size(frame.size());
    Picture glance(glance_shape(frame.size()));
    auto* bright = glance.row(0);
    auto* blue = bright + size.pixels();
    auto* red = blue + size.pixels() / 4;
    for (std::uint32_t y = 0; y < size.height; ++y) {
        const auto rows = covered(y, size.height, frame.size().height);
        for (std::uint32_t x = 0; x < size.width; ++x) {
            const auto colour = mean(frame, covered(x, size.width, frame.size().width), rows);
            *bright = luma(colour);
            if (x % 2 == 0 && y % 2 == 0) {
                *blue++ = chroma(colour[2], *bright);
                *red++ = chroma(colour[0], *bright);
            }
            ++bright;
        }
    }
    return glance;
}

PixelSize glance_size(PixelSize shown) {
    const auto size = fit_within(shown, kGlanceEdge);
    return {size.width + size.width % 2, size.height + size.height % 2};
}

Shape glance_shape(PixelSize shown) {
    const auto size = glance_size(shown);
    return Shape::of({size.width, size.height / 2 * 3}, PixelFormat::Gray8);
}

}  // namespace fovea::media
