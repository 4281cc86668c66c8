#include "fovea/media/compare/colour_changes.hpp"

#include "fovea/media/text/colours.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <unordered_map>

namespace fovea::media {
namespace {

// Enough to know a region's colours; a whole screen has thirty times as many pixels.
constexpr double kMaxSamples = 65'536;

// Of the changed pixels, for one pair of colours to be the change. The soft edges of letters take
// half of them.
constexpr double kMostOfChanged = 0.4;
// Of the region, for it to be a surface and not letters on a ground.
constexpr double kSurface = 0.6;

constexpr int kAlike = 48;    // shades of one colour
constexpr int kVisible = 40;  // less is seen by no one

struct Sample {
    Colour before;
    Colour after;
};

struct Samples {
    std::vector<Sample> changed;
    std::vector<Colour> unchanged;

    double count() const { return double(changed.size() + unchanged.size()); }
};

Colour colour_at(const Picture& picture, std::uint32_t x, std::uint32_t y) {
    const std::size_t step = bytes_per_pixel(picture.format());
    const auto* at = picture.row(y) + x * step;
    return step == 1 ? Colour{at[0], at[0], at[0]} : Colour{at[0], at[1], at[2]};
}

bool differs(const Colour& a, const Colour& b, std::uint8_t tolerance) {
    const auto apart = [&](int x, int y) { return std::abs(x - y) > tolerance; };
    return apart(a.red, b.red) || apart(a.green, b.green) || apart(a.blue, b.blue);
}

Samples samples_of(
    const Picture& before, const Picture& after, const PixelRect& region, std::uint8_t tolerance
) {
    const auto pixels = double(region.size().pixels());
    const auto step = std::max(1u, std::uint32_t(std::ceil(std::sqrt(pixels / kMaxSamples))));
    Samples samples;
    for (auto y = region.y; y < region.y + region.height; y += step) {
        for (auto x = region.x; x < region.x + region.width; x += step) {
            const auto was = colour_at(before, x, y);
            const auto is = colour_at(after, x, y);
            if (differs(was, is, tolerance)) {
                samples.changed.push_back({was, is});
            } else {
                samples.unchanged.push_back(is);
            }
        }
    }
    return samples;
}

std::uint32_t bin_of(const Sample& sample) {
    std::uint32_t bin = 0;
    for (const auto& colour : {sample.before, sample.after}) {
        for (const auto channel : {colour.red, colour.green, colour.blue}) {
            bin = bin << 4 | std::uint32_t{channel} >> 4;
        }
    }
    return bin;
}

// The mean of the two colours that most of the changed pixels had and have.
Sample commonest(const std::vector<Sample>& changed) {
    struct Bin {
        std::uint32_t count = 0;
        std::array<std::uint64_t, 6> sums{};
    };
    std::unordered_map<std::uint32_t, Bin> bins;
    for (const auto& sample : changed) {
        auto& bin = bins[bin_of(sample)];
        ++bin.count;
        const auto& [was, is] = sample;
        const std::uint8_t channels[] = {was.red, was.green, was.blue, is.red, is.green, is.blue};
        for (std::size_t i = 0; i < 6; ++i) bin.sums[i] += channels[i];
    }
    // Of equally full ones the darkest, so that the order in the map does not matter.
    const auto fullest = std::ranges::max_element(bins, [](const auto& a, const auto& b) {
        return std::pair(a.second.count, b.first) < std::pair(b.second.count, a.first);
    });
    const auto& bin = fullest->second;
    const auto mean = [&](std::size_t i) {
        return static_cast<std::uint8_t>((bin.sums[i] + bin.count / 2) / bin.count);
    };
    return {{mean(0), mean(1), mean(2)}, {mean(3), mean(4), mean(5)}};
}

std::optional<ColourChange> change_of(const PixelRect& region, const Samples& samples) {
    if (samples.changed.empty()) return std::nullopt;
    const auto pair = commonest(samples.changed);
    if (distance(pair.before, pair.after) < kVisible) return std::nullopt;
    const auto alike = double(std::ranges::count_if(samples.changed, [&](const Sample& sample) {
        return distance(sample.before, pair.before) <= kAlike &&
               distance(sample.after, pair.after) <= kAlike;
    }));
    if (alike < kMostOfChanged * double(samples.changed.size())) return std::nullopt;
    const auto share = alike / samples.count();
    if (share < kSurface) {
        const auto ground = ground_of(samples.unchanged).colour;
        const bool came_or_went = samples.unchanged.empty() ||
                                  distance(pair.before, ground) <= kAlike ||
                                  distance(pair.after, ground) <= kAlike;
        if (came_or_went) return std::nullopt;
    }
    return ColourChange{region, pair.before, pair.after, share};
}

}  // namespace

std::vector<ColourChange> find_colour_changes(
    const Picture& before,
    const Picture& after,
    std::span<const PixelRect> regions,
    const ChangeSettings& settings
) {
    std::vector<ColourChange> changes;
    for (const auto& region : regions) {
        const auto samples = samples_of(before, after, region, settings.tolerance);
        if (const auto change = change_of(region, samples)) changes.push_back(*change);
    }
    return changes;
}

}  // namespace fovea::media
