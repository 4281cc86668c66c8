#include "fovea/media/compare/phash.hpp"

#include "fovea/media/compare/block_means.hpp"
#include "fovea/media/transform/alpha_rows.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <string>

namespace fovea::media {
namespace {

constexpr double kGrey = 128;
constexpr std::uint32_t kMaxSide = 1u << 20;  // no format but PNG can even say more than 65535
constexpr std::size_t kFrequencies = 8;

// Pixels of a cell: large pictures shrink by exact block means first, which leaves at least 64
// cells on the longest edge.
std::uint32_t block_for(PixelSize original) {
    const auto edge = original.longest_edge();
    return edge >= 512 ? 8 : edge >= 256 ? 4 : edge >= 128 ? 2 : 1;
}

double sensible_extent(double extent, std::uint32_t size) {
    return extent > size - 1.0 && extent <= size ? extent : size;
}

std::uint32_t cells(std::uint32_t pixels, std::uint32_t block) {
    return (pixels + block - 1) / block;
}

// A pixel of the upright square, in the square as stored.
std::size_t stored_index(Orientation orientation, std::size_t x, std::size_t y, std::size_t side) {
    const auto last = side - 1;
    switch (orientation) {
        case Orientation::Upright: return y * side + x;
        case Orientation::MirrorHorizontal: return y * side + (last - x);
        case Orientation::Rotate180: return (last - y) * side + (last - x);
        case Orientation::MirrorVertical: return (last - y) * side + x;
        case Orientation::Transpose: return x * side + y;
        case Orientation::Rotate90: return (last - x) * side + y;
        case Orientation::Transverse: return (last - x) * side + (last - y);
        case Orientation::Rotate270: return x * side + (last - y);
    }
    return y * side + x;
}

// cosines[u][x] of an orthonormal DCT-II, for the lowest frequencies.
template <std::size_t kSide>
std::array<std::array<double, kSide>, kFrequencies> dct_rows() {
    std::array<std::array<double, kSide>, kFrequencies> rows{};
    for (std::size_t u = 0; u < kFrequencies; ++u) {
        const auto scale = std::sqrt((u == 0 ? 1.0 : 2.0) / double(kSide));
        for (std::size_t x = 0; x < kSide; ++x) {
            rows[u][x] =
                scale * std::cos(double((2 * x + 1) * u) * std::numbers::pi / (2.0 * kSide));
        }
    }
    return rows;
}

Fingerprint bits_of(const std::array<long, kFrequencies * kFrequencies>& coefficients) {
    auto sorted = coefficients;
    const auto middle = sorted.begin() + 1 + (kFrequencies * kFrequencies - 1) / 2;
    std::nth_element(sorted.begin() + 1, middle, sorted.end());
    Fingerprint bits = 0;
    for (const auto coefficient : coefficients)
        bits = bits << 1 | (coefficient > *middle ? 1u : 0u);
    return bits;
}

}  // namespace

double similarity(Fingerprint a, Fingerprint b) {
    return 1 - std::popcount(a ^ b) / 64.0;
}

std::string to_hex(Fingerprint fingerprint) {
    std::string digits(16, '0');
    for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit, fingerprint >>= 4) {
        *digit = "0123456789abcdef"[fingerprint & 15];
    }
    return digits;
}

FingerprintSink::FingerprintSink(PixelSize original) : original_(original) {}

// Where the cells of one axis fall in the square: in the middle of it, scaled so that the longest
// edge of the picture fills it.
std::vector<FingerprintSink::Overlap> FingerprintSink::overlaps(
    std::uint32_t size, double extent, std::uint32_t original
) const {
    const double side = original_.longest_edge();
    const auto to_bins = double(kSide) / side;
    const auto start = (side - original) / 2;
    const auto count = cells(size, block_);
    const auto edge = [&](std::uint32_t cell) {
        const auto pixels = std::min(double(cell) * block_, extent);
        return (start + pixels * original / extent) * to_bins;
    };
    std::vector<Overlap> result;
    for (std::uint32_t cell = 0; cell < count; ++cell) {
        const auto left = edge(cell);
        const auto right = edge(cell + 1);
        for (auto bin = static_cast<std::uint32_t>(left); bin < kSide && bin < right; ++bin) {
            const auto weight = std::min<double>(right, bin + 1) - std::max<double>(left, bin);
            result.push_back({cell, bin, weight});
        }
    }
    return result;
}

Result<void> FingerprintSink::begin(const Shape& shape) {
    if (shape.size.pixels() == 0 || original_.pixels() == 0) {
        return Error{ErrorCode::InvalidInput, "a picture without pixels has no fingerprint"};
    }
    if (shape.size.longest_edge() > kMaxSide) {
        return Error{
            ErrorCode::FileTooLarge,
            "a side of " + std::to_string(shape.size.longest_edge()) +
                " pixels is over the limit of " + std::to_string(kMaxSide)};
    }
    shape_ = shape;
    channels_ = shape.format == PixelFormat::Cmyk8 ? 3 : bytes_per_pixel(shape.format);
    const auto extent_width = sensible_extent(shape.extent_width, shape.size.width);
    const auto extent_height = sensible_extent(shape.extent_height, shape.size.height);

    // What the decoder already reduced need not be reduced again.
    const auto reduced = std::max(original_.width / extent_width, original_.height / extent_height);
    block_ = std::max(
        1u, block_for(original_) / static_cast<std::uint32_t>(std::max(1.0, reduced + 0.5))
    );

    const auto across = cells(shape.size.width, block_);
    columns_.assign(std::size_t{across} * block_ * channels_, 0);
    lumas_.assign(across, 0);
    across_ = overlaps(shape.size.width, extent_width, original_.width);
    down_ = overlaps(shape.size.height, extent_height, original_.height);
    converted_ = Buffer();
    next_row_ = 0;
    rows_in_cells_ = 0;
    next_down_ = 0;
    square_.fill(0);
    return {};
}

// What a row would look like on white paper.
const std::uint8_t* FingerprintSink::converted(const std::uint8_t* row) {
    const std::size_t width = shape_.size.width;
    if (shape_.format == PixelFormat::Rgba8) {
        if (is_opaque(row, width)) return row;
        if (converted_.size() == 0) converted_ = Buffer(4 * width);
        auto* out = converted_.data();
        premultiply(row, width, out);
        for (std::size_t i = 0; i < 4 * width; ++i) {
            out[i] = static_cast<std::uint8_t>(out[i] + 255 - row[i | 3]);
        }
        return out;
    }
    if (shape_.format != PixelFormat::Cmyk8) return row;
    if (converted_.size() == 0) converted_ = Buffer(3 * width);
    auto* out = converted_.data();
    for (std::size_t x = 0; x < width; ++x) {
        const unsigned light = 255u - row[4 * x + 3];
        for (std::size_t c = 0; c < 3; ++c) {
            out[3 * x + c] = static_cast<std::uint8_t>((255u - row[4 * x + c]) * light / 255);
        }
    }
    return out;
}

Result<void> FingerprintSink::rows(const RowBand& band) {
    if (band.plane != 0) return {};
    if (band.first != next_row_ || band.count > shape_.size.height - next_row_) {
        return Error{
            ErrorCode::Internal,
            "row " + std::to_string(band.first) + " came when row " + std::to_string(next_row_) +
                " of " + std::to_string(shape_.size.height) + " was due"};
    }
    const bool converts =
        shape_.format == PixelFormat::Rgba8 || shape_.format == PixelFormat::Cmyk8;
    const auto samples = std::span(columns_).first(std::size_t{shape_.size.width} * channels_);
    for (std::uint32_t i = 0; i < band.count;) {
        const auto* row = band.data + i * band.stride;
        const auto count = converts ? 1 : std::min(band.count - i, block_ - rows_in_cells_);
        add_rows(converts ? converted(row) : row, band.stride, count, samples);
        i += count;
        next_row_ += count;
        rows_in_cells_ += count;
        if (rows_in_cells_ == block_ || next_row_ == shape_.size.height) finish_cells();
    }
    return {};
}

// One row of cells is complete: its means go to where they lie in the square.
void FingerprintSink::finish_cells() {
    sum_blocks(columns_, channels_, block_, lumas_);
    const auto width = shape_.size.width;
    std::array<double, kSide> row{};
    const auto whole = 1 / (256.0 * block_ * rows_in_cells_);
    const auto last_cell = (width - 1) / block_;
    const auto last = 1 / (256.0 * (width - last_cell * block_) * rows_in_cells_);
    for (const auto& overlap : across_) {
        const auto scale = overlap.cell == last_cell ? last : whole;
        row[overlap.bin] += lumas_[overlap.cell] * scale * overlap.weight;
    }
    const auto cell = (next_row_ - 1) / block_;
    for (; next_down_ < down_.size() && down_[next_down_].cell == cell; ++next_down_) {
        const auto& overlap = down_[next_down_];
        auto* bins = square_.data() + overlap.bin * kSide;
        for (std::size_t x = 0; x < kSide; ++x) bins[x] += row[x] * overlap.weight;
    }
    std::fill(columns_.begin(), columns_.end(), std::uint16_t{0});
    rows_in_cells_ = 0;
}

Result<void> FingerprintSink::end() {
    if (next_row_ == shape_.size.height) return {};
    return Error{
        ErrorCode::DecodeFailed,
        "the picture ends after row " + std::to_string(next_row_) + " of " +
            std::to_string(shape_.size.height)};
}

Fingerprint FingerprintSink::finish(Orientation orientation) const {
    std::array<double, kSide> wide{};
    std::array<double, kSide> high{};
    for (const auto& overlap : across_) wide[overlap.bin] += overlap.weight;
    for (const auto& overlap : down_) high[overlap.bin] += overlap.weight;

    static const auto cosines = dct_rows<kSide>();
    std::array<double, kFrequencies * kFrequencies> sums{};
    for (std::size_t y = 0; y < kSide; ++y) {
        std::array<double, kFrequencies> transformed{};
        for (std::size_t x = 0; x < kSide; ++x) {
            const auto at = stored_index(orientation, x, y, kSide);
            const auto padding = (1 - wide[at % kSide] * high[at / kSide]) * kGrey;
            const auto value = square_[at] + padding;
            for (std::size_t u = 0; u < kFrequencies; ++u) transformed[u] += cosines[u][x] * value;
        }
        for (std::size_t v = 0; v < kFrequencies; ++v) {
            for (std::size_t u = 0; u < kFrequencies; ++u) {
                sums[v * kFrequencies + u] += cosines[v][y] * transformed[u];
            }
        }
    }
    std::array<long, kFrequencies * kFrequencies> coefficients{};
    for (std::size_t i = 0; i < sums.size(); ++i) coefficients[i] = std::lround(sums[i]);
    return bits_of(coefficients);
}

}  // namespace fovea::media
