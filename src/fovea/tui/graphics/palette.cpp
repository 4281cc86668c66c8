#include "fovea/tui/graphics/palette.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

namespace fovea::tui {
namespace {

// Colours are counted and looked up in steps of 8: finer ones nobody sees in 256 colours.
constexpr unsigned kBits = 5;
constexpr unsigned kSide = 1U << kBits;

std::size_t bin_of(const Rgb& colour) {
    std::size_t bin = 0;
    for (const auto channel : colour) bin = bin << kBits | channel >> (8 - kBits);
    return bin;
}

struct Bin {
    std::array<std::uint64_t, 3> sums{};
    std::uint64_t count = 0;

    int mean(std::size_t channel) const { return int(sums[channel] / count); }
};

// Bins that become one colour.
struct Box {
    std::vector<const Bin*> bins;
    std::uint64_t count = 0;
    std::size_t longest = 0;  // channel
    int length = 0;

    explicit Box(std::vector<const Bin*> given) : bins(std::move(given)) {
        for (const auto* bin : bins) count += bin->count;
        for (std::size_t channel = 0; channel < 3; ++channel) {
            int low = 255;
            int high = 0;
            for (const auto* bin : bins) {
                low = std::min(low, bin->mean(channel));
                high = std::max(high, bin->mean(channel));
            }
            if (high - low <= length) continue;
            longest = channel;
            length = high - low;
        }
    }

    double weight() const { return double(length) * double(length) * double(count); }

    Rgb colour() const {
        std::array<std::uint64_t, 3> sums{};
        for (const auto* bin : bins) {
            for (std::size_t channel = 0; channel < 3; ++channel)
                sums[channel] += bin->sums[channel];
        }
        Rgb mean{};
        for (std::size_t channel = 0; channel < 3; ++channel) {
            mean[channel] = static_cast<std::uint8_t>((sums[channel] + count / 2) / count);
        }
        return mean;
    }

    // At the middle of its pixels along the longest side.
    std::pair<Box, Box> halves() && {
        std::ranges::sort(bins, {}, [this](const Bin* bin) { return bin->mean(longest); });
        std::uint64_t before = 0;
        std::size_t at = 0;
        while (at + 1 < bins.size() && (at == 0 || before < count / 2)) before += bins[at++]->count;
        const auto middle = bins.begin() + static_cast<std::ptrdiff_t>(at);
        return {Box({bins.begin(), middle}), Box({middle, bins.end()})};
    }
};

Rgb pixel_of(const std::uint8_t* row, std::size_t x) {
    return {row[x * 3], row[x * 3 + 1], row[x * 3 + 2]};
}

std::vector<Rgb> median_cut(const media::Picture& picture, std::size_t colours) {
    std::vector<Bin> bins(std::size_t{kSide} * kSide * kSide);
    for (std::uint32_t y = 0; y < picture.size().height; ++y) {
        for (std::uint32_t x = 0; x < picture.size().width; ++x) {
            const auto pixel = pixel_of(picture.row(y), x);
            auto& bin = bins[bin_of(pixel)];
            for (std::size_t channel = 0; channel < 3; ++channel)
                bin.sums[channel] += pixel[channel];
            ++bin.count;
        }
    }
    std::vector<const Bin*> used;
    for (const auto& bin : bins) {
        if (bin.count > 0) used.push_back(&bin);
    }
    std::vector<Box> boxes{Box(std::move(used))};
    while (boxes.size() < colours) {
        const auto widest = std::ranges::max_element(boxes, {}, &Box::weight);
        if (widest->bins.size() < 2) break;
        auto [low, high] = std::move(*widest).halves();
        *widest = std::move(low);
        boxes.push_back(std::move(high));
    }
    std::vector<Rgb> palette;
    for (const auto& box : boxes) palette.push_back(box.colour());
    return palette;
}

// All of them, where there are no more than `colours`.
std::vector<Rgb> all_colours(const media::Picture& picture, std::size_t colours) {
    std::unordered_map<std::uint32_t, std::size_t> seen;
    std::vector<Rgb> palette;
    for (std::uint32_t y = 0; y < picture.size().height; ++y) {
        for (std::uint32_t x = 0; x < picture.size().width; ++x) {
            const auto pixel = pixel_of(picture.row(y), x);
            const auto key = std::uint32_t{pixel[0]} << 16 | pixel[1] << 8 | pixel[2];
            if (!seen.emplace(key, palette.size()).second) continue;
            if (palette.size() == colours) return {};
            palette.push_back(pixel);
        }
    }
    return palette;
}

class NearestColour {
public:
    explicit NearestColour(const std::vector<Rgb>& palette)
        : palette_(palette), known_(std::size_t{kSide} * 2 * kSide * 2 * kSide * 2, kUnknown) {}

    // In steps of 4 a channel.
    std::uint8_t find(const Rgb& colour) {
        const std::size_t place = std::size_t{colour[0]} >> 2 << 12 |
                                  std::size_t{colour[1]} >> 2 << 6 | std::size_t{colour[2]} >> 2;
        auto& found = known_[place];
        if (found == kUnknown) found = search(colour);
        return std::uint8_t(found);
    }

    std::uint8_t exact(const Rgb& colour) const { return std::uint8_t(search(colour)); }

private:
    static constexpr std::uint16_t kUnknown = 0xFFFF;

    std::uint16_t search(const Rgb& colour) const {
        int least = std::numeric_limits<int>::max();
        std::size_t best = 0;
        for (std::size_t i = 0; i < palette_.size() && least > 0; ++i) {
            int distance = 0;
            for (std::size_t channel = 0; channel < 3; ++channel) {
                const int step = int(colour[channel]) - int(palette_[i][channel]);
                distance += step * step;
            }
            if (distance >= least) continue;
            least = distance;
            best = i;
        }
        return static_cast<std::uint16_t>(best);
    }

    const std::vector<Rgb>& palette_;
    std::vector<std::uint16_t> known_;
};

void dither(const media::Picture& picture, IndexedPicture& indexed) {
    const std::size_t width = picture.size().width;
    NearestColour nearest(indexed.palette);
    // Errors in sixteenths, with a pixel to spare at both ends.
    std::vector<int> here((width + 2) * 3, 0);
    std::vector<int> below((width + 2) * 3, 0);
    for (std::uint32_t y = 0; y < picture.size().height; ++y) {
        const auto* row = picture.row(y);
        for (std::size_t x = 0; x < width; ++x) {
            Rgb wanted{};
            for (std::size_t c = 0; c < 3; ++c) {
                const int value = int(row[x * 3 + c]) + here[(x + 1) * 3 + c] / 16;
                wanted[c] = static_cast<std::uint8_t>(std::clamp(value, 0, 255));
            }
            const auto chosen = nearest.find(wanted);
            indexed.pixels.push_back(chosen);
            for (std::size_t c = 0; c < 3; ++c) {
                const int error = int(wanted[c]) - int(indexed.palette[chosen][c]);
                here[(x + 2) * 3 + c] += 7 * error;
                below[x * 3 + c] += 3 * error;
                below[(x + 1) * 3 + c] += 5 * error;
                below[(x + 2) * 3 + c] += error;
            }
        }
        std::swap(here, below);
        std::ranges::fill(below, 0);
    }
}

}  // namespace

IndexedPicture with_palette(const media::Picture& picture, std::size_t colours) {
    IndexedPicture indexed{.size = picture.size()};
    colours = std::clamp<std::size_t>(colours, 2, 256);
    indexed.pixels.reserve(static_cast<std::size_t>(picture.size().pixels()));
    indexed.palette = all_colours(picture, colours);
    if (indexed.palette.empty()) {
        indexed.palette = median_cut(picture, colours);
        dither(picture, indexed);
        return indexed;
    }
    const NearestColour nearest(indexed.palette);
    Rgb last{};
    std::uint8_t number = nearest.exact(last);
    for (std::uint32_t y = 0; y < picture.size().height; ++y) {
        for (std::uint32_t x = 0; x < picture.size().width; ++x) {
            const auto pixel = pixel_of(picture.row(y), x);
            if (pixel != last) number = nearest.exact(pixel);
            last = pixel;
            indexed.pixels.push_back(number);
        }
    }
    return indexed;
}

}  // namespace fovea::tui
