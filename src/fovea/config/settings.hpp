// Everything that can be configured, with its defaults. Plain values: only load.cpp reads files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fovea::config {

struct ImageSettings {
    std::int64_t max_edge = 1568;            // px; larger pictures are scaled down
    std::int64_t max_bytes = 5 << 20;        // of a prepared picture, before base64
    bool downscale = true;                   // false: what is over max_edge or max_bytes is refused
    std::int64_t max_file_bytes = 32 << 20;  // a larger file is not even read
    std::int64_t max_pixels = 100'000'000;   // declared by the header
    std::int64_t max_per_message = 10;
    std::int64_t max_size_bytes = 10 << 20;  // upload limit of the daemon
    std::int64_t max_per_session = 100;
    std::int64_t low_res_size = 512;  // px; longest edge of the small variant
    std::vector<std::string> accept;  // further formats that are converted at the gate

    bool operator==(const ImageSettings&) const = default;
};

// The embedded describer, local/ocr.
struct LocalSettings {
    std::vector<std::string> languages = {"eng"};  // Tesseract's names
    std::int64_t timeout_s = 30;                   // then it says what it found so far
    std::string tessdata = "/usr/share/tesseract-ocr/5/tessdata";

    bool operator==(const LocalSettings&) const = default;
};

struct VisionSettings {
    std::string model = "local/ocr";  // who describes pictures

    bool operator==(const VisionSettings&) const = default;
};

struct CacheSettings {
    std::int64_t entries = 500;  // answers kept on disk; 0: none

    bool operator==(const CacheSettings&) const = default;
};

struct Settings {
    ImageSettings images;
    VisionSettings vision;
    LocalSettings local;
    CacheSettings cache;

    bool operator==(const Settings&) const = default;
};

}  // namespace fovea::config
