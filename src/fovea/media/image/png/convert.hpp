// Turns unfiltered PNG rows of any colour type and depth into Gray8, Rgb8 or Rgba8.
//
//     PngConverter converter(layout);
//     TRY(converter.convert(row, width, out));
#pragma once

#include "fovea/base/buffer.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/png/layout.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace fovea::media {

class PngConverter {
public:
    explicit PngConverter(const PngLayout& layout);

    PixelFormat format() const { return format_; }

    // True when rows are in format() as they are; convert() is not needed then.
    bool passes_through() const { return way_ == Way::None; }

    // Whether some pixel values have no colour, so that rows have to be looked at to be accepted.
    bool may_refuse() const { return check_indices_; }

    // One row, without its filter byte. `out` has room for the row and 8 bytes more. DecodeFailed
    // when a pixel has a number that the palette does not have.
    Result<void> convert(const std::uint8_t* row, std::uint32_t width, std::uint8_t* out);

private:
    enum class Way : std::uint8_t { None, Unpack, Lookup, Rgb8Key, GrayAlpha8, Deep, DeepKey };

    void prepare_lookup(const PngLayout& layout);
    void prepare_unpacking(bool scale);
    void unpack(const std::uint8_t* row, std::uint32_t width, std::uint8_t* out) const;
    Result<void> look_up(const std::uint8_t* samples, std::uint32_t width, std::uint8_t* out) const;

    PngHeader header_;
    PixelFormat format_ = PixelFormat::Rgb8;
    Way way_ = Way::None;
    bool check_indices_ = false;
    std::array<std::uint16_t, 3> key_{};  // the transparent colour

    // Filled only when used.
    std::array<std::array<std::uint8_t, 8>, 256> unpacked_;  // the samples of a byte, depth < 8
    std::array<std::array<std::uint8_t, 4>, 256> colours_;   // R G B A of a sample
    std::array<std::uint8_t, 256> missing_;                  // 1 where the palette ends before
    Buffer samples_;                                         // a row, one byte a sample
};

}  // namespace fovea::media
