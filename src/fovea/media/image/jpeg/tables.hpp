// The tables and settings that a JPEG file defines between its scans, in force until defined anew.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/image/jpeg/huffman_table.hpp"
#include "fovea/media/image/jpeg/markers.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace fovea::media {

struct JpegTables {
    // The standard ones stand until the file has its own: Motion JPEG counts on it.
    std::array<std::optional<JpegHuffmanTable>, 4> dc = {
        JpegHuffmanTable::standard_dc(0), JpegHuffmanTable::standard_dc(1)};
    std::array<std::optional<JpegHuffmanTable>, 4> ac = {
        JpegHuffmanTable::standard_ac(0), JpegHuffmanTable::standard_ac(1)};

    std::array<std::optional<std::uint16_t>, 4> dc_quanta;  // the first number of each DQT table
    std::uint16_t restart_interval = 0;

    // Takes over what a DHT, DQT or DRI segment says; other segments say nothing. DecodeFailed for
    // one that is not as long as its contents.
    Result<void> read(const JpegSegment& segment);
};

}  // namespace fovea::media
