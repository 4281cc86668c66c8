// The vector steps of png_unfilter.cpp, compiled once for each instruction set.
//
// Sub, Average and Paeth each need the pixel to the left in its final form, so a row is one long
// chain of dependent steps, and Paeth's step is about eight instructions deep. But the pixel below
// needs only pixels that are known one step later. So four rows are undone together, each one pixel
// behind the row above it: one vector holds pixel x of row 0, x-1 of row 1, x-2 of row 2 and x-3 of
// row 3, and the chain's price is paid once for four pixels.
//
// Paeth is computed in bytes. With lo and hi the smaller and the larger of left and above, u = hi -
// corner and v = corner - lo (both cut off at 0), the specification's choice is: lo if v >= 2u,
// else hi if u >= 2v, else corner. Sub and Up are Paeth with two of its three neighbours taken as
// 0.

// Highway's guard for a header that is read again for each target.
#if defined(FOVEA_PNG_WAVEFRONT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef FOVEA_PNG_WAVEFRONT_INL
#undef FOVEA_PNG_WAVEFRONT_INL
#else
#define FOVEA_PNG_WAVEFRONT_INL
#endif

#include "fovea/media/image/png/unfilter.hpp"

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace fovea::media::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Bytes16 = hn::Full128<std::uint8_t>;
using Words4 = hn::Full128<std::uint32_t>;
using Longs2 = hn::Full128<std::uint64_t>;
using Vec = hn::Vec<Bytes16>;

HWY_INLINE Vec load(const std::uint8_t* from) {
    return hn::LoadU(Bytes16(), from);
}

// Writes the first kBytes of a vector and nothing behind them: those are raw bytes still to be
// read.
template <unsigned kBytes>
HWY_INLINE void store(Vec value, std::uint8_t* to) {
    const Bytes16 d;
    if constexpr (kBytes == 16) {
        hn::StoreU(value, d, to);
    } else if constexpr (kBytes > 8) {
        const auto low = hn::GetLane(hn::BitCast(Longs2(), value));
        const auto high =
            hn::GetLane(hn::BitCast(Longs2(), hn::ShiftRightBytes<kBytes - 8>(d, value)));
        std::memcpy(to, &low, 8);
        std::memcpy(to + kBytes - 8, &high, 8);
    } else {
        // In two powers of two: a copy of 3 or 6 bytes would go through memory, in the middle of
        // the chain.
        const auto low = hn::GetLane(hn::BitCast(Longs2(), value));
        constexpr unsigned kFirst = kBytes == 3 ? 2 : kBytes == 6 ? 4 : kBytes;
        std::memcpy(to, &low, kFirst);
        if constexpr (kFirst < kBytes) {
            const auto rest = low >> (8 * kFirst);
            std::memcpy(to + kFirst, &rest, kBytes - kFirst);
        }
    }
}

HWY_INLINE Vec average(Vec left, Vec above) {
    const auto odd = hn::And(hn::Xor(left, above), hn::Set(Bytes16(), 1));
    return hn::Sub(hn::AverageRound(left, above), odd);  // PNG rounds down
}

HWY_INLINE Vec undo_paeth(Vec raw, Vec left, Vec above, Vec corner) {
    const auto zero = hn::Zero(Bytes16());
    const auto lo = hn::Min(left, above);
    const auto hi = hn::Max(left, above);
    const auto u = hn::SaturatedSub(hi, corner);
    const auto v = hn::SaturatedSub(corner, lo);
    const auto is_lo = hn::Eq(hn::SaturatedSub(hn::SaturatedAdd(u, u), v), zero);
    const auto is_hi = hn::Eq(hn::SaturatedSub(hn::SaturatedAdd(v, v), u), zero);
    const auto others = hn::IfThenElse(is_hi, hn::Add(raw, hi), hn::Add(raw, corner));
    return hn::IfThenElse(is_lo, hn::Add(raw, lo), others);
}

// Four rows at a time, for pixels of 3 or 4 bytes. Lane r is row r.
template <unsigned kPixel, bool kAllPaeth>
class Wavefront {
public:
    HWY_INLINE Wavefront(std::uint8_t* rows, std::size_t row_bytes)
        : rows_(rows), row_bytes_(row_bytes), width_((row_bytes - 1) / kPixel) {
        const Bytes16 d;
        left_ = corner_ = hn::Zero(d);
        alignas(16) std::uint32_t left[4];
        alignas(16) std::uint32_t above[4];
        alignas(16) std::uint32_t corner[4];
        alignas(16) std::uint32_t average_lanes[4];
        for (unsigned r = 0; r < 4; ++r) {
            const auto filter = static_cast<PngFilter>(rows[r * row_bytes]);
            const bool paeth = filter == PngFilter::Paeth;
            left[r] = paeth || filter == PngFilter::Sub ? ~0u : 0;
            above[r] = paeth || filter == PngFilter::Up ? ~0u : 0;
            corner[r] = paeth ? ~0u : 0;
            average_lanes[r] = filter == PngFilter::Average ? ~0u : 0;
        }
        use_left_ = hn::BitCast(d, hn::Load(Words4(), left));
        use_above_ = hn::BitCast(d, hn::Load(Words4(), above));
        use_corner_ = hn::BitCast(d, hn::Load(Words4(), corner));
        use_average_ = hn::BitCast(d, hn::Load(Words4(), average_lanes));
    }

    HWY_INLINE void run() {
        std::size_t x = 0;
        for (; x < 3; ++x) edge_step(x);
        for (; x + 4 <= width_; x += 4) four_steps(x);
        for (; x < width_ + 3; ++x) edge_step(x);
    }

private:
    HWY_INLINE std::uint8_t* pixel(unsigned row, std::size_t x) {
        return rows_ + row * row_bytes_ + 1 + x * kPixel;
    }
    HWY_INLINE const std::uint8_t* pixel_above(std::size_t x) {
        return rows_ - row_bytes_ + 1 + x * kPixel;
    }

    // `above_row_0` has the pixel above row 0 in its last lane. The others are what the rows above
    // became one step ago.
    HWY_INLINE Vec step(Vec raw, Vec above_row_0) {
        const auto above = hn::CombineShiftRightBytes<12>(Bytes16(), left_, above_row_0);
        if constexpr (kAllPaeth) {
            left_ = undo_paeth(raw, left_, above, corner_);
        } else {
            const auto averaged = hn::Add(raw, average(left_, above));
            const auto rest = undo_paeth(
                raw,
                hn::And(left_, use_left_),
                hn::And(above, use_above_),
                hn::And(corner_, use_corner_)
            );
            left_ = hn::IfThenElse(hn::MaskFromVec(use_average_), averaged, rest);
        }
        corner_ = above;
        return left_;
    }

    // Where some rows have not begun or are at their end. A row that has not begun sees only zeros
    // and so becomes zero, which is what the first pixel has to find at its left.
    HWY_INLINE void edge_step(std::size_t x) {
        const Words4 dw;
        alignas(16) std::uint32_t raw[4] = {};
        alignas(16) std::uint32_t above[4] = {};
        for (unsigned r = 0; r < 4; ++r) {
            if (x >= r && x - r < width_) std::memcpy(&raw[r], pixel(r, x - r), kPixel);
        }
        if (x < width_) std::memcpy(&above[3], pixel_above(x), kPixel);

        const Bytes16 d;
        const auto done =
            step(hn::BitCast(d, hn::Load(dw, raw)), hn::BitCast(d, hn::Load(dw, above)));
        hn::Store(hn::BitCast(dw, done), dw, raw);
        for (unsigned r = 0; r < 4; ++r) {
            if (x >= r && x - r < width_) std::memcpy(pixel(r, x - r), &raw[r], kPixel);
        }
    }

    // Pixels of 3 bytes get a lane of 4 each, and back.
    HWY_INLINE Vec spread(Vec packed) {
        if constexpr (kPixel == 4) return packed;
        alignas(16) static constexpr std::uint8_t kFrom[16] = {
            0, 1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 8, 9, 10, 11, 11};
        return hn::TableLookupBytes(packed, hn::Load(Bytes16(), kFrom));
    }
    HWY_INLINE Vec pack(Vec spread_out) {
        if constexpr (kPixel == 4) return spread_out;
        alignas(16) static constexpr std::uint8_t kFrom[16] = {
            0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 15, 15, 15, 15};
        return hn::TableLookupBytes(spread_out, hn::Load(Bytes16(), kFrom));
    }

    static HWY_INLINE void transpose(Vec& v0, Vec& v1, Vec& v2, Vec& v3) {
        const Bytes16 d;
        const Words4 dw;
        const Longs2 dl;
        const auto w0 = hn::BitCast(dw, v0);
        const auto w1 = hn::BitCast(dw, v1);
        const auto w2 = hn::BitCast(dw, v2);
        const auto w3 = hn::BitCast(dw, v3);
        const auto low01 = hn::BitCast(dl, hn::InterleaveLower(dw, w0, w1));
        const auto low23 = hn::BitCast(dl, hn::InterleaveLower(dw, w2, w3));
        const auto high01 = hn::BitCast(dl, hn::InterleaveUpper(dw, w0, w1));
        const auto high23 = hn::BitCast(dl, hn::InterleaveUpper(dw, w2, w3));
        v0 = hn::BitCast(d, hn::InterleaveLower(dl, low01, low23));
        v1 = hn::BitCast(d, hn::InterleaveUpper(dl, low01, low23));
        v2 = hn::BitCast(d, hn::InterleaveLower(dl, high01, high23));
        v3 = hn::BitCast(d, hn::InterleaveUpper(dl, high01, high23));
    }

    HWY_INLINE void four_steps(std::size_t x) {
        const Bytes16 d;
        auto v0 = spread(load(pixel(0, x)));
        auto v1 = spread(load(pixel(1, x - 1)));
        auto v2 = spread(load(pixel(2, x - 2)));
        auto v3 = spread(load(pixel(3, x - 3)));
        transpose(v0, v1, v2, v3);

        const auto above = spread(load(pixel_above(x)));
        v0 = step(v0, hn::ShiftLeftBytes<12>(d, above));
        v1 = step(v1, hn::ShiftLeftBytes<8>(d, above));
        v2 = step(v2, hn::ShiftLeftBytes<4>(d, above));
        v3 = step(v3, above);

        transpose(v0, v1, v2, v3);
        store<4 * kPixel>(pack(v0), pixel(0, x));
        store<4 * kPixel>(pack(v1), pixel(1, x - 1));
        store<4 * kPixel>(pack(v2), pixel(2, x - 2));
        store<4 * kPixel>(pack(v3), pixel(3, x - 3));
    }

    std::uint8_t* rows_;
    std::size_t row_bytes_;
    std::size_t width_;
    Vec left_;
    Vec corner_;
    Vec use_left_;
    Vec use_above_;
    Vec use_corner_;
    Vec use_average_;
};

}  // namespace
}  // namespace fovea::media::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // the guard
