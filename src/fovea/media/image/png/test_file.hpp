// Makes PNG files in code for tests, legal ones and broken ones. Filters and interlacing are
// written down here once more, straight from the specification.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/media/image/image_samples.hpp"

#include <libdeflate.h>

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string_view>
#include <vector>

namespace fovea::media {

inline void append(Bytes& to, ByteView bytes) {
    to.insert(to.end(), bytes.begin(), bytes.end());
}

inline void append32(Bytes& to, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8)
        to.push_back(static_cast<std::byte>(value >> shift));
}

inline Bytes text_bytes(std::string_view text) {
    Bytes bytes;
    append(bytes, as_bytes(text));
    return bytes;
}

inline Bytes png_chunk(std::string_view type, ByteView data) {
    Bytes covered = text_bytes(type);
    append(covered, data);
    Bytes chunk;
    append32(chunk, static_cast<std::uint32_t>(data.size()));
    append(chunk, covered);
    append32(chunk, libdeflate_crc32(0, covered.data(), covered.size()));
    return chunk;
}

inline Bytes zlib_compressed(ByteView raw) {
    auto* compressor = libdeflate_alloc_compressor(6);
    Bytes out(libdeflate_zlib_compress_bound(compressor, raw.size()));
    out.resize(libdeflate_zlib_compress(compressor, raw.data(), raw.size(), out.data(), out.size())
    );
    libdeflate_free_compressor(compressor);
    return out;
}

inline int paeth_by_the_book(int a, int b, int c) {
    const int p = a + b - c;
    const int pa = std::abs(p - a);
    const int pb = std::abs(p - b);
    const int pc = std::abs(p - c);
    if (pa <= pb && pa <= pc) return a;
    return pb <= pc ? b : c;
}

// `row` with its filter byte in front; `above` is empty for the first row.
inline Bytes filtered(
    unsigned filter, const Bytes& row, const Bytes& above, std::size_t pixel_bytes
) {
    Bytes out = bytes_of({int(filter)});
    const auto at = [](const Bytes& bytes, std::size_t i) {
        return i < bytes.size() ? std::to_integer<int>(bytes[i]) : 0;
    };
    for (std::size_t i = 0; i < row.size(); ++i) {
        const int a = i >= pixel_bytes ? at(row, i - pixel_bytes) : 0;
        const int b = at(above, i);
        const int c = i >= pixel_bytes ? at(above, i - pixel_bytes) : 0;
        const int expected[] = {0, a, b, (a + b) / 2, paeth_by_the_book(a, b, c)};
        out.push_back(static_cast<std::byte>(at(row, i) - expected[filter]));
    }
    return out;
}

struct TestPng {
    std::uint32_t width = 1;
    std::uint32_t height = 1;
    unsigned depth = 8;
    unsigned colour = 2;
    bool interlaced = false;
    std::vector<unsigned> samples;  // row after row, 1 to 4 a pixel
    std::function<unsigned(std::uint32_t)> filter = [](std::uint32_t) { return 0u; };  // of row y
    Bytes palette;
    Bytes transparency;
    Bytes before_picture;  // chunks
    Bytes after_picture;
    std::size_t part_bytes = SIZE_MAX;  // of one IDAT

    unsigned channels() const {
        constexpr unsigned kChannels[] = {1, 0, 3, 1, 2, 0, 4};
        return kChannels[colour];
    }

    Bytes header() const {
        Bytes data;
        append32(data, width);
        append32(data, height);
        append(data, bytes_of({int(depth), int(colour), 0, 0, interlaced ? 1 : 0}));
        return data;
    }

    // The pixels (x0 + i*dx, y) of one row, packed.
    Bytes packed_row(std::uint32_t x0, std::uint32_t dx, std::uint32_t y) const {
        std::vector<unsigned> bits;
        for (auto x = x0; x < width; x += dx) {
            for (unsigned c = 0; c < channels(); ++c) {
                const auto sample = samples[(std::size_t{y} * width + x) * channels() + c];
                for (unsigned bit = depth; bit-- > 0;) bits.push_back(sample >> bit & 1);
            }
        }
        Bytes row((bits.size() + 7) / 8);
        for (std::size_t i = 0; i < bits.size(); ++i) {
            row[i / 8] |= static_cast<std::byte>(bits[i] << (7 - i % 8));
        }
        return row;
    }

    Bytes raw() const {
        struct Pass {
            std::uint32_t x0, y0, dx, dy;
        };
        const std::vector<Pass> adam7 = {
            {0, 0, 8, 8},
            {4, 0, 8, 8},
            {0, 4, 4, 8},
            {2, 0, 4, 4},
            {0, 2, 2, 4},
            {1, 0, 2, 2},
            {0, 1, 1, 2}};
        const std::vector<Pass> plain = {{0, 0, 1, 1}};
        const std::size_t pixel_bytes = channels() * depth < 8 ? 1 : channels() * depth / 8;
        Bytes all;
        for (const auto& pass : interlaced ? adam7 : plain) {
            if (pass.x0 >= width) continue;
            Bytes above;
            for (auto y = pass.y0; y < height; y += pass.dy) {
                const auto row = packed_row(pass.x0, pass.dx, y);
                append(all, filtered(filter(y), row, above, pixel_bytes));
                above = row;
            }
        }
        return all;
    }

    Bytes file() const { return file_of(zlib_compressed(raw())); }

    // With that as picture data.
    Bytes file_of(ByteView stream) const {
        Bytes file = bytes_of({0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'});
        append(file, png_chunk("IHDR", header()));
        if (!palette.empty()) append(file, png_chunk("PLTE", palette));
        if (!transparency.empty()) append(file, png_chunk("tRNS", transparency));
        append(file, before_picture);
        while (!stream.empty()) {
            const auto part = stream.first(std::min(part_bytes, stream.size()));
            append(file, png_chunk("IDAT", part));
            stream = stream.subspan(part.size());
        }
        append(file, after_picture);
        append(file, png_chunk("IEND", {}));
        return file;
    }
};

// A legal picture with samples that look like a photograph's: close to their neighbours, not equal.
inline TestPng wavy_png(
    std::uint32_t width, std::uint32_t height, unsigned colour, unsigned depth
) {
    TestPng png;
    png.width = width;
    png.height = height;
    png.colour = colour;
    png.depth = depth;
    const unsigned max = (1u << depth) - 1;
    std::uint32_t noise = 12345;
    for (std::size_t i = 0; i < std::size_t{width} * height * png.channels(); ++i) {
        noise = noise * 1664525u + 1013904223u;
        png.samples.push_back(
            (static_cast<unsigned>(i) * 5 + (noise >> 28) * (max / 64 + 1)) & max
        );
    }
    return png;
}

}  // namespace fovea::media
