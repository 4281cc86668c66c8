// Reads the entropy-coded data of one scan of a baseline JPEG and checks every code in it. Keeps no
// coefficients; where a luma plane is wanted, it gets the mean of each block.
//
// Strict: a code that the table does not have, a coefficient behind the 64th, a value with more
// bits than 8-bit samples can make, a restart marker that is missing, out of order or has bytes
// before it, too little data, and more than kMaxStrayJpegBytes left over are DecodeFailed.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/jpeg/block_lookup.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace fovea::media {

// Some cameras pad a scan to a round size. More than this is left over only where the reader lost
// its way in a damaged scan and ran out of blocks before it ran out of data.
inline constexpr std::size_t kMaxStrayJpegBytes = 16;

inline constexpr unsigned kMaxBlocksInJpegMcu = 10;

// Where the mean of each luma block goes, the same number as libjpeg gives at 1/8 scale.
struct JpegLuma {
    std::uint8_t* samples = nullptr;
    std::uint32_t width = 0;  // in blocks; those that MCUs have beyond it count for nothing
    std::uint32_t height = 0;
    std::uint16_t quantum = 1;  // the first number of the quantisation table
};

struct JpegScan {
    struct Component {
        unsigned h = 1;  // blocks in an MCU, across and down
        unsigned v = 1;
        const JpegBlockLookup* lookup = nullptr;
        const JpegLuma* luma = nullptr;  // of one component at most
    };

    std::array<Component, 4> components;
    unsigned component_count = 0;
    std::uint32_t mcus_per_row = 0;
    std::uint32_t mcu_rows = 0;
    std::uint32_t restart_interval = 0;  // in MCUs; 0: none
};

// `data` is what stands between the scan's header and the next marker that is no restart.
// InvalidInput when an MCU would have more than kMaxBlocksInJpegMcu blocks, or there are none.
Result<void> check_jpeg_scan(ByteView data, const JpegScan& scan);

}  // namespace fovea::media
