#include "fovea/models/image_resize_rules.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace fovea::models {
namespace {

using media::PixelSize;

std::uint32_t whole(double value) {
    return static_cast<std::uint32_t>(std::max(1.0, value));
}

// The picture with its long side at `long_side`. Halves go to the even number, as in the
// publisher's Python.
PixelSize with_long_side(PixelSize size, std::uint32_t long_side) {
    const auto wide = size.width >= size.height;
    const auto aspect = double(size.longest_edge()) / double(std::min(size.width, size.height));
    const auto short_side = whole(std::nearbyint(long_side / aspect));
    return wide ? PixelSize{long_side, short_side} : PixelSize{short_side, long_side};
}

}  // namespace

PixelSize fit_patches(const PatchFitRule& rule, PixelSize size) {
    const auto fits = [&](PixelSize candidate) {
        return divide_up(candidate.longest_edge(), rule.patch) * rule.patch <= rule.max_edge &&
               patches(candidate, rule.patch) <= rule.max_tokens;
    };
    if (fits(size)) return size;

    std::uint32_t fitting = 1;
    std::uint32_t too_long = size.longest_edge();
    while (too_long - fitting > 1) {
        const auto middle = fitting + (too_long - fitting) / 2;
        (fits(with_long_side(size, middle)) ? fitting : too_long) = middle;
    }
    return with_long_side(size, fitting);
}

Result<PixelSize> fit_budget(const PatchBudgetRule& rule, PixelSize size, Detail detail) {
    const auto effective = detail == Detail::Auto ? rule.auto_detail : detail;
    const auto& limits = rule.details[static_cast<std::size_t>(effective)];
    if (!limits) {
        return Error{
            ErrorCode::InvalidInput,
            "this model's image-token rule has no detail \"" + std::string(name_of(effective)) +
                "\""};
    }
    const auto long_side = size.longest_edge();
    if (long_side > limits->max_dim) {
        const auto scale = double(limits->max_dim) / double(long_side);
        size = {
            whole(std::nearbyint(size.width * scale)), whole(std::nearbyint(size.height * scale))};
    }
    if (!limits->budget || patches(size, kBudgetPatch) <= *limits->budget) return size;

    // Shrink to the budget's area, then further, so that the side that wastes more of its last
    // patch ends on a whole one.
    constexpr double kPatch = kBudgetPatch;
    const auto area = kPatch * kPatch * double(*limits->budget);
    const auto scale = std::sqrt(area / double(size.pixels()));
    const auto across = size.width * scale / kPatch;
    const auto down = size.height * scale / kPatch;
    const auto trimmed = scale * std::min(std::floor(across) / across, std::floor(down) / down);
    // A hair is added before cutting: 1056 arrives as 1055.9999999999998 otherwise.
    constexpr double kHair = 1e-6;
    return PixelSize{
        whole(std::floor(size.width * trimmed + kHair)),
        whole(std::floor(size.height * trimmed + kHair))};
}

Shrinking fit_tiles(const TileRule& rule, PixelSize size) {
    const std::uint64_t long_side = size.longest_edge();
    const std::uint64_t short_side = std::min(size.width, size.height);
    Shrinking shrunk;
    if (long_side > rule.fit) shrunk = {rule.fit, long_side};
    if (short_side * shrunk.numerator > std::uint64_t{rule.short_side} * shrunk.denominator) {
        shrunk = {rule.short_side, short_side};
    }
    return shrunk;
}

Result<PixelSize> smart_resize(const SmartResizeRule& rule, PixelSize size) {
    constexpr double kMaxAspect = 200;
    const double factor = rule.factor;
    const double width = size.width;
    const double height = size.height;
    if (std::max(width, height) / std::min(width, height) > kMaxAspect) {
        return Error{
            ErrorCode::InvalidInput,
            "a picture of " + std::to_string(size.width) + "x" + std::to_string(size.height) +
                " is thinner than 1:200, which this model refuses"};
    }
    const auto rounded = [&](double side) {
        return std::max(factor, std::nearbyint(side / factor) * factor);
    };
    auto out = std::pair{rounded(width), rounded(height)};
    if (out.first * out.second > double(rule.max_pixels)) {
        const auto shrink = std::sqrt(width * height / double(rule.max_pixels));
        const auto cut = [&](double side) {
            return std::max(factor, std::floor(side / shrink / factor) * factor);
        };
        out = {cut(width), cut(height)};
    } else if (out.first * out.second < double(rule.min_pixels)) {
        const auto grow = std::sqrt(double(rule.min_pixels) / (width * height));
        const auto raise = [&](double side) { return std::ceil(side * grow / factor) * factor; };
        out = {raise(width), raise(height)};
    }
    return PixelSize{whole(out.first), whole(out.second)};
}

}  // namespace fovea::models
