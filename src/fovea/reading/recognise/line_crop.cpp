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

// Of the upright box around a line: one across all of a large picture is none, and would be 400 MB as numbers.
constexpr std::int64_t kMaxPixels = 24'000'000;

// A piece of the picture as numbers, that can be halved.
struct Piece {
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::vector<float> values;

    float at(std::int64_t y, std::int64_t x) const {
        y = std::clamp<std::int64_t>(y, 0, rows - 1);
        x = std::clamp<std::int64_t>(x, 0, columns - 1);
        return values[static_cast<std::size_t>(y * columns + x)];
    }

    Piece halved() const {
        Piece half{rows / 2, columns / 2, {}};
        for (std::int64_t y = 0; y < half.rows; ++y) {
            for (std::int64_t x = 0; x < half.columns; ++x) {
                half.values.push_back(
                    (at(2 * y, 2 * x) + at(2 * y, 2 * x + 1) + at(2 * y + 1, 2 * x) +
                     at(2 * y + 1, 2 * x + 1)) /
                    4
                );
            }
        }
        return half;
    }
};

Piece piece_of(
    const media::Picture& gray,
    std::int64_t left,
    std::int64_t top,
    std::int64_t right,
    std::int64_t bottom
) {
    Piece piece{bottom - top, right - left, {}};
    for (auto y = top; y < bottom; ++y) {
        const auto* row = gray.row(static_cast<std::size_t>(y));
        for (auto x = left; x < right; ++x) piece.values.push_back(row[x]);
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
    return sum;
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

LineCrop::LineCrop(const media::Picture& gray, const LineAxis& axis)
    : picture_(gray.size()), axis_(axis) {
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
    const auto left = within(axis.x - reach_x, picture_.width - 1);
    const auto top = within(axis.y - reach_y, picture_.height - 1);
    const auto right = std::max(left + 1, within(axis.x + reach_x, picture_.width));
    const auto bottom = std::max(top + 1, within(axis.y + reach_y, picture_.height));
    if ((right - left) * (bottom - top) > kMaxPixels) {
        for (std::uint32_t row = 0; row < kRows; ++row)
            std::fill_n(image_.row(row), width, kGround);
        return;
    }
    auto piece = piece_of(gray, left, top, right, bottom);
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
    const auto x1 = pixel(left, picture_.width - 1);
    const auto y1 = pixel(top, picture_.height - 1);
    const auto x2 = std::max(x1 + 1, pixel(right, picture_.width));
    const auto y2 = std::max(y1 + 1, pixel(bottom, picture_.height));
    return {x1, y1, x2 - x1, y2 - y1};
}

media::Picture gray_of(const media::Picture& picture) {
    const auto size = picture.size();
    media::Picture gray(media::Shape::of(size, media::PixelFormat::Gray8));
    const auto channels = media::bytes_per_pixel(picture.format());
    for (std::uint32_t y = 0; y < size.height; ++y) {
        const auto* from = picture.row(y);
        auto* to = gray.row(y);
        for (std::uint32_t x = 0; x < size.width; ++x, from += channels) {
            to[x] = channels < 3
                        ? from[0]
                        : static_cast<std::uint8_t>(
                              std::nearbyint(0.299F * from[0] + 0.587F * from[1] + 0.114F * from[2])
                          );
        }
    }
    return gray;
}

}  // namespace fovea::reading
