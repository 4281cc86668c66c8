// Undoes PNG's row filters, in place.
//
// Rows lie one behind the other, each with its filter byte in front. Undoing a filter needs the row
// above in its final form; when there is one (`RowAbove::Present`), it lies right in front of
// `rows`, laid out the same way. 16 bytes behind the last row have to be readable, as Buffer
// guarantees.
#pragma once

#include "fovea/base/result.hpp"

#include <cstddef>
#include <cstdint>

namespace fovea::media {

enum class PngFilter : std::uint8_t { None = 0, Sub = 1, Up = 2, Average = 3, Paeth = 4 };

enum class RowAbove { None, Present };

struct PngRowBand {
    std::uint8_t* rows = nullptr;
    std::size_t row_bytes = 0;  // filter byte included, at least 2
    std::uint32_t count = 0;
};

// DecodeFailed when a filter byte is none of the five.
Result<void> check_png_filters(const PngRowBand& band);

// Checks, then undoes. `pixel_bytes` is PngHeader::filter_bytes(): 1, 2, 3, 4, 6 or 8.
Result<void> unfilter_png(const PngRowBand& band, unsigned pixel_bytes, RowAbove above);

}  // namespace fovea::media
