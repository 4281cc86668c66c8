// Barcodes for tests: drawn into a picture at any size, in any colours, turned by quarters.
#pragma once

#include "fovea/media/image/pixels.hpp"
#include "fovea/media/text/test_writing.hpp"

#include <ZXing/BitMatrix.h>
#include <ZXing/MultiFormatWriter.h>
#include <cstdint>
#include <string>

namespace fovea::reading::test {

struct CodeStyle {
    std::uint32_t dot = 3;     // pixels of a module, each way
    std::uint32_t height = 0;  // of a linear code, in pixels
    bool upright = false;      // turned by a quarter
    media::Colour ink = media::test::kBlack;
};

// Draws the code without its quiet zone and returns its box.
inline media::PixelRect draw_code(
    media::Picture& picture,
    std::uint32_t x,
    std::uint32_t y,
    ZXing::BarcodeFormat format,
    const std::string& text,
    const CodeStyle& style = {}
) {
    const auto modules = ZXing::MultiFormatWriter(format).setMargin(0).encode(text, 0, 0);
    const auto columns = static_cast<std::uint32_t>(modules.width());
    const auto rows = style.height > 0 ? 1u : static_cast<std::uint32_t>(modules.height());
    const auto row_height = style.height > 0 ? style.height : style.dot;
    for (std::uint32_t row = 0; row < rows; ++row) {
        for (std::uint32_t column = 0; column < columns; ++column) {
            if (!modules.get(static_cast<int>(column), static_cast<int>(row))) continue;
            media::PixelRect box{
                x + column * style.dot, y + row * row_height, style.dot, row_height};
            if (style.upright) {
                box = {x + row * row_height, y + column * style.dot, row_height, style.dot};
            }
            media::test::fill(picture, box, style.ink);
        }
    }
    const media::PixelSize size{columns * style.dot, rows * row_height};
    if (style.upright) return {x, y, size.height, size.width};
    return {x, y, size.width, size.height};
}

}  // namespace fovea::reading::test
