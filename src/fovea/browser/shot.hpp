// A picture of a web page: what is asked for, and what comes of it.
#pragma once

#include "fovea/base/bytes.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fovea::browser {

inline constexpr std::uint32_t kMaxViewport = 4096;      // of either edge
inline constexpr std::uint32_t kMaxPageHeight = 16'384;  // what a browser draws in one piece
inline constexpr std::uint32_t kMaxScale = 4;
inline constexpr std::uint32_t kMaxPicture = 8192;  // of the window's edges times the scale
inline constexpr std::size_t kMaxLocalPage = std::size_t{16} << 20;

// A page that whoever asks holds in hand. It is a stranger's like any other: it has an origin of its own
// where nothing else lies, reads no file, and finds the operator's own servers closed.
struct LocalPage {
    std::string name;  // of its file, for whoever reads about the shot
    std::string html;
};

struct ShotRequest {
    std::string url;
    std::optional<LocalPage> local = {};  // instead of the URL
    std::uint32_t width = 1280;           // of the window, in pixels of the page
    std::uint32_t height = 800;
    std::uint32_t scale = 1;  // pixels of the picture for one of the page, on either edge
    bool full_page = false;   // all of its height, kMaxPageHeight at most
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
