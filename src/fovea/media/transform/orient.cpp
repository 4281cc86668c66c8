#include "fovea/media/transform/orient.hpp"

#include "fovea/media/transform/transpose.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

namespace fovea::media {
namespace {

// Each orientation is at most these three steps, in this order.
struct Steps {
    bool flip_x = false;  // left becomes right
    bool flip_y = false;  // top becomes bottom
    bool transpose = false;
};

Steps steps_of(Orientation orientation) {
    switch (orientation) {
        case Orientation::Upright: return {};
        case Orientation::MirrorHorizontal: return {.flip_x = true};
        case Orientation::Rotate180: return {.flip_x = true, .flip_y = true};
        case Orientation::MirrorVertical: return {.flip_y = true};
        case Orientation::Transpose: return {.transpose = true};
        case Orientation::Rotate90: return {.flip_y = true, .transpose = true};
        case Orientation::Transverse: return {.flip_x = true, .flip_y = true, .transpose = true};
        case Orientation::Rotate270: return {.flip_x = true, .transpose = true};
    }
    return {};
}

template <std::size_t kBytes>
void reverse_pixels(std::uint8_t* row, std::size_t pixels) {
    using Pixel = std::array<std::uint8_t, kBytes>;
    auto* from = row;
    auto* to = row + pixels * kBytes;
    while (to - from > static_cast<std::ptrdiff_t>(kBytes)) {
        to -= kBytes;
        Pixel a;
        Pixel b;
        std::memcpy(&a, from, kBytes);
        std::memcpy(&b, to, kBytes);
        std::memcpy(from, &b, kBytes);
        std::memcpy(to, &a, kBytes);
        from += kBytes;
    }
}

// Eight bytes from each end at a time: a byte swap is one instruction.
void reverse_bytes(std::uint8_t* row, std::size_t bytes) {
    auto* from = row;
    auto* to = row + bytes;
    for (; to - from >= 16; from += 8) {
        to -= 8;
        std::uint64_t a = 0;
        std::uint64_t b = 0;
        std::memcpy(&a, from, sizeof a);
        std::memcpy(&b, to, sizeof b);
        a = __builtin_bswap64(a);
        b = __builtin_bswap64(b);
        std::memcpy(from, &b, sizeof b);
        std::memcpy(to, &a, sizeof a);
    }
    std::reverse(from, to);
}

void reverse_row(std::uint8_t* row, std::size_t pixels, unsigned bytes) {
    switch (bytes) {
        case 1: return reverse_bytes(row, pixels);
        case 3: return reverse_pixels<3>(row, pixels);
        default: return reverse_pixels<4>(row, pixels);
    }
}

void flip(Picture& picture, unsigned plane, const Steps& steps) {
    const auto size = picture.shape().plane_size(plane);
    const auto bytes = bytes_per_pixel(picture.format());
    if (steps.flip_x) {
        for (std::uint32_t y = 0; y < size.height; ++y) {
            reverse_row(picture.row(y, plane), size.width, bytes);
        }
    }
    if (!steps.flip_y) return;
    const auto stride = picture.stride(plane);
    std::vector<std::uint8_t> kept(stride);
    for (std::uint32_t y = 0; y < size.height / 2; ++y) {
        auto* upper = picture.row(y, plane);
        auto* lower = picture.row(size.height - 1 - y, plane);
        std::memcpy(kept.data(), upper, stride);
        std::memcpy(upper, lower, stride);
        std::memcpy(lower, kept.data(), stride);
    }
}

// Flips cost nothing here: upside down is a negative stride, on either side.
void transpose_plane(const Picture& from, Picture& to, unsigned plane, const Steps& steps) {
    const auto size = from.shape().plane_size(plane);
    if (size.pixels() == 0) return;
    const auto in_stride = static_cast<std::ptrdiff_t>(from.stride(plane));
    const auto out_stride = static_cast<std::ptrdiff_t>(to.stride(plane));
    const PlaneView<const std::uint8_t> in = {
        from.row(steps.flip_y ? size.height - 1 : 0, plane), steps.flip_y ? -in_stride : in_stride};
    const PlaneView<std::uint8_t> out = {
        to.row(steps.flip_x ? size.width - 1 : 0, plane), steps.flip_x ? -out_stride : out_stride};
    transpose(in, size.width, size.height, bytes_per_pixel(from.format()), out);
}

}  // namespace

Picture orient(Picture picture, Orientation orientation) {
    const auto steps = steps_of(orientation);
    const auto planes = plane_count(picture.format());
    if (!steps.transpose) {
        for (unsigned plane = 0; plane < planes; ++plane) flip(picture, plane, steps);
        return picture;
    }
    const auto& shape = picture.shape();
    Picture turned(Shape{
        .size = {shape.size.height, shape.size.width},
        .format = shape.format,
        .chroma = {shape.chroma.y, shape.chroma.x},
        .extent_width = shape.extent_height,
        .extent_height = shape.extent_width,
    });
    for (unsigned plane = 0; plane < planes; ++plane)
        transpose_plane(picture, turned, plane, steps);
    return turned;
}

}  // namespace fovea::media
