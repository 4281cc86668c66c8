// A picture of a web page: what is asked for, and what comes of it.
#pragma once

#include "fovea/base/bytes.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fovea::browser {

inline constexpr std::uint32_t kMaxViewport = 4096;      // of either edge
inline constexpr std::uint32_t kMaxPageHeight = 16'384;  // what a browser draws in one piece

struct ShotRequest {
    std::string url;
    std::uint32_t width = 1280;  // of the window, in pixels of the page
    std::uint32_t height = 800;
    bool full_page = false;                    // all of its height, kMaxPageHeight at most
    std::optional<std::string> selector = {};  // CSS: the first element that fits, alone
    std::chrono::milliseconds wait{0};         // beyond the page's own loading
    bool dark = false;                         // prefers-color-scheme
};

struct Shot {
    Bytes png;          // as the browser made it: foreign bytes like any other
    std::string title;  // the page's words
    std::string final_url;
    std::optional<int> status = {};       // of HTTP
    std::vector<std::string> notes = {};  // what the picture does not show, for whoever looks at it
};

}  // namespace fovea::browser
