// A picture's fingerprint: 64 bits that hardly change when it is scaled, re-encoded or lightly
// edited (M8, PVP-2.5.2). Computed while the rows pass by, so it costs next to nothing beside
// decoding:
//
//     FingerprintSink fingerprint(info.size);
//     TRY(decode_png(file, request, fingerprint));
//     const auto hash = fingerprint.finish(info.orientation);
//
// The picture is letterboxed into a 64 x 64 square with grey (128) beside it, by area average; then
// the two-dimensional DCT-II; then a bit for each of the 8 x 8 lowest frequencies, row by row from
// the top bit on: 1 where the coefficient is over the median of the 63 without the mean. The mean
// itself has the first bit, which is therefore nearly always 1, as in other programs' pHash.
// Coefficients are rounded first, to a 32nd of a grey level, so that empty areas do not turn
// rounding noise into bits.
#pragma once

#include "fovea/base/buffer.hpp"
#include "fovea/media/image/image_info.hpp"
#include "fovea/media/image/row_sink.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fovea::media {

using Fingerprint = std::uint64_t;

// 1 - hamming distance / 64. Unrelated pictures are around 0.5.
double similarity(Fingerprint a, Fingerprint b);

// 16 digits, lower case.
std::string to_hex(Fingerprint fingerprint);

// Takes every format: luma of RGB is BT.601's, transparent pixels show white, as they do when a
// model gets the picture, and of Ycc8 only plane 0 is looked at. Rows may also come from a decoder
// that delivers a reduced picture, such as a JPEG at 1/8: the hash is then nearly always the same.
class FingerprintSink : public RowSink {
public:
    // The size that the file declares, whatever size the rows will have.
    explicit FingerprintSink(PixelSize original);

    Result<void> begin(const Shape& shape) override;
    Result<void> rows(const RowBand& band) override;
    Result<void> end() override;

    // Of the picture turned upright; after end().
    Fingerprint finish(Orientation orientation = Orientation::Upright) const;

private:
    static constexpr std::size_t kSide = 64;

    // `weight` is how much of a bin of the square this cell covers.
    struct Overlap {
        std::uint32_t cell = 0;
        std::uint32_t bin = 0;
        double weight = 0;
    };

    std::vector<Overlap> overlaps(std::uint32_t size, double extent, std::uint32_t original) const;
    const std::uint8_t* converted(const std::uint8_t* row);
    void finish_cells();

    PixelSize original_;
    Shape shape_;
    unsigned channels_ = 1;
    std::uint32_t block_ = 1;  // pixels of a cell, each way, as they are delivered

    std::vector<std::uint16_t> columns_;  // sums over the rows of the cells that are being filled
    std::vector<std::uint32_t> lumas_;    // sums over those cells, times 256
    Buffer converted_;                    // one row without transparency or ink
    std::uint32_t next_row_ = 0;
    std::uint32_t rows_in_cells_ = 0;

    std::vector<Overlap> across_;
    std::vector<Overlap> down_;
    std::size_t next_down_ = 0;
    std::array<double, kSide * kSide> square_{};
};

}  // namespace fovea::media
