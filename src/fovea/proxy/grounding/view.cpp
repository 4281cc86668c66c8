#include "fovea/proxy/grounding/view.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fovea::proxy::grounding {
namespace {

using media::PixelRect;
using media::PixelSize;

// The part of the original that was shown.
PixelRect shown(const View& view) {
    if (!view.crop) return {0, 0, view.original.width, view.original.height};
    auto part = *view.crop;
    part.x = std::min(part.x, view.original.width);
    part.y = std::min(part.y, view.original.height);
    part.width = std::min(part.width, view.original.width - part.x);
    part.height = std::min(part.height, view.original.height - part.y);
    return part;
}

// What the largest coordinate is.
struct Extent {
    double width = 0;
    double height = 0;
};

Extent extent_of(Space space, const View& view, PixelSize part) {
    switch (space) {
        case Space::Percent: return {100, 100};
        case Space::Thousand: return {1000, 1000};
        case Space::NineNinetyNine: return {999, 999};
        case Space::SeenPixels: break;
    }
    for (const auto size : {view.seen, view.sent}) {
        if (size.pixels() > 0) return {double(size.width), double(size.height)};
    }
    return {double(part.width), double(part.height)};
}

// Where the picture ends: a margin is no part of it.
Extent without_margin(Extent extent, const View& view) {
    if (view.without_margin.pixels() == 0 || view.sent.pixels() == 0) return extent;
    return {
        extent.width * view.without_margin.width / view.sent.width,
        extent.height * view.without_margin.height / view.sent.height};
}

// One axis of a box.
struct Span {
    std::uint32_t begin = 0;
    std::uint32_t length = 0;
    bool clamped = false;
};

struct Axis {
    double extent = 0;         // of the model's coordinates, up to where the picture ends
    std::uint32_t pixels = 0;  // of the part that was shown
    bool cut = false;          // to whole pixels, instead of to the nearest

    std::uint32_t pixel(double value) const {
        const auto exact = std::clamp(value, 0.0, extent) / extent * pixels;
        const auto whole = cut ? std::floor(exact) : std::round(exact);
        return std::min(static_cast<std::uint32_t>(whole), pixels);
    }

    bool is_outside(double value) const { return value < 0 || value > extent; }

    Span span(double from, double to) const {
        const auto [low, high] = std::minmax(from, to);
        const bool clamped = is_outside(low) || is_outside(high);
        const auto begin = std::min(pixel(low), pixels - 1);
        const auto end = std::max(pixel(high), begin + 1);
        return {begin, end - begin, clamped};
    }

    Span point(double at) const {
        const auto exact = std::clamp(at, 0.0, extent) / extent * pixels;
        const auto begin = std::min(static_cast<std::uint32_t>(exact), pixels - 1);
        return {begin, 1, is_outside(at)};
    }
};

}  // namespace

View view_of(
    PixelSize original,
    std::optional<PixelRect> crop,
    PixelSize sent,
    const models::ImageTokenRule* rule,
    models::Detail detail
) {
    View view{original, crop, sent, sent};
    if (rule == nullptr) return view;
    const auto seen = models::size_seen_by_model(*rule, sent, detail);
    if (seen.ok()) view.seen = seen.value();
    return view;
}

std::optional<Placed> to_original(const Place& place, const View& view) {
    const auto part = shown(view);
    if (part.size().pixels() == 0) return std::nullopt;
    const auto extent = without_margin(extent_of(place.space, view, part.size()), view);
    const bool cut = place.space == Space::NineNinetyNine;
    const Axis across{extent.width, part.width, cut};
    const Axis down{extent.height, part.height, cut};

    const auto x = place.is_point ? across.point(place.x1) : across.span(place.x1, place.x2);
    const auto y = place.is_point ? down.point(place.y1) : down.span(place.y1, place.y2);
    return Placed{{part.x + x.begin, part.y + y.begin, x.length, y.length}, x.clamped || y.clamped};
}

}  // namespace fovea::proxy::grounding
