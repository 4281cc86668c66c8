// For tests: pictures made in code, files made of them, and sinks that watch a decoder's manners.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/media/image/jpeg/encode.hpp"
#include "fovea/media/image/picture_sink.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <string_view>

namespace fovea::media {

// Smooth shapes with a little grain: compresses like a photograph, and no two corners look alike.
inline Picture sample_picture(const Shape& shape) {
    Picture picture(shape);
    std::uint32_t seed = 12345;
    for (unsigned plane = 0; plane < plane_count(shape.format); ++plane) {
        const auto size = shape.plane_size(plane);
        const auto samples = bytes_per_pixel(shape.format);
        for (std::uint32_t y = 0; y < size.height; ++y) {
            for (std::uint32_t x = 0; x < size.width; ++x) {
                for (unsigned c = 0; c < samples; ++c) {
                    seed = seed * 1664525 + 1013904223;
                    const double wave = std::sin(0.09 * x + 0.9 * c + plane) +
                                        std::cos(0.06 * y - 0.5 * c) + 0.004 * x;
                    const double value = 120 + 45 * wave + (seed >> 28);
                    picture.row(y, plane)[x * samples + c] =
                        static_cast<std::uint8_t>(std::clamp(value, 0.0, 255.0));
                }
            }
        }
    }
    return picture;
}

inline Bytes sample_jpeg(const Shape& shape, const JpegSettings& settings = {}) {
    Bytes file(shape.size.pixels() * 8 + 4096);
    file.resize(encode_jpeg(sample_picture(shape), settings, file).value());
    return file;
}

inline Bytes bytes_of(std::initializer_list<int> values) {
    Bytes bytes;
    for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
    return bytes;
}

inline Bytes joined(std::initializer_list<ByteView> parts) {
    Bytes whole;
    for (const auto part : parts) whole.insert(whole.end(), part.begin(), part.end());
    return whole;
}

// A JPEG segment with its marker and length.
inline Bytes jpeg_segment(int marker, ByteView payload) {
    const auto length = static_cast<int>(payload.size()) + 2;
    return joined({bytes_of({0xFF, marker, length >> 8, length & 0xFF}), payload});
}

// The same with SOI before it: `segments` come first in the file.
inline Bytes with_jpeg_segments(ByteView jpeg, std::initializer_list<ByteView> segments) {
    return joined({jpeg.first(2), joined(segments), jpeg.subspan(2)});
}

// A TIFF block that holds an orientation and nothing else.
inline Bytes exif_block(int orientation) {
    return bytes_of({'I', 'I', 42, 0, 8, 0,           0, 0, 1, 0, 0x12, 1, 3,
                     0,   1,   0,  0, 0, orientation, 0, 0, 0, 0, 0,    0, 0});
}

// A RIFF chunk, padded.
inline Bytes riff_chunk(std::string_view tag, ByteView payload) {
    const auto size = payload.size();
    Bytes chunk = joined(
        {as_bytes(tag),
         bytes_of({int(size & 255), int(size >> 8 & 255), int(size >> 16 & 255), int(size >> 24)}),
         payload}
    );
    if (size % 2 == 1) chunk.push_back(std::byte{0});
    return chunk;
}

inline Bytes webp_file(std::initializer_list<ByteView> chunks) {
    return riff_chunk("RIFF", joined({as_bytes("WEBP"), joined(chunks)}));
}

inline bool same_pixels(const Picture& a, const Picture& b) {
    if (!(a.shape() == b.shape())) return false;
    for (unsigned plane = 0; plane < plane_count(a.format()); ++plane) {
        const auto bytes = a.stride(plane) * a.shape().plane_size(plane).height;
        if (!std::equal(a.row(0, plane), a.row(0, plane) + bytes, b.row(0, plane))) return false;
    }
    return true;
}

// Mean squared difference of all samples; the shapes have to be alike.
inline double mean_error(const Picture& a, const Picture& b) {
    double sum = 0;
    double count = 0;
    for (unsigned plane = 0; plane < plane_count(a.format()); ++plane) {
        const auto bytes = a.stride(plane) * a.shape().plane_size(plane).height;
        for (std::size_t i = 0; i < bytes; ++i) {
            const double difference = double(a.row(0, plane)[i]) - double(b.row(0, plane)[i]);
            sum += difference * difference;
        }
        count += double(bytes);
    }
    return sum / count;
}

// Complains when rows come out of order, twice or not at all; reads every byte of them, so that a
// sanitizer sees them.
class WatchingSink : public RowSink {
public:
    bool well_behaved() const { return well_behaved_ && ended_; }
    bool ended() const { return ended_; }
    std::uint64_t checksum() const { return checksum_; }
    const Shape& shape() const { return shape_; }

    Result<void> begin(const Shape& shape) override {
        shape_ = shape;
        begun_ = true;
        return {};
    }

    Result<void> rows(const RowBand& band) override {
        const bool known = begun_ && !ended_ && band.plane < plane_count(shape_.format);
        if (!known || band.count == 0 || band.first != next_[band.plane]) well_behaved_ = false;
        if (!known) return {};
        next_[band.plane] += band.count;
        const auto width =
            std::size_t{shape_.plane_size(band.plane).width} * bytes_per_pixel(shape_.format);
        if (next_[band.plane] > shape_.plane_size(band.plane).height) well_behaved_ = false;
        for (std::uint32_t y = 0; y < band.count; ++y) {
            for (std::size_t x = 0; x < width; ++x) {
                checksum_ = checksum_ * 31 + band.data[y * band.stride + x];
            }
        }
        return {};
    }

    Result<void> end() override {
        for (unsigned plane = 0; plane < plane_count(shape_.format); ++plane) {
            if (next_[plane] != shape_.plane_size(plane).height) well_behaved_ = false;
        }
        ended_ = true;
        return {};
    }

private:
    Shape shape_;
    std::array<std::uint32_t, 3> next_{};
    std::uint64_t checksum_ = 0;
    bool begun_ = false;
    bool ended_ = false;
    bool well_behaved_ = true;
};

}  // namespace fovea::media
