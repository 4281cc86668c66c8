#include "fovea/media/image/jpeg/scan.hpp"

#include "fovea/media/image/jpeg/block_reader.hpp"
#include "fovea/media/image/jpeg/markers.hpp"

#include <algorithm>
#include <string>

namespace fovea::media {
namespace {

Error corrupt(const std::string& why) {
    return {ErrorCode::DecodeFailed, "JPEG data is corrupt: " + why};
}

// One block of an MCU.
struct McuBlock {
    const JpegBlockLookup* lookup = nullptr;
    const JpegLuma* luma = nullptr;
    unsigned x = 0;  // within the component's blocks of the MCU
    unsigned y = 0;
    unsigned columns = 1;  // how many of them an MCU has
    unsigned rows = 1;
};

struct Mcu {
    std::array<McuBlock, kMaxBlocksInJpegMcu> blocks;
    unsigned block_count = 0;
};

// What libjpeg's 1x1 inverse DCT makes of a DC coefficient, overflows and all.
std::uint8_t block_mean(std::uint32_t dc, std::uint16_t quantum) {
    const int product =
        int{static_cast<std::int16_t>(dc)} * int{static_cast<std::int16_t>(quantum)};
    const int mean = (((product + 4) >> 3) + 512) & 1023;
    return static_cast<std::uint8_t>(std::clamp(mean - 512 + 128, 0, 255));
}

struct Progress {
    JpegBitReader bits;
    std::uint32_t luma_dc = 0;  // the prediction; unsigned, for hostile files make it overflow
    bool ok = true;
};

void put_luma(const McuBlock& block, std::uint32_t column, std::uint32_t row, std::uint32_t dc) {
    const auto& luma = *block.luma;
    const auto x = column * block.columns + block.x;
    const auto y = row * block.rows + block.y;
    if (x < luma.width && y < luma.height) {
        luma.samples[std::size_t{y} * luma.width + x] = block_mean(dc, luma.quantum);
    }
}

// Reads the MCUs from `begin` to `end` of a row.
[[gnu::noinline]] Progress read_mcus(
    const Progress& start, const Mcu& mcu, std::uint32_t begin, std::uint32_t end, std::uint32_t row
) {
    auto bits = start.bits;
    auto dc = start.luma_dc;
    bits.refill();
    for (auto column = begin; column < end; ++column) {
        for (unsigned i = 0; i < mcu.block_count; ++i) {
            const auto& block = mcu.blocks[i];
            int difference = 0;
            if (block.luma == nullptr) {
                if (!read_jpeg_block<false>(bits, *block.lookup, difference)) {
                    return {bits, dc, false};
                }
            } else {
                if (!read_jpeg_block<true>(bits, *block.lookup, difference)) {
                    return {bits, dc, false};
                }
                dc += static_cast<std::uint32_t>(difference);
                put_luma(block, column, row, dc);
            }
            if (bits.count < 0) return {bits, dc, false};
        }
    }
    return {bits, dc, true};
}

class ScanReader {
public:
    ScanReader(ByteView data, const JpegScan& scan)
        : scan_(scan), progress_{.bits = JpegBitReader(data)} {}

    Result<void> read_all() {
        for (unsigned i = 0; i < scan_.component_count; ++i) TRY(add(scan_.components[i]));
        const auto total = std::uint64_t{scan_.mcus_per_row} * scan_.mcu_rows;
        const auto interval = scan_.restart_interval == 0 ? total : scan_.restart_interval;
        unsigned restarts = 0;
        for (std::uint64_t begin = 0; begin < total; begin += interval) {
            if (begin != 0) TRY(restart(restarts++ % 8));
            TRY(read_interval(begin, std::min(begin + interval, total)));
        }
        return check_rest();
    }

private:
    Result<void> add(const JpegScan::Component& component) {
        const auto count = component.h * component.v;
        if (count == 0 || count > mcu_.blocks.size() - mcu_.block_count) {
            return Error{ErrorCode::InvalidInput, "JPEG has too many blocks in an MCU, or none"};
        }
        for (unsigned i = 0; i < count; ++i) {
            mcu_.blocks[mcu_.block_count++] = {
                .lookup = component.lookup,
                .luma = component.luma,
                .x = i % component.h,
                .y = i / component.h,
                .columns = component.h,
                .rows = component.v,
            };
        }
        return {};
    }

    Result<void> read_interval(std::uint64_t begin, std::uint64_t end) {
        while (begin < end) {
            const auto row = static_cast<std::uint32_t>(begin / scan_.mcus_per_row);
            const auto column = static_cast<std::uint32_t>(begin % scan_.mcus_per_row);
            const auto column_end = static_cast<std::uint32_t>(
                std::min<std::uint64_t>(column + (end - begin), scan_.mcus_per_row)
            );
            progress_ = read_mcus(progress_, mcu_, column, column_end, row);
            if (progress_.bits.count < 0) return corrupt("a scan ends before all of its blocks");
            if (!progress_.ok) {
                return corrupt("an invalid code in row " + std::to_string(row) + " of MCUs");
            }
            begin += column_end - column;
        }
        return {};
    }

    Result<void> restart(unsigned number) {
        const auto marker = static_cast<std::uint8_t>(jpeg_marker::kRst0 + number);
        if (!progress_.bits.pass_restart(marker)) {
            return corrupt("restart marker " + std::to_string(number) + " is not in its place");
        }
        progress_.luma_dc = 0;
        return {};
    }

    // Of what follows the last MCU, one more restart marker is harmless; so are a few bytes, but
    // not before a restart marker.
    Result<void> check_rest() const {
        const auto rest = progress_.bits.rest();
        if (rest.before_restart) return corrupt("bytes before a restart marker");
        if (rest.bytes > kMaxStrayJpegBytes) {
            return corrupt(std::to_string(rest.bytes) + " bytes are left over behind a scan");
        }
        return {};
    }

    const JpegScan& scan_;
    Mcu mcu_;
    Progress progress_;
};

}  // namespace

Result<void> check_jpeg_scan(ByteView data, const JpegScan& scan) {
    return ScanReader(data, scan).read_all();
}

}  // namespace fovea::media
