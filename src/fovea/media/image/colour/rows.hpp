// The ways to convert a row of pixels to sRGB, from fast to general.
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace fovea::media {

class RowConversion {
public:
    virtual ~RowConversion() = default;
    virtual void run(const std::uint8_t* from, std::size_t pixels, std::uint8_t* to) const = 0;
};

using SampleTable = std::array<std::uint8_t, 256>;

// A change of a sample by this much or less is left alone.
inline constexpr int kUnnoticed = 2;

bool is_noticed(const SampleTable& table);

// One table for every colour channel: gray, and PNG's gamma.
class TableConversion : public RowConversion {
public:
    TableConversion(const SampleTable& table, PixelFormat format)
        : table_(table), format_(format) {}
    void run(const std::uint8_t* from, std::size_t pixels, std::uint8_t* to) const override;

private:
    SampleTable table_;
    PixelFormat format_;
};

// CMYK without a profile: what the inks leave of white paper.
class InkConversion : public RowConversion {
public:
    void run(const std::uint8_t* from, std::size_t pixels, std::uint8_t* to) const override;
};

// How an RGB profile of the common kind works: a curve per channel to linear light, then a matrix
// to sRGB's linear light.
struct MatrixProfile {
    std::array<std::array<double, 256>, 3> linear;  // channel, sample: 0 to 1
    std::array<std::array<double, 3>, 3> matrix;    // row: of red, green, blue
};

// The matrix is multiplied into the curves beforehand: a pixel is the sum of three table entries,
// one for each of its samples, and a look into the table that holds sRGB's curve. Ten times as fast
// as a colour engine, and within 1/255 of it.
class MatrixConversion : public RowConversion {
public:
    MatrixConversion(const MatrixProfile& profile, PixelFormat format);
    void run(const std::uint8_t* from, std::size_t pixels, std::uint8_t* to) const override;

private:
    // Linear light has more steps than samples: the curve is steep in the dark, where one sample is
    // 1/3295 of full light.
    static constexpr int kSteps = 1 << 13;
    static constexpr int kFraction = 1 << 8;  // of a step, in the sums

    using Sum [[gnu::vector_size(16)]] = std::int32_t;  // of red, green, blue; the fourth is unused

    template <unsigned kPixelBytes>
    void run_as(const std::uint8_t* from, std::size_t pixels, std::uint8_t* to) const;

    alignas(64) std::array<std::array<Sum, 256>, 3> parts_;
    std::array<std::uint8_t, kSteps + 1> curve_;
    PixelFormat format_;
};

// sRGB's curve, from linear light to a sample, both 0 to 1.
double srgb_curve(double linear);

}  // namespace fovea::media
