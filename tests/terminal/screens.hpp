// Terminals of other people's making, and what is on their screens once bytes were written: pictures and text.
//
//     const auto screen = kitty_screen(bytes, {.columns = 80, .rows = 24, .ids = {7}});
//     screen.at("placements");
#pragma once

#include <boost/json.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::testing {

struct TestWindow {
    int columns = 80;
    int rows = 24;
    int cell_width = 10;
    int cell_height = 20;
    std::vector<std::uint32_t> ids = {};  // of pictures that are asked about
};

// kitty's parser, by `kitty +runpy` (kitty_screen.py says what comes back).
bool has_kitty();
boost::json::object kitty_screen(std::string_view bytes, const TestWindow& window);

// xterm.js with its image addon in Chromium (xterm_screen.mjs).
bool has_xterm_js();
boost::json::object xterm_screen(std::string_view bytes, const TestWindow& window);

// libsixel's decoder: the pixels, three bytes each, row by row.
bool has_sixel2png();
struct DecodedSixel {
    int width = 0;
    int height = 0;
    std::string pixels;
};
DecodedSixel decoded_sixel(std::string_view bytes);

}  // namespace fovea::testing
