#include "fovea/media/image/png/convert.hpp"

#include "fovea/base/byte_reader.hpp"

#include <algorithm>
#include <cstring>

namespace fovea::media {

namespace {

unsigned read16(const std::uint8_t* from) {
    return unsigned{from[0]} << 8 | from[1];
}

// round(value * 255 / 65535), exact for all 65536 values.
std::uint8_t to_eight_bits(unsigned value) {
    return static_cast<std::uint8_t>((value * 255u + 32895u) >> 16);
}

void add_alpha_by_key(
    const std::uint8_t* row,
    std::uint32_t width,
    const std::array<std::uint16_t, 3>& key,
    std::uint8_t* out
) {
    for (std::uint32_t x = 0; x < width; ++x, row += 3, out += 4) {
        const bool transparent = row[0] == key[0] && row[1] == key[1] && row[2] == key[2];
        out[0] = row[0];
        out[1] = row[1];
        out[2] = row[2];
        out[3] = transparent ? 0 : 255;
    }
}

void spread_gray_alpha(const std::uint8_t* row, std::uint32_t width, std::uint8_t* out) {
    for (std::uint32_t x = 0; x < width; ++x, row += 2, out += 4) {
        out[0] = out[1] = out[2] = row[0];
        out[3] = row[1];
    }
}

void deep_to_eight(const std::uint8_t* row, std::size_t samples, std::uint8_t* out) {
    for (std::size_t i = 0; i < samples; ++i) out[i] = to_eight_bits(read16(row + 2 * i));
}

void deep_gray_alpha(const std::uint8_t* row, std::uint32_t width, std::uint8_t* out) {
    for (std::uint32_t x = 0; x < width; ++x, row += 4, out += 4) {
        out[0] = out[1] = out[2] = to_eight_bits(read16(row));
        out[3] = to_eight_bits(read16(row + 2));
    }
}

// The key is compared with all 16 bits, as the file has them.
void deep_by_key(
    const std::uint8_t* row,
    std::uint32_t width,
    unsigned channels,
    const std::array<std::uint16_t, 3>& key,
    std::uint8_t* out
) {
    for (std::uint32_t x = 0; x < width; ++x, row += std::size_t{2} * channels, out += 4) {
        bool transparent = true;
        for (unsigned c = 0; c < 3; ++c) {
            const auto sample = read16(row + (channels == 3 ? 2 * c : 0));
            transparent = transparent && sample == key[channels == 3 ? c : 0];
            out[c] = to_eight_bits(sample);
        }
        out[3] = transparent ? 0 : 255;
    }
}

// Of three bytes a pixel, the next pixel overwrites the fourth.
template <unsigned kPixel>
void put_colours(
    const std::uint8_t* samples,
    std::uint32_t width,
    const std::array<std::array<std::uint8_t, 4>, 256>& colours,
    std::uint8_t* out
) {
    for (std::uint32_t x = 0; x < width; ++x) {
        std::uint32_t colour = 0;
        std::memcpy(&colour, colours[samples[x]].data(), 4);
        std::memcpy(out + std::size_t{kPixel} * x, &colour, 4);
    }
}

}  // namespace

PngConverter::PngConverter(const PngLayout& layout) : header_(layout.header) {
    const bool key = !layout.transparency.empty();
    const auto depth = header_.bit_depth;
    if (key && header_.colour != PngColour::Palette) {
        // Only the bits that a sample has count, as in libpng.
        ByteReader in(layout.transparency);
        const auto mask = (1u << depth) - 1;
        for (auto& sample : key_) sample = static_cast<std::uint16_t>(in.be16() & mask);
    }

    switch (header_.colour) {
        case PngColour::Gray:
            format_ = key ? PixelFormat::Rgba8 : PixelFormat::Gray8;
            if (depth == 16) {
                way_ = key ? Way::DeepKey : Way::Deep;
            } else if (key) {
                way_ = Way::Lookup;
            } else if (depth < 8) {
                way_ = Way::Unpack;
            }
            break;
        case PngColour::Palette:
            format_ = key ? PixelFormat::Rgba8 : PixelFormat::Rgb8;
            way_ = Way::Lookup;
            break;
        case PngColour::Rgb:
            format_ = key ? PixelFormat::Rgba8 : PixelFormat::Rgb8;
            if (depth == 16) {
                way_ = key ? Way::DeepKey : Way::Deep;
            } else if (key) {
                way_ = Way::Rgb8Key;
            }
            break;
        case PngColour::GrayAlpha:
            format_ = PixelFormat::Rgba8;
            way_ = depth == 16 ? Way::Deep : Way::GrayAlpha8;
            break;
        case PngColour::Rgba:
            format_ = PixelFormat::Rgba8;
            if (depth == 16) way_ = Way::Deep;
            break;
    }

    if (way_ == Way::Lookup) prepare_lookup(layout);
    if (depth < 8) prepare_unpacking(way_ == Way::Unpack);
}

void PngConverter::prepare_lookup(const PngLayout& layout) {
    const unsigned values = 1u << header_.bit_depth;
    if (header_.colour == PngColour::Gray) {
        for (unsigned value = 0; value < values; ++value) {
            const auto gray = static_cast<std::uint8_t>(value * 255 / (values - 1));
            const std::uint8_t alpha = value == key_[0] ? 0 : 255;
            colours_[value] = {gray, gray, gray, alpha};
        }
        return;
    }

    const auto* palette = octets(layout.palette);
    const auto entries = static_cast<unsigned>(layout.palette.size() / 3);
    check_indices_ = entries < values;
    for (unsigned i = 0; i < 256; ++i) {
        missing_[i] = i >= entries;
        colours_[i] = {0, 0, 0, 255};
        if (i < entries) std::copy_n(palette + std::size_t{3} * i, 3, colours_[i].begin());
        if (i < layout.transparency.size()) colours_[i][3] = octets(layout.transparency)[i];
    }
}

void PngConverter::prepare_unpacking(bool scale) {
    const unsigned depth = header_.bit_depth;
    const unsigned max = (1u << depth) - 1;
    for (unsigned byte = 0; byte < 256; ++byte) {
        unpacked_[byte] = {};
        for (unsigned i = 0; i < 8 / depth; ++i) {
            const auto sample = byte >> (8 - depth * (i + 1)) & max;
            unpacked_[byte][i] = static_cast<std::uint8_t>(scale ? sample * 255 / max : sample);
        }
    }
    if (!scale) samples_ = Buffer(header_.size.width);
}

void PngConverter::unpack(const std::uint8_t* row, std::uint32_t width, std::uint8_t* out) const {
    const std::uint32_t per_byte = 8u / header_.bit_depth;
    for (std::uint32_t x = 0; x < width; x += per_byte, ++row, out += per_byte) {
        std::memcpy(out, unpacked_[*row].data(), 8);  // what is too much is overwritten or slack
    }
}

Result<void> PngConverter::look_up(
    const std::uint8_t* samples, std::uint32_t width, std::uint8_t* out
) const {
    if (check_indices_) {
        unsigned missing = 0;
        for (std::uint32_t x = 0; x < width; ++x) missing |= missing_[samples[x]];
        if (missing != 0) {
            return Error{
                ErrorCode::DecodeFailed, "PNG has a pixel with a colour that its palette lacks"};
        }
    }
    if (format_ == PixelFormat::Rgba8) {
        put_colours<4>(samples, width, colours_, out);
    } else {
        put_colours<3>(samples, width, colours_, out);
    }
    return {};
}

Result<void> PngConverter::convert(
    const std::uint8_t* row, std::uint32_t width, std::uint8_t* out
) {
    const unsigned channels = header_.bits_per_pixel() / header_.bit_depth;
    switch (way_) {
        case Way::None: std::memcpy(out, row, header_.row_bytes(width)); break;
        case Way::Unpack: unpack(row, width, out); break;
        case Way::Lookup:
            if (header_.bit_depth == 8) return look_up(row, width, out);
            unpack(row, width, samples_.data());
            return look_up(samples_.data(), width, out);
        case Way::Rgb8Key: add_alpha_by_key(row, width, key_, out); break;
        case Way::GrayAlpha8: spread_gray_alpha(row, width, out); break;
        case Way::Deep:
            if (channels == 2) {
                deep_gray_alpha(row, width, out);
            } else {
                deep_to_eight(row, std::size_t{width} * channels, out);
            }
            break;
        case Way::DeepKey: deep_by_key(row, width, channels, key_, out); break;
    }
    return {};
}

}  // namespace fovea::media
