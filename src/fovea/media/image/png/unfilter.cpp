// AVX-512 compares into mask registers, which makes Paeth's chain longer than AVX2's.
#define HWY_DISABLED_TARGETS (HWY_AVX3 | HWY_AVX3_DL)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fovea/media/image/png/unfilter.cpp"
// clang-format off: foreach_target.h has to stand before everything that includes highway.h
#include <hwy/foreach_target.h>
// clang-format on

#include "fovea/media/image/png/unfilter.hpp"

#include <hwy/highway.h>

#include <cstdlib>
#include <string>

#if HWY_TARGET != HWY_SCALAR
#include "fovea/media/image/png/wavefront-inl.hpp"
#endif

HWY_BEFORE_NAMESPACE();
namespace fovea::media::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR

// For processors without byte vectors: the specification, word for word.
unsigned paeth_of(int left, int above, int corner) {
    const int estimate = left + above - corner;
    const int to_left = std::abs(estimate - left);
    const int to_above = std::abs(estimate - above);
    const int to_corner = std::abs(estimate - corner);
    if (to_left <= to_above && to_left <= to_corner) return static_cast<unsigned>(left);
    return static_cast<unsigned>(to_above <= to_corner ? above : corner);
}

void unfilter_band(const PngRowBand& band, unsigned pixel_bytes, RowAbove above) {
    for (std::size_t y = 0; y < band.count; ++y) {
        auto* row = band.rows + y * band.row_bytes;
        const bool has_above = y > 0 || above == RowAbove::Present;
        const auto filter = static_cast<PngFilter>(row[0]);
        for (std::size_t i = 1; i < band.row_bytes; ++i) {
            const bool has_left = i > pixel_bytes;
            const unsigned left = has_left ? row[i - pixel_bytes] : 0u;
            const unsigned up = has_above ? row[i - band.row_bytes] : 0u;
            const unsigned corner =
                has_left && has_above ? row[i - band.row_bytes - pixel_bytes] : 0u;
            unsigned expected = 0;
            switch (filter) {
                case PngFilter::None: break;
                case PngFilter::Sub: expected = left; break;
                case PngFilter::Up: expected = up; break;
                case PngFilter::Average: expected = (left + up) / 2; break;
                case PngFilter::Paeth: expected = paeth_of(int(left), int(up), int(corner)); break;
            }
            row[i] = static_cast<std::uint8_t>(row[i] + expected);
        }
    }
}

#else

template <unsigned kPixel>
HWY_INLINE void undo_sub_tail(std::uint8_t* row, std::size_t from, std::size_t size) {
    for (auto i = from; i < size; ++i) {
        const unsigned left = i >= kPixel ? row[i - kPixel] : 0u;
        row[i] = static_cast<std::uint8_t>(row[i] + left);
    }
}

// A running sum: within a vector by doubling steps, between vectors by the last pixel.
template <unsigned kPixel>
HWY_INLINE void undo_sub(std::uint8_t* row, std::size_t size) {
    constexpr unsigned kChunk = 16 / kPixel * kPixel;
    const Bytes16 d;
    alignas(16) std::uint8_t last_pixel[16];
    for (unsigned i = 0; i < 16; ++i) {
        last_pixel[i] = static_cast<std::uint8_t>(kChunk - kPixel + i % kPixel);
    }
    const auto from_last = hn::Load(d, last_pixel);

    auto carry = hn::Zero(d);
    std::size_t i = 0;
    for (; i + 16 <= size; i += kChunk) {
        auto sum = load(row + i);
        sum = hn::Add(sum, hn::ShiftLeftBytes<kPixel>(d, sum));
        if constexpr (2 * kPixel < 16) sum = hn::Add(sum, hn::ShiftLeftBytes<2 * kPixel>(d, sum));
        if constexpr (4 * kPixel < 16) sum = hn::Add(sum, hn::ShiftLeftBytes<4 * kPixel>(d, sum));
        if constexpr (8 * kPixel < 16) sum = hn::Add(sum, hn::ShiftLeftBytes<8 * kPixel>(d, sum));
        sum = hn::Add(sum, carry);
        carry = hn::TableLookupBytes(sum, from_last);
        store<kChunk>(sum, row + i);
    }
    undo_sub_tail<kPixel>(row, i, size);
}

HWY_INLINE void undo_up(std::uint8_t* row, const std::uint8_t* above, std::size_t size) {
    const hn::ScalableTag<std::uint8_t> d;
    const auto lanes = hn::Lanes(d);
    std::size_t i = 0;
    for (; i + lanes <= size; i += lanes) {
        hn::StoreU(hn::Add(hn::LoadU(d, row + i), hn::LoadU(d, above + i)), d, row + i);
    }
    for (; i < size; ++i) row[i] = static_cast<std::uint8_t>(row[i] + above[i]);
}

template <unsigned kPixel>
HWY_INLINE void undo_average(std::uint8_t* row, const std::uint8_t* above, std::size_t size) {
    auto left = hn::Zero(Bytes16());
    for (std::size_t i = 0; i < size; i += kPixel) {
        left = hn::Add(load(row + i), average(left, load(above + i)));
        store<kPixel>(left, row + i);
    }
}

// Sums modulo 256 of 16-bit lanes that hold bytes.
template <class V>
HWY_INLINE V add_bytes(V x, V y) {
    const hn::DFromV<V> d;
    return hn::BitCast(d, hn::Add(hn::BitCast(Bytes16(), x), hn::BitCast(Bytes16(), y)));
}

// One row alone, in 16 bits: more work than in bytes, but a chain of four instructions instead of
// seven, which is all that counts here. With t = 3 corner - left - above the specification's choice
// is: the larger of left and above if t <= the smaller, else the smaller if t >= the larger, else
// corner.
template <unsigned kPixel>
HWY_INLINE void undo_paeth_row(std::uint8_t* row, const std::uint8_t* above, std::size_t size) {
    const hn::Half<Bytes16> d8;
    const hn::Full128<std::int16_t> d16;
    auto left = hn::Zero(d16);
    auto corner = hn::Zero(d16);
    for (std::size_t i = 0; i < size; i += kPixel) {
        const auto raw = hn::PromoteTo(d16, hn::LoadU(d8, row + i));
        const auto up = hn::PromoteTo(d16, hn::LoadU(d8, above + i));
        const auto corner3_less_up = hn::Sub(hn::Add(hn::Add(corner, corner), corner), up);
        const auto t = hn::Sub(corner3_less_up, left);
        const auto lo = hn::Min(left, up);
        const auto hi = hn::Max(left, up);
        const auto others =
            hn::IfThenElse(hn::Gt(hi, t), add_bytes(raw, corner), add_bytes(raw, lo));
        left = hn::IfThenElse(hn::Gt(t, lo), others, add_bytes(raw, hi));
        corner = up;
        store<kPixel>(hn::Combine(Bytes16(), hn::Zero(d8), hn::DemoteTo(d8, left)), row + i);
    }
}

// The row above the first one counts as zeros.
template <unsigned kPixel>
HWY_INLINE void undo_first_row(std::uint8_t* row, std::size_t size, PngFilter filter) {
    switch (filter) {
        case PngFilter::None:
        case PngFilter::Up: return;
        case PngFilter::Sub:
        case PngFilter::Paeth: return undo_sub<kPixel>(row, size);
        case PngFilter::Average:
            for (std::size_t i = kPixel; i < size; ++i) {
                row[i] = static_cast<std::uint8_t>(row[i] + row[i - kPixel] / 2);
            }
            return;
    }
}

template <unsigned kPixel>
HWY_INLINE void undo_row(
    std::uint8_t* row, const std::uint8_t* above, std::size_t size, PngFilter filter
) {
    switch (filter) {
        case PngFilter::None: return;
        case PngFilter::Sub: return undo_sub<kPixel>(row, size);
        case PngFilter::Up: return undo_up(row, above, size);
        case PngFilter::Average: return undo_average<kPixel>(row, above, size);
        case PngFilter::Paeth: return undo_paeth_row<kPixel>(row, above, size);
    }
}

template <unsigned kPixel>
void unfilter(const PngRowBand& band, RowAbove above) {
    const auto row_bytes = band.row_bytes;
    const auto size = row_bytes - 1;
    for (std::uint32_t y = 0; y < band.count; ++y) {
        auto* row = band.rows + y * row_bytes;
        const auto filter = static_cast<PngFilter>(row[0]);
        if (y == 0 && above == RowAbove::None) {
            undo_first_row<kPixel>(row + 1, size, filter);
            continue;
        }
        if constexpr (kPixel == 3 || kPixel == 4) {
            // Four rows together cost about as much as two slow ones alone.
            unsigned slow = 0;
            unsigned paeth = 0;
            if (filter >= PngFilter::Average && y + 4 <= band.count &&
                size >= std::size_t{8} * kPixel) {
                for (unsigned r = 0; r < 4; ++r) {
                    const auto other = static_cast<PngFilter>(row[r * row_bytes]);
                    slow += other >= PngFilter::Average ? 1 : 0;
                    paeth += other == PngFilter::Paeth ? 1 : 0;
                }
            }
            if (slow >= 3) {
                if (paeth == 4) {
                    Wavefront<kPixel, true>(row, row_bytes).run();
                } else {
                    Wavefront<kPixel, false>(row, row_bytes).run();
                }
                y += 3;
                continue;
            }
        }
        undo_row<kPixel>(row + 1, row + 1 - row_bytes, size, filter);
    }
}

void unfilter_band(const PngRowBand& band, unsigned pixel_bytes, RowAbove above) {
    switch (pixel_bytes) {
        case 1: return unfilter<1>(band, above);
        case 2: return unfilter<2>(band, above);
        case 3: return unfilter<3>(band, above);
        case 4: return unfilter<4>(band, above);
        case 6: return unfilter<6>(band, above);
        default: return unfilter<8>(band, above);
    }
}

#endif

}  // namespace
}  // namespace fovea::media::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fovea::media {

HWY_EXPORT(unfilter_band);

Result<void> check_png_filters(const PngRowBand& band) {
    for (std::uint32_t y = 0; y < band.count; ++y) {
        const auto filter = band.rows[y * band.row_bytes];
        if (filter > 4) {
            return Error{
                ErrorCode::DecodeFailed,
                "PNG has a row with filter " + std::to_string(filter) + ", which does not exist"};
        }
    }
    return {};
}

Result<void> unfilter_png(const PngRowBand& band, unsigned pixel_bytes, RowAbove above) {
    TRY(check_png_filters(band));
    HWY_DYNAMIC_DISPATCH(unfilter_band)(band, pixel_bytes, above);
    return {};
}

}  // namespace fovea::media
#endif  // HWY_ONCE
