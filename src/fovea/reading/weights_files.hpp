// The trained networks that are part of fovea-reader: which files, and what they may be used under.
//
// Their bytes are in the reader alone; what is known of them is written into the program when it is built, so that a
// person can say with which weights a picture was read.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace fovea::reading {

struct WeightsFile {
    std::string_view name;      // below training/weights
    std::string_view purpose;   // "reads lines of text"
    std::uint32_t version = 0;  // of the file's form
    std::uint64_t bytes = 0;
    std::string_view sha256;  // of the whole file, in hexadecimal digits
    std::string_view licence;
};

std::span<const WeightsFile> weights_files();

}  // namespace fovea::reading
