#include "fovea/media/transform/crop.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

namespace fovea::media {
namespace {

constexpr std::array<NamedRegion, 13> kRegions{{
    {"top-left", {0, 0, 0.5, 0.5}},
    {"top-right", {0.5, 0, 0.5, 0.5}},
    {"bottom-left", {0, 0.5, 0.5, 0.5}},
    {"bottom-right", {0.5, 0.5, 0.5, 0.5}},
    {"top", {0, 0, 1, 0.5}},
    {"bottom", {0, 0.5, 1, 0.5}},
    {"left", {0, 0, 0.5, 1}},
    {"right", {0.5, 0, 0.5, 1}},
    {"center", {0.25, 0.25, 0.5, 0.5}},
    {"top-half", {0, 0, 1, 0.5}},
    {"bottom-half", {0, 0.5, 1, 0.5}},
    {"left-half", {0, 0, 0.5, 1}},
    {"right-half", {0.5, 0, 0.5, 1}},
}};

Error invalid(std::string message) {
    return {ErrorCode::InvalidInput, std::move(message)};
}

Result<std::array<double, 4>> parse_four_numbers(std::string_view text) {
    std::array<double, 4> numbers{};
    const char* at = text.data();
    const char* const end = text.data() + text.size();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (i > 0) {
            if (at == end || *at != ',')
                return invalid(
                    "a crop needs four numbers x,y,w,h, not \"" + std::string(text) + "\""
                );
            ++at;
        }
        const auto [next, status] = std::from_chars(at, end, numbers[i]);
        if (status != std::errc{} || !std::isfinite(numbers[i])) {
            return invalid("a crop needs four numbers x,y,w,h, not \"" + std::string(text) + "\"");
        }
        at = next;
    }
    if (at != end)
        return invalid("a crop needs four numbers x,y,w,h, not \"" + std::string(text) + "\"");
    return numbers;
}

// The whole pixels that [from, from + length) touches, within [0, limit).
struct Interval {
    std::uint32_t from;
    std::uint32_t length;
};

Interval clamp_interval(double from, double length, std::uint32_t limit) {
    const double low = std::clamp(std::round(from), 0.0, double(limit));
    const double high = std::clamp(std::round(from + std::max(length, 0.0)), 0.0, double(limit));
    return {static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(std::max(high - low, 0.0))};
}

Result<PixelRect> clamp_pixels(const RequestedPixels& asked, PixelSize picture) {
    const auto across = clamp_interval(asked.x, asked.width, picture.width);
    const auto down = clamp_interval(asked.y, asked.height, picture.height);
    if (across.length == 0 || down.length == 0) {
        return invalid(
            "the crop is empty: it is outside this picture of " + std::to_string(picture.width) +
            "x" + std::to_string(picture.height)
        );
    }
    return PixelRect{across.from, down.from, across.length, down.length};
}

RequestedPixels scaled(const NormalizedRect& rect, PixelSize picture) {
    return {
        rect.x * picture.width,
        rect.y * picture.height,
        rect.width * picture.width,
        rect.height * picture.height};
}

// A named region is valid for every picture, so a side of one pixel keeps that pixel.
PixelRect at_least_one_pixel(const NormalizedRect& rect, PixelSize picture) {
    const auto pixels = scaled(rect, picture);
    auto across = clamp_interval(pixels.x, pixels.width, picture.width);
    auto down = clamp_interval(pixels.y, pixels.height, picture.height);
    if (across.length == 0) across = {std::min(across.from, picture.width - 1), 1};
    if (down.length == 0) down = {std::min(down.from, picture.height - 1), 1};
    return {across.from, down.from, across.length, down.length};
}

}  // namespace

std::array<std::string_view, 13> region_names() {
    std::array<std::string_view, 13> names;
    std::ranges::transform(kRegions, names.begin(), &NamedRegion::name);
    return names;
}

Result<NamedRegion> find_region(std::string_view name) {
    const auto* const found = std::ranges::find(kRegions, name, &NamedRegion::name);
    if (found != kRegions.end()) return *found;
    std::string known;
    for (const auto& region : kRegions)
        known += (known.empty() ? "" : ", ") + std::string(region.name);
    return invalid("unknown region \"" + std::string(name) + "\"; use one of " + known);
}

Result<Crop> parse_crop(std::string_view text) {
    const auto value = text.size() > 2 ? text.substr(2) : std::string_view{};
    if (text.starts_with("r=")) return Crop{TRY(find_region(value))};
    if (text.starts_with("n=")) {
        const auto n = TRY(parse_four_numbers(value));
        return Crop{NormalizedRect{n[0], n[1], n[2], n[3]}};
    }
    if (text.starts_with("p=")) {
        const auto n = TRY(parse_four_numbers(value));
        return Crop{RequestedPixels{n[0], n[1], n[2], n[3]}};
    }
    return invalid(
        "a crop must be r=NAME, n=x,y,w,h (0 to 1) or p=x,y,w,h (pixels), not \"" +
        std::string(text) + "\""
    );
}

Result<PixelRect> resolve(const Crop& crop, PixelSize picture) {
    if (const auto* region = std::get_if<NamedRegion>(&crop))
        return at_least_one_pixel(region->rect, picture);
    if (const auto* rect = std::get_if<NormalizedRect>(&crop))
        return clamp_pixels(scaled(*rect, picture), picture);
    return clamp_pixels(std::get<RequestedPixels>(crop), picture);
}

}  // namespace fovea::media
