// Makes GIF files in code for tests, with an LZW encoder written the way textbooks do it.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/media/image/image_samples.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace fovea::media {

class BitPacker {
public:
    void put(unsigned code, unsigned width) {
        for (unsigned i = 0; i < width; ++i) {
            if (used_ % 8 == 0) bytes_.push_back(std::byte{0});
            bytes_.back() |= static_cast<std::byte>((code >> i & 1) << used_ % 8);
            ++used_;
        }
    }
    Bytes take() { return std::move(bytes_); }

private:
    Bytes bytes_;
    std::size_t used_ = 0;
};

// `clears` says whether a full table is cleared, as most encoders do, or used on to the end.
inline Bytes lzw_encoded(
    const std::vector<std::uint8_t>& pixels, unsigned code_size, bool clears = true
) {
    const unsigned clear = 1u << code_size;
    std::unordered_map<std::string, unsigned> table;
    unsigned next = 0;
    unsigned width = 0;
    const auto reset = [&] {
        table.clear();
        for (unsigned i = 0; i < clear; ++i) table[std::string(1, char(i))] = i;
        next = clear + 2;
        width = code_size + 1;
    };
    BitPacker bits;
    reset();
    bits.put(clear, width);
    std::string seen;
    for (const auto pixel : pixels) {
        const auto longer = seen + char(pixel);
        if (table.contains(longer)) {
            seen = longer;
            continue;
        }
        bits.put(table[seen], width);
        if (next < 4096) {
            table[longer] = next;
            if (next == 1u << width) ++width;
            ++next;
        } else if (clears) {
            bits.put(clear, width);
            reset();
        }
        seen = std::string(1, char(pixel));
    }
    if (!seen.empty()) {
        bits.put(table[seen], width);
        if (next < 4096 && next == 1u << width) ++width;
    }
    bits.put(clear + 1, width);
    return bits.take();
}

// Data in pieces of at most 255 bytes with their length in front, and the empty one at the end.
inline Bytes gif_pieces(ByteView data) {
    Bytes pieces;
    while (!data.empty()) {
        const auto size = std::min<std::size_t>(data.size(), 255);
        pieces = joined({pieces, bytes_of({int(size)}), data.first(size)});
        data = data.subspan(size);
    }
    pieces.push_back(std::byte{0});
    return pieces;
}

inline Bytes gif_extension(int label, ByteView pieces) {
    return joined({bytes_of({0x21, label}), pieces});
}

inline Bytes gif_loop() {
    return gif_extension(
        0xff, joined({bytes_of({11}), as_bytes("NETSCAPE2.0"), bytes_of({3, 1, 0, 0, 0})})
    );
}

struct TestFrame {
    PixelRect place;
    std::vector<std::uint8_t> pixels;  // row after row, in the order of the file
    unsigned code_size = 2;
    bool interlaced = false;
    int disposal = 0;
    int delay = 0;  // hundredths of a second
    std::optional<int> transparent;
    Bytes palette;              // of 2, 4, 8 … entries; empty: the common one
    std::optional<Bytes> data;  // LZW codes, instead of those for `pixels`

    Bytes control() const {
        const int flags = disposal << 2 | (transparent ? 1 : 0);
        const int hidden = transparent.value_or(0);
        return gif_extension(0xf9, bytes_of({4, flags, delay & 255, delay >> 8, hidden, 0}));
    }

    Bytes image() const {
        int flags = interlaced ? 0x40 : 0;
        if (!palette.empty()) {
            flags |= 0x80;
            while (palette.size() > std::size_t{6} << (flags & 7)) ++flags;
        }
        const auto [x, y, w, h] = place;
        return joined(
            {bytes_of(
                 {0x2c,
                  int(x & 255),
                  int(x >> 8),
                  int(y & 255),
                  int(y >> 8),
                  int(w & 255),
                  int(w >> 8),
                  int(h & 255),
                  int(h >> 8),
                  flags}
             ),
             palette,
             bytes_of({int(code_size)}),
             gif_pieces(data ? *data : lzw_encoded(pixels, code_size))}
        );
    }
};

// Black, red, green, white.
inline Bytes four_colours() {
    return bytes_of({0, 0, 0, 255, 0, 0, 0, 255, 0, 255, 255, 255});
}

inline Bytes gif_head(PixelSize canvas, ByteView palette = {}) {
    const int flags = palette.empty() ? 0 : palette.size() == 12 ? 0x81 : 0x87;
    const auto [w, h] = canvas;
    return joined(
        {as_bytes("GIF89a"),
         bytes_of({int(w & 255), int(w >> 8), int(h & 255), int(h >> 8), flags, 0, 0}),
         palette}
    );
}

inline Bytes gif_file(PixelSize canvas, const std::vector<TestFrame>& frames) {
    auto file = joined({gif_head(canvas, four_colours())});
    for (const auto& frame : frames) file = joined({file, frame.control(), frame.image()});
    return joined({file, bytes_of({0x3b})});
}

// A frame of one colour.
inline TestFrame flat_frame(const PixelRect& place, std::uint8_t colour) {
    TestFrame frame;
    frame.place = place;
    frame.pixels.assign(static_cast<std::size_t>(place.size().pixels()), colour);
    return frame;
}

}  // namespace fovea::media
