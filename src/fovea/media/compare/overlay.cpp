#include "fovea/media/compare/overlay.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace fovea::media {
namespace {

// Taken in turn, so that one can tell neighbours apart; all dark enough to stand out from the halo.
constexpr std::array<FrameColour, 6> kFrames = {
    {{230, 0, 90}, {0, 90, 230}, {0, 140, 50}, {220, 100, 0}, {130, 40, 200}, {0, 135, 150}}};
constexpr FrameColour kHalo = {
    255, 255, 255};  // a light line around the frame, for dark backgrounds

std::uint8_t over_white(std::uint8_t value, std::uint8_t alpha) {
    return static_cast<std::uint8_t>((value * alpha + 255 * (255 - alpha) + 127) / 255);
}

// One line of a rectangle's outline, `distance` pixels outside of it, as far as it is on the
// picture.
void draw_outline(
    Picture& picture, const PixelRect& rect, std::int64_t distance, const FrameColour& colour
) {
    const auto size = picture.size();
    const std::int64_t left = std::int64_t{rect.x} - distance;
    const std::int64_t top = std::int64_t{rect.y} - distance;
    const std::int64_t right = std::int64_t{rect.x} + rect.width - 1 + distance;
    const std::int64_t bottom = std::int64_t{rect.y} + rect.height - 1 + distance;
    const auto put = [&](std::int64_t x, std::int64_t y) {
        x = std::clamp<std::int64_t>(x, 0, std::int64_t{size.width} - 1);
        y = std::clamp<std::int64_t>(y, 0, std::int64_t{size.height} - 1);
        std::copy(colour.begin(), colour.end(), picture.row(static_cast<std::size_t>(y)) + x * 3);
    };
    for (std::int64_t x = left; x <= right; ++x) {
        put(x, top);
        put(x, bottom);
    }
    for (std::int64_t y = top; y <= bottom; ++y) {
        put(left, y);
        put(right, y);
    }
}

}  // namespace

const FrameColour& frame_colour(std::size_t index) {
    return kFrames[index % kFrames.size()];
}

Picture rgb_copy(const Picture& picture) {
    Picture rgb(Shape::of(picture.size(), PixelFormat::Rgb8));
    const auto width = picture.size().width;
    for (std::uint32_t y = 0; y < picture.size().height; ++y) {
        const std::uint8_t* from = picture.row(y);
        std::uint8_t* to = rgb.row(y);
        for (std::uint32_t x = 0; x < width; ++x, to += 3) {
            if (picture.format() == PixelFormat::Gray8) {
                to[0] = to[1] = to[2] = from[x];
            } else if (picture.format() == PixelFormat::Rgba8) {
                for (unsigned c = 0; c < 3; ++c)
                    to[c] = over_white(from[x * 4 + c], from[x * 4 + 3]);
            } else {
                for (unsigned c = 0; c < 3; ++c) to[c] = from[x * 3 + c];
            }
        }
    }
    return rgb;
}

Picture draw_frames(const Picture& picture, std::span<const PixelRect> rects) {
    Picture framed = rgb_copy(picture);
    // The halos first: none covers a neighbour's frame.
    for (const auto& rect : rects) {
        for (const std::int64_t distance : {1, 4}) draw_outline(framed, rect, distance, kHalo);
    }
    for (std::size_t i = 0; i < rects.size(); ++i) {
        for (const std::int64_t distance : {2, 3})
            draw_outline(framed, rects[i], distance, frame_colour(i));
    }
    return framed;
}

}  // namespace fovea::media
