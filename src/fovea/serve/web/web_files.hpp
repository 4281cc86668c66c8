// The files of the web client (`web/dist`), built into the program by serve/CMakeLists.txt.
#pragma once

#include <span>
#include <string_view>

namespace fovea::serve {

struct WebFile {
    std::string_view path;  // "/assets/main-1f3a.js"; the page itself is "/"
    std::string_view mime;
    std::string_view etag;  // of the bytes
    std::string_view bytes;
    std::string_view gzip;    // the same, compressed; empty where that is no gain
    std::string_view brotli;  // likewise
};

std::span<const WebFile> web_files();

}  // namespace fovea::serve
