#include "fovea/reading/recognise/line_crop.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace fovea::reading {
namespace {

constexpr std::uint32_t kRows = 32;
constexpr std::uint8_t kGround = 64;
constexpr double kMargin = 0.1;  // heights around the line
constexpr std::uint32_t kMaxColumns = 32'000;

// Of the upright box around a line: one across all of a very large picture is none, and takes two bytes a pixel.
constexpr std::int64_t kMaxPixels = 12'000'000;

// A piece of the picture in shades of gray, that can be halved: 64 for each level, so that a mean of means is exact.
struct Piece {
    static constexpr unsigned kLevel = 64;

    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::vector<std::uint16_t> values;

    unsigned at(std::int64_t y, std::int64_t x) const {
        y = std::clamp<std::int64_t>(y, 0, rows - 1);
        x = std::clamp<std::int64_t>(x, 0, columns - 1);
        return values[static_cast<std::size_t>(y * columns + x)];
    }

    Piece halved() const {
        Piece half{rows / 2, columns / 2, {}};
        half.values.reserve(static_cast<std::size_t>(half.rows * half.columns));
        for (std::int64_t y = 0; y < half.rows; ++y) {
            for (std::int64_t x = 0; x < half.columns; ++x) {
                const auto sum = at(2 * y, 2 * x) + at(2 * y, 2 * x + 1) + at(2 * y + 1, 2 * x) +
                                 at(2 * y + 1, 2 * x + 1);
                half.values.push_back(static_cast<std::uint16_t>(sum / 4));
            }
        }
        return half;
    }
};

Piece piece_of(
    const media::Picture& picture,
    std::int64_t left,
    std::int64_t top,
    std::int64_t right,
    std::int64_t bottom
) {
    const auto channels = media::bytes_per_pixel(picture.format());
    const auto shade = [&](const std::uint8_t* pixel) {
        if (channels < 3) return Piece::kLevel * pixel[0];
        const auto gray = std::nearbyint(0.299F * pixel[0] + 0.587F * pixel[1] + 0.114F * pixel[2]);
        return Piece::kLevel * static_cast<unsigned>(gray);
    };
    Piece piece{bottom - top, right - left, {}};
    piece.values.reserve(static_cast<std::size_t>(piece.rows * piece.columns));
    for (auto y = top; y < bottom; ++y) {
        const auto* pixel = picture.row(static_cast<std::size_t>(y)) + left * channels;
        for (auto x = left; x < right; ++x, pixel += channels) {
            piece.values.push_back(static_cast<std::uint16_t>(shade(pixel)));
        }
    }
    return piece;
}

// Of the four samples around a place: Keys' cubic, as Pillow has it.
std::array<double, 4> taps_at(double fraction) {
    constexpr double kA = -0.5;
    const auto near = [](double x) { return ((kA + 2) * x - (kA + 3)) * x * x + 1; };
    const auto far = [](double x) { return ((kA * x - 5 * kA) * x + 8 * kA) * x - 4 * kA; };
    return {far(1 + fraction), near(fraction), near(1 - fraction), far(2 - fraction)};
}

double sample(const Piece& piece, double x, double y) {
    const auto column = std::floor(x);
    const auto row = std::floor(y);
    const auto across = taps_at(x - column);
    const auto down = taps_at(y - row);
    double sum = 0;
    for (int dy = 0; dy < 4; ++dy) {
        double line = 0;
        for (int dx = 0; dx < 4; ++dx) {
            line += across[std::size_t(dx)] *
                    piece.at(std::int64_t(row) + dy - 1, std::int64_t(column) + dx - 1);
        }
        sum += down[std::size_t(dy)] * line;
    }
    return sum / Piece::kLevel;
}

// The ground, which is most of it, becomes 64, the ink 191.
void normalise(media::Picture& image) {
    std::array<std::uint32_t, 256> counts{};
    const auto size = image.size();
    for (std::uint32_t y = 0; y < size.height; ++y) {
        for (std::uint32_t x = 0; x < size.width; ++x) ++counts[image.row(y)[x]];
    }
    const auto all = double(size.pixels());
    const auto at = [&](double share) {
        const auto least = std::max(1.0, share * all);
        double below = 0;
        for (int value = 0; value < 256; ++value) {
            below += counts[std::size_t(value)];
            if (below >= least) return value;
        }
        return 255;
    };
    auto low = at(0.01);
    const auto ground = at(0.5);
    auto high = at(0.99);
    if (high - low < 8) {
        low = at(0);
        high = at(1);
    }
    const bool up = high - ground > ground - low;
    const auto scale = (up ? 1.0 : -1.0) / std::max(8, up ? high - ground : ground - low);
    std::array<std::uint8_t, 256> table{};
    for (int value = 0; value < 256; ++value) {
        const auto byte = std::nearbyint(((value - ground) * scale + 0.5) * 127.5);
        table[std::size_t(value)] = static_cast<std::uint8_t>(std::clamp(byte, 0.0, 255.0));
    }
    for (std::uint32_t y = 0; y < size.height; ++y) {
        for (std::uint32_t x = 0; x < size.width; ++x) image.row(y)[x] = table[image.row(y)[x]];
    }
}

}  // namespace

LineCrop::LineCrop(const media::Picture& picture, const LineAxis& axis)
    : size_(picture.size()), axis_(axis) {
    const auto margin = std::max(1.0, kMargin * axis.height);
    length_ = axis.length + 2 * margin;
    height_ = axis.height + 2 * margin;
    const auto columns =
        std::clamp(std::nearbyint(length_ * kRows / height_), 8.0, double(kMaxColumns));
    const auto width = static_cast<std::uint32_t>(columns);
    image_ = media::Picture(media::Shape::of({width, kRows}, media::PixelFormat::Gray8));

    const auto cos = std::cos(axis.angle);
    const auto sin = std::sin(axis.angle);
    const auto reach_x = (std::abs(cos) * length_ + std::abs(sin) * height_) / 2 + 4;
    const auto reach_y = (std::abs(sin) * length_ + std::abs(cos) * height_) / 2 + 4;
    const auto within = [](double value, std::uint32_t most) {
        return static_cast<std::int64_t>(std::clamp(value, 0.0, double(most)));
    };
    const auto left = within(axis.x - reach_x, size_.width - 1);
    const auto top = within(axis.y - reach_y, size_.height - 1);
    const auto right = std::max(left + 1, within(axis.x + reach_x, size_.width));
    const auto bottom = std::max(top + 1, within(axis.y + reach_y, size_.height));
    if ((right - left) * (bottom - top) > kMaxPixels) {
        for (std::uint32_t row = 0; row < kRows; ++row)
            std::fill_n(image_.row(row), width, kGround);
        return;
    }
    auto piece = piece_of(picture, left, top, right, bottom);
    double scale = 1;
    while (height_ * scale / kRows > 1.5 && std::min(piece.rows, piece.columns) > 3) {
        piece = piece.halved();
        scale /= 2;
    }
    for (std::uint32_t row = 0; row < kRows; ++row) {
        const auto v = ((row + 0.5) / kRows - 0.5) * height_;
        for (std::uint32_t column = 0; column < width; ++column) {
            const auto u = ((column + 0.5) / width - 0.5) * length_;
            const auto x = (axis.x - double(left) + u * cos - v * sin) * scale - 0.5;
            const auto y = (axis.y - double(top) + u * sin + v * cos) * scale - 0.5;
            const auto value = std::nearbyint(sample(piece, x, y));
            image_.row(row)[column] = static_cast<std::uint8_t>(std::clamp(value, 0.0, 255.0));
        }
    }
    normalise(image_);
}

media::PixelRect LineCrop::box_of(double first, double end) const {
    const auto along = [&](double column) {
        return std::clamp(
            (column / image_.size().width - 0.5) * length_, -axis_.length / 2, axis_.length / 2
        );
    };
    const auto cos = std::cos(axis_.angle);
    const auto sin = std::sin(axis_.angle);
    double left = HUGE_VAL;
    double top = HUGE_VAL;
    double right = -HUGE_VAL;
    double bottom = -HUGE_VAL;
    for (const auto u : {along(first), along(end)}) {
        for (const auto v : {-axis_.height / 2, axis_.height / 2}) {
            const auto x = axis_.x + u * cos - v * sin;
            const auto y = axis_.y + u * sin + v * cos;
            left = std::min(left, x);
            right = std::max(right, x);
            top = std::min(top, y);
            bottom = std::max(bottom, y);
        }
    }
    const auto pixel = [](double value, std::uint32_t most) {
        return static_cast<std::uint32_t>(std::clamp(std::round(value), 0.0, double(most)));
    };
    const auto x1 = pixel(left, size_.width - 1);
    const auto y1 = pixel(top, size_.height - 1);
    const auto x2 = std::max(x1 + 1, pixel(right, size_.width));
    const auto y2 = std::max(y1 + 1, pixel(bottom, size_.height));
    return {x1, y1, x2 - x1, y2 - y1};
}

}  // namespace fovea::reading
