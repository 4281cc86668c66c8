#include "fovea/media/image/colour/rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace fovea::media {

double srgb_curve(double linear) {
    if (linear <= 0.0031308) return 12.92 * linear;
    return 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

bool is_noticed(const SampleTable& table) {
    for (int i = 0; i < 256; ++i) {
        if (std::abs(table[static_cast<std::size_t>(i)] - i) > kUnnoticed) return true;
    }
    return false;
}

void TableConversion::run(const std::uint8_t* from, std::size_t pixels, std::uint8_t* to) const {
    if (format_ != PixelFormat::Rgba8) {
        const auto samples = pixels * bytes_per_pixel(format_);
        for (std::size_t i = 0; i < samples; ++i) to[i] = table_[from[i]];
        return;
    }
    for (std::size_t i = 0; i < pixels; ++i, from += 4, to += 4) {
        for (std::size_t c = 0; c < 3; ++c) to[c] = table_[from[c]];
        to[3] = from[3];
    }
}

void InkConversion::run(const std::uint8_t* from, std::size_t pixels, std::uint8_t* to) const {
    for (std::size_t i = 0; i < pixels; ++i, from += 4, to += 3) {
        const unsigned paper = 255u - from[3];
        for (std::size_t c = 0; c < 3; ++c) {
            to[c] = static_cast<std::uint8_t>(((255u - from[c]) * paper + 127) / 255);
        }
    }
}

MatrixConversion::MatrixConversion(const MatrixProfile& profile, PixelFormat format)
    : format_(format) {
    constexpr double kScale = double(kSteps) * kFraction;
    for (std::size_t channel = 0; channel < 3; ++channel) {
        for (std::size_t sample = 0; sample < 256; ++sample) {
            auto& part = parts_[channel][sample];
            part = Sum{};
            for (std::size_t row = 0; row < 3; ++row) {
                // Curves and matrices come from the file. Beyond 16 times white there is nothing
                // to see, and the sum of three still fits.
                const auto light = profile.linear[channel][sample] * profile.matrix[row][channel];
                const auto sane = std::isfinite(light) ? std::clamp(light, -16.0, 16.0) : 0.0;
                part[row] = static_cast<std::int32_t>(std::lround(sane * kScale));
            }
            if (channel == 0) part += kFraction / 2;  // rounds the sum
        }
    }
    for (std::size_t step = 0; step <= kSteps; ++step) {
        curve_[step] =
            static_cast<std::uint8_t>(std::lround(255 * srgb_curve(double(step) / kSteps)));
    }
}

template <unsigned kPixelBytes>
void MatrixConversion::run_as(const std::uint8_t* from, std::size_t pixels, std::uint8_t* to)
    const {
    constexpr Sum kBlack = {0, 0, 0, 0};
    constexpr Sum kWhite = {kSteps, kSteps, kSteps, kSteps};
    for (std::size_t i = 0; i < pixels; ++i, from += kPixelBytes, to += kPixelBytes) {
        Sum light = parts_[0][from[0]] + parts_[1][from[1]] + parts_[2][from[2]];
        light >>= 8;
        light = light < kBlack ? kBlack : light;
        light = light > kWhite ? kWhite : light;
        to[0] = curve_[static_cast<std::size_t>(light[0])];
        to[1] = curve_[static_cast<std::size_t>(light[1])];
        to[2] = curve_[static_cast<std::size_t>(light[2])];
        if constexpr (kPixelBytes == 4) to[3] = from[3];
    }
}

void MatrixConversion::run(const std::uint8_t* from, std::size_t pixels, std::uint8_t* to) const {
    if (format_ == PixelFormat::Rgba8) {
        run_as<4>(from, pixels, to);
    } else {
        run_as<3>(from, pixels, to);
    }
}

}  // namespace fovea::media
