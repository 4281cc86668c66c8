#include "fovea/reading/recognise/colour_bins.hpp"

#include "fovea/media/text/colours.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fovea::reading {
namespace {

constexpr std::size_t kBins = 32768;

// Shades this near are one colour to whoever describes the picture: a panel and its hover state,
// the banks of an editor.
constexpr int kNearShade = 40;

// In a photograph colours are wider: the sunlit and the shaded side of a wall.
constexpr int kNearShadeInPhotos = 84;

// What is left when the main colours stand goes to the nearest of them, unless it is another
// colour altogether. Photographs need that: their colours have no centre.
constexpr int kSameColour = 120;

constexpr double kSliver = 0.01;

struct Shade {
    media::Colour colour;
    std::uint64_t pixels = 0;
    std::uint64_t weight = 0;  // how much it speaks for being a main colour
};

media::Colour unpacked(std::uint32_t colour) {
    return {
        static_cast<std::uint8_t>(colour >> 16),
        static_cast<std::uint8_t>(colour >> 8),
        static_cast<std::uint8_t>(colour)};
}

// The nearest one within `reach`, or null.
Shade* nearest(std::vector<Shade>& shades, const media::Colour& colour, int reach) {
    Shade* best = nullptr;
    for (auto& shade : shades) {
        const auto away = distance(shade.colour, colour);
        if (away > reach) continue;
        reach = away - 1;
        best = &shade;
    }
    return best;
}

// The shades that the most weight lies around; they come with no pixels yet.
std::vector<Shade> seeds_of(std::vector<Shade> shades, int near) {
    // More than this many cannot each be larger than a sliver.
    constexpr std::size_t kMaxSeeds = 100;
    std::ranges::stable_sort(shades, std::ranges::greater{}, &Shade::weight);
    std::vector<Shade> seeds;
    for (const auto& shade : shades) {
        if (auto* seed = nearest(seeds, shade.colour, near)) {
            seed->weight += shade.weight;
        } else if (shade.weight > 0 && seeds.size() < kMaxSeeds) {
            seeds.push_back({shade.colour, 0, shade.weight});
        }
    }
    std::ranges::stable_sort(seeds, std::ranges::greater{}, &Shade::weight);
    if (seeds.size() > kMaxLookColours) seeds.resize(kMaxLookColours);
    return seeds;
}

}  // namespace

ColourBins::ColourBins() : bins_(kBins) {}

std::uint32_t ColourBins::tones() const {
    return static_cast<std::uint32_t>(std::ranges::count_if(bins_, [](const Bin& bin) {
        return bin.pixels > 0;
    }));
}

std::vector<ColourShare> ColourBins::main_colours() const {
    std::uint64_t total = 0;
    std::uint64_t solid = 0;
    for (const auto& bin : bins_) {
        total += bin.pixels;
        solid += bin.solid;
    }
    const bool drawn = solid * 2 > total;
    std::vector<Shade> shades;
    for (const auto& bin : bins_) {
        if (bin.pixels == 0) continue;
        shades.push_back({unpacked(bin.colour), bin.pixels, drawn ? bin.solid : bin.pixels});
    }

    auto seeds = seeds_of(shades, drawn ? kNearShade : kNearShadeInPhotos);
    auto shown = seeds;  // each with the colour that most of its pixels have
    std::ranges::stable_sort(shades, std::ranges::greater{}, &Shade::pixels);
    for (const auto& shade : shades) {
        auto* seed = nearest(seeds, shade.colour, kSameColour);
        if (seed == nullptr) continue;
        auto& one = shown[static_cast<std::size_t>(seed - seeds.data())];
        if (one.pixels == 0) one.colour = shade.colour;
        one.pixels += shade.pixels;
    }
    std::ranges::stable_sort(shown, std::ranges::greater{}, &Shade::pixels);
    std::vector<ColourShare> colours;
    for (const auto& one : shown) {
        const auto share = double(one.pixels) / double(total);
        if (share >= kSliver) colours.push_back({one.colour, share});
    }
    return colours;
}

}  // namespace fovea::reading
