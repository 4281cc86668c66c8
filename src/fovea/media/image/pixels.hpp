// Pixels, once decoded: 8 bits a sample, in one of five formats.
//
// Rgb8 and Rgba8 are interleaved in one plane. Ycc8 is what JPEG holds inside: three planes (Y, Cb,
// Cr, full range, BT.601), the last two with fewer samples when subsampled; staying in it saves two
// colour conversions and half of the samples on the way from JPEG to JPEG. Cmyk8 (0 = no ink)
// leaves a decoder only to be converted at once.
#pragma once

#include "fovea/base/buffer.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace fovea::media {

struct PixelSize {
    std::uint32_t width = 0;
    std::uint32_t height = 0;

    std::uint64_t pixels() const { return std::uint64_t{width} * height; }
    std::uint32_t longest_edge() const { return width > height ? width : height; }
    bool operator==(const PixelSize&) const = default;
};

struct PixelRect {
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    std::uint32_t width = 0;
    std::uint32_t height = 0;

    PixelSize size() const { return {width, height}; }
    bool operator==(const PixelRect&) const = default;
};

enum class PixelFormat : std::uint8_t { Gray8, Rgb8, Rgba8, Ycc8, Cmyk8 };

// Bytes from one pixel to the next within a plane.
constexpr unsigned bytes_per_pixel(PixelFormat format) {
    switch (format) {
        case PixelFormat::Gray8:
        case PixelFormat::Ycc8: return 1;
        case PixelFormat::Rgb8: return 3;
        case PixelFormat::Rgba8:
        case PixelFormat::Cmyk8: return 4;
    }
    return 1;
}

constexpr unsigned plane_count(PixelFormat format) {
    return format == PixelFormat::Ycc8 ? 3 : 1;
}

// One chroma sample stands for x columns and y rows of luma: 4:2:0 is {2, 2}, 4:4:4 is {1, 1}.
struct Subsampling {
    std::uint8_t x = 1;
    std::uint8_t y = 1;

    bool operator==(const Subsampling&) const = default;
};

// The form in which a decoder delivers a picture.
struct Shape {
    PixelSize size;
    PixelFormat format = PixelFormat::Rgb8;
    Subsampling chroma;  // Ycc8 only

    // A JPEG decoded at 1/2 delivers 960 columns for a picture of 1919: they stand for 959.5. The
    // exact extent keeps a resized picture from drifting. Equals `size` unless decoded at a reduced
    // scale.
    double extent_width = 0;
    double extent_height = 0;

    static Shape of(PixelSize size, PixelFormat format, Subsampling chroma = {}) {
        return {size, format, chroma, double(size.width), double(size.height)};
    }

    // The samples of one plane; chroma planes are rounded up, as in JPEG.
    PixelSize plane_size(unsigned plane) const {
        if (plane == 0) return size;
        return {(size.width + chroma.x - 1) / chroma.x, (size.height + chroma.y - 1) / chroma.y};
    }

    bool operator==(const Shape&) const = default;
};

// A whole picture in memory.
class Picture {
public:
    Picture() = default;
    explicit Picture(const Shape& shape) : shape_(shape) {
        for (unsigned plane = 0; plane < plane_count(shape.format); ++plane) {
            const auto samples = shape.plane_size(plane);
            strides_[plane] = std::size_t{samples.width} * bytes_per_pixel(shape.format);
            planes_[plane] = Buffer(strides_[plane] * samples.height);
        }
    }

    const Shape& shape() const { return shape_; }
    PixelSize size() const { return shape_.size; }
    PixelFormat format() const { return shape_.format; }
    std::size_t stride(unsigned plane = 0) const { return strides_[plane]; }

    std::uint8_t* row(std::size_t y, unsigned plane = 0) {
        return planes_[plane].data() + y * strides_[plane];
    }
    const std::uint8_t* row(std::size_t y, unsigned plane = 0) const {
        return planes_[plane].data() + y * strides_[plane];
    }

private:
    Shape shape_;
    std::array<Buffer, 3> planes_;
    std::array<std::size_t, 3> strides_{};
};

}  // namespace fovea::media
