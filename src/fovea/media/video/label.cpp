#include "fovea/media/video/label.hpp"

#include <array>
#include <cstring>

namespace fovea::media {
namespace {

constexpr std::uint32_t kWidth = 5;
constexpr std::uint32_t kHeight = 7;

using Glyph = std::array<std::uint8_t, kHeight>;  // a row a byte, the leftmost pixel is bit 4

constexpr std::array<Glyph, 10> kDigits = {{
    {0x0E, 0x11, 0x13, 0x15, 0x19, 0x11, 0x0E},
    {0x04, 0x0C, 0x04, 0x04, 0x04, 0x04, 0x0E},
    {0x0E, 0x11, 0x01, 0x02, 0x04, 0x08, 0x1F},
    {0x1F, 0x02, 0x04, 0x02, 0x01, 0x11, 0x0E},
    {0x02, 0x06, 0x0A, 0x12, 0x1F, 0x02, 0x02},
    {0x1F, 0x10, 0x1E, 0x01, 0x01, 0x11, 0x0E},
    {0x06, 0x08, 0x10, 0x1E, 0x11, 0x11, 0x0E},
    {0x1F, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08},
    {0x0E, 0x11, 0x11, 0x0E, 0x11, 0x11, 0x0E},
    {0x0E, 0x11, 0x11, 0x0F, 0x01, 0x02, 0x0C},
}};
constexpr Glyph kColon = {0x00, 0x0C, 0x0C, 0x00, 0x0C, 0x0C, 0x00};
constexpr Glyph kPoint = {0x00, 0x00, 0x00, 0x00, 0x00, 0x0C, 0x0C};
constexpr Glyph kSpace = {};

const Glyph& glyph_of(char c) {
    if (c >= '0' && c <= '9') return kDigits[static_cast<std::size_t>(c - '0')];
    if (c == ':') return kColon;
    return c == '.' ? kPoint : kSpace;
}

void fill(Picture& picture, const PixelRect& rect, std::uint8_t value) {
    const auto size = picture.size();
    for (auto y = rect.y; y < rect.y + rect.height && y < size.height; ++y) {
        for (auto x = rect.x; x < rect.x + rect.width && x < size.width; ++x) {
            std::memset(picture.row(y) + std::size_t{x} * 3, value, 3);
        }
    }
}

}  // namespace

void draw_label(
    Picture& picture, std::uint32_t x, std::uint32_t y, std::string_view text, std::uint32_t scale
) {
    const auto length = static_cast<std::uint32_t>(text.size());
    fill(picture, {x, y, (length * (kWidth + 1) + 3) * scale, kLabelHeight * scale}, 0);
    for (std::uint32_t i = 0; i < length; ++i) {
        const auto& glyph = glyph_of(text[i]);
        for (std::uint32_t row = 0; row < kHeight; ++row) {
            for (std::uint32_t column = 0; column < kWidth; ++column) {
                if ((glyph[row] >> (kWidth - 1 - column) & 1) == 0) continue;
                const auto left = x + (2 + i * (kWidth + 1) + column) * scale;
                fill(picture, {left, y + (2 + row) * scale, scale, scale}, 255);
            }
        }
    }
}

}  // namespace fovea::media
