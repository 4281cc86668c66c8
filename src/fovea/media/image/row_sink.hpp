// Where a decoder's rows go. A decoder pushes bands of rows, top to bottom, as they become known,
// so a 16-megapixel photograph becomes a small picture without ever being in memory whole:
//
//     decoder -> colour conversion -> tee( fingerprint, resize -> Picture )
//
// begin() once, then for each plane every row exactly once and in order, then end(). An error from
// any of them stops the decoder, which returns that error.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"

#include <cstddef>
#include <cstdint>

namespace fovea::media {

struct RowBand {
    unsigned plane = 0;
    std::uint32_t first = 0;  // row number within the plane
    std::uint32_t count = 0;
    const std::uint8_t* data = nullptr;
    std::size_t stride = 0;  // bytes from one row to the next

    // True when the memory stays as it is until end() returns: a sink that needs several rows at
    // once may then keep pointers instead of copies.
    bool stable = false;
};

class RowSink {
public:
    virtual ~RowSink() = default;

    virtual Result<void> begin(const Shape& shape) = 0;
    virtual Result<void> rows(const RowBand& band) = 0;
    virtual Result<void> end() = 0;
};

}  // namespace fovea::media
