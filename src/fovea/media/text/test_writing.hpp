// Writing for tests: a font of 5 x 7 dots, drawn into a picture at any size and in any colour.
#pragma once

#include "fovea/media/image/pixels.hpp"
#include "fovea/media/text/text_lines.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fovea::media::test {

struct Glyph {
    char letter;
    std::array<std::string_view, 7> rows;
};

inline constexpr Glyph kGlyphs[] = {
    {'E', {"#####", "#....", "#....", "####.", "#....", "#....", "#####"}},
    {'H', {"#...#", "#...#", "#...#", "#####", "#...#", "#...#", "#...#"}},
    {'L', {"#....", "#....", "#....", "#....", "#....", "#....", "#####"}},
    {'N', {"#...#", "##..#", "##..#", "#.#.#", "#..##", "#..##", "#...#"}},
    {'T', {"#####", "..#..", "..#..", "..#..", "..#..", "..#..", "..#.."}},
    {'.', {".....", ".....", ".....", ".....", ".....", ".....", "#...."}},
};

constexpr std::uint32_t kAdvance = 6;  // dots from one letter to the next

inline Picture blank(PixelSize size, Colour colour) {
    Picture picture(Shape::of(size, PixelFormat::Rgb8));
    for (std::uint32_t y = 0; y < size.height; ++y) {
        auto* at = picture.row(y);
        for (std::uint32_t x = 0; x < size.width; ++x) {
            *at++ = colour.red;
            *at++ = colour.green;
            *at++ = colour.blue;
        }
    }
    return picture;
}

inline void fill(Picture& picture, const PixelRect& rect, Colour colour) {
    for (auto y = rect.y; y < rect.y + rect.height; ++y) {
        for (auto x = rect.x; x < rect.x + rect.width; ++x) {
            auto* at = picture.row(y) + std::size_t{x} * 3;
            at[0] = colour.red;
            at[1] = colour.green;
            at[2] = colour.blue;
        }
    }
}

// The top left dot of the first letter is at x, y; a dot has `dot` pixels each way.
inline void write(
    Picture& picture,
    std::uint32_t x,
    std::uint32_t y,
    std::string_view text,
    std::uint32_t dot,
    Colour ink
) {
    for (const char c : text) {
        for (const auto& glyph : kGlyphs) {
            if (glyph.letter != c) continue;
            for (std::uint32_t row = 0; row < 7; ++row) {
                for (std::uint32_t column = 0; column < 5; ++column) {
                    if (glyph.rows[row][column] != '#') continue;
                    fill(picture, {x + column * dot, y + row * dot, dot, dot}, ink);
                }
            }
        }
        x += kAdvance * dot;
    }
}

constexpr Colour kBlack{0, 0, 0};
constexpr Colour kWhite{255, 255, 255};

}  // namespace fovea::media::test
