// The inflated rows of a PNG, in order, each with its filter byte in front.
//
//     const auto rows = TRY(open_png_rows(layout));
//     std::uint8_t* band = TRY(rows->next(row_bytes, 8));
//     …
//     TRY(rows->finish());
//
// A picture of usual size is inflated at once by libdeflate, which is two to four times as fast as
// anything that streams. One above `whole_limit` is streamed, so that memory stays at a few rows.
//
// The data may be changed in place (filters are undone there). The row before a band lies right in
// front of it, as the caller left it, provided the last call asked for rows of the same length.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/image/png/layout.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace fovea::media {

class PngRows {
public:
    virtual ~PngRows() = default;

    // `row_bytes` counts the filter byte. DecodeFailed when the data is corrupt or ends before.
    virtual Result<std::uint8_t*> next(std::size_t row_bytes, std::uint32_t count) = 0;

    // After the last row: DecodeFailed when the checksum is wrong or there is more data.
    virtual Result<void> finish() = 0;

    // Whether bands stay where they are when the next one is asked for.
    virtual bool stable() const = 0;
};

constexpr std::size_t kPngWholeLimit = std::size_t{96} << 20;

// `layout` has passed check_png_pixels() and lives as long as the rows.
Result<std::unique_ptr<PngRows>> open_png_rows(
    const PngLayout& layout, std::size_t whole_limit = kPngWholeLimit
);

}  // namespace fovea::media
