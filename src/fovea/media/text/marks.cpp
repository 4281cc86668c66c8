#include "fovea/media/text/marks.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace fovea::media {
namespace {

constexpr std::size_t kMaxMarks = 1u << 20;

constexpr std::uint32_t kTile = 8;

constexpr std::uint8_t kNearlyWhite = 215;
constexpr std::uint8_t kNearlyBlack = 48;
// Of the strongest step in a tile.
constexpr std::uint8_t kFaintest = 6;
// Pixels of a tile that equal their neighbours. Around rendered letters it is a third of them.
constexpr std::uint8_t kMaxFlat = 24;

struct Run {
    std::uint32_t first = 0;
    std::uint32_t end = 0;
    std::uint32_t label = 0;
};

std::uint8_t distance(std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(a > b ? a - b : b - a);
}

// step[x] is how much the pixel differs from the one at its left and from the one above. Both loops
// are over samples, not pixels, so that compilers make vectors of them.
void measure_steps(
    const std::uint8_t* row,
    const std::uint8_t* above,
    std::size_t samples,
    std::size_t channels,
    std::uint8_t* step
) {
    for (std::size_t i = 0; i < channels; ++i) step[i] = distance(row[i], above[i]);
    for (std::size_t i = channels; i < samples; ++i) {
        step[i] = std::max(distance(row[i], row[i - channels]), distance(row[i], above[i]));
    }
}

// Whether nearly all pixels of a run look like the one at their left. Letters and photographs do
// not.
template <std::size_t Channels>
bool is_rule(const std::uint8_t* row, const Run& run) {
    if (run.end - run.first < kRuleLength) return false;
    std::uint32_t changes = 0;
    for (auto x = run.first + 1; x < run.end; ++x) {
        const auto* at = row + std::size_t{x} * Channels;
        std::uint8_t most = 0;
        for (std::size_t c = 0; c < Channels; ++c)
            most = std::max(most, distance(at[c], *(at + c - Channels)));
        if (most >= kMarkStep) ++changes;
    }
    return changes * 20 < run.end - run.first;
}

// The largest step of the channels that have colour, for each pixel.
template <std::size_t Channels, std::size_t Used>
void merge_channels(const std::uint8_t* step, std::uint32_t width, std::uint8_t* merged) {
    for (std::size_t x = 0; x < width; ++x) {
        std::uint8_t most = step[x * Channels];
        for (std::size_t c = 1; c < Used; ++c) most = std::max(most, step[x * Channels + c]);
        merged[x] = most;
    }
}

// The steps that count in each tile of some rows: the ringing that JPEG and sharp scaling leave
// around strong letters does not, or it would tie letters to frames and to the lines above and
// below. The tiles are JPEG's blocks; one is noisy where hardly a pixel equals its neighbours.
void measure_floors(
    const std::uint8_t* steps,
    std::uint32_t rows,
    std::uint32_t width,
    std::vector<std::uint8_t>& floors
) {
    floors.assign((width + kTile - 1) / kTile, 0);
    std::vector<std::uint8_t> flat(floors.size());
    for (std::uint32_t y = 0; y < rows; ++y) {
        const auto* row = steps + std::size_t{y} * width;
        for (std::size_t tile = 0; tile < floors.size(); ++tile) {
            const auto end = std::min<std::size_t>(width, (tile + 1) * kTile);
            auto most = floors[tile];
            std::uint8_t equal = 0;
            for (auto x = tile * kTile; x < end; ++x) {
                most = std::max(most, row[x]);
                equal = static_cast<std::uint8_t>(equal + (row[x] <= 1));
            }
            floors[tile] = most;
            flat[tile] = static_cast<std::uint8_t>(flat[tile] + equal);
        }
    }
    for (std::size_t tile = 0; tile < floors.size(); ++tile) {
        const bool noisy = flat[tile] <= kMaxFlat;
        const auto floor = static_cast<std::uint8_t>(floors[tile] / kFaintest);
        floors[tile] = noisy ? std::max(kMarkStep, floor) : kMarkStep;
    }
}

template <std::size_t Channels>
void collect_runs(
    const std::uint8_t* row,
    const std::uint8_t* step,
    const std::vector<std::uint8_t>& floors,
    std::uint32_t width,
    std::vector<Run>& runs
) {
    runs.clear();
    for (std::uint32_t x = 0; x < width;) {
        if (step[x] < kMarkStep) {
            ++x;
            continue;
        }
        const auto first = x;
        while (x < width && step[x] >= kMarkStep) ++x;
        // A rule is one as a whole, also where letters beside it raise the floor.
        if (is_rule<Channels>(row, {first, x, 0})) continue;
        for (auto i = first; i < x;) {
            const auto begin = i;
            while (i < x && step[i] >= floors[i / kTile]) ++i;
            if (i > begin) runs.push_back({begin, i, 0});
            while (i < x && step[i] < floors[i / kTile]) ++i;
        }
    }
}

// Runs of one row after the other, joined where they touch, corners included.
class Labels {
public:
    void add_row(std::uint32_t y, std::vector<Run>& runs) {
        std::size_t before = 0;
        for (auto& run : runs) {
            // Runs of the row above that end left of this one's corner touch nothing further.
            while (before < previous_.size() && previous_[before].end < run.first) ++before;
            std::uint32_t label = kNone;
            for (auto i = before; i < previous_.size() && previous_[i].first <= run.end; ++i) {
                const auto other = root(previous_[i].label);
                label = label == kNone ? other : join(label, other);
            }
            if (label == kNone) label = start(run, y);
            run.label = label;
            grow(marks_[label], run, y);
        }
        std::swap(previous_, runs);
    }

    std::vector<Mark> take() {
        std::vector<Mark> found;
        for (std::uint32_t i = 1; i < marks_.size(); ++i) {
            if (parents_[i] == i) found.push_back(marks_[i]);
        }
        return found;
    }

private:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    std::uint32_t root(std::uint32_t label) {
        while (parents_[label] != label) {
            parents_[label] = parents_[parents_[label]];
            label = parents_[label];
        }
        return label;
    }

    std::uint32_t join(std::uint32_t a, std::uint32_t b) {
        a = root(a);
        if (a == b) return a;
        if (b < a) std::swap(a, b);
        parents_[b] = a;
        auto& kept = marks_[a];
        const auto& gone = marks_[b];
        if (gone.top <= kept.top + 2) kept.top_run = std::max(kept.top_run, gone.top_run);
        if (gone.top + 2 < kept.top) kept.top_run = gone.top_run;
        kept.left = std::min(kept.left, gone.left);
        kept.top = std::min(kept.top, gone.top);
        kept.right = std::max(kept.right, gone.right);
        kept.bottom = std::max(kept.bottom, gone.bottom);
        kept.pixels += gone.pixels;
        return a;
    }

    std::uint32_t start(const Run& run, std::uint32_t y) {
        // Label 0 takes all that comes too late; it is never reported.
        if (marks_.size() > kMaxMarks) return 0;
        const auto label = static_cast<std::uint32_t>(marks_.size());
        marks_.push_back(Mark{run.first, y, run.end, y + 1, 0, 0});
        parents_.push_back(label);
        return label;
    }

    static void grow(Mark& mark, const Run& run, std::uint32_t y) {
        mark.left = std::min(mark.left, run.first);
        mark.right = std::max(mark.right, run.end);
        mark.bottom = y + 1;
        mark.pixels += run.end - run.first;
        if (y <= mark.top + 2) mark.top_run = std::max(mark.top_run, run.end - run.first);
    }

    std::vector<Run> previous_;
    std::vector<Mark> marks_{Mark{}};
    std::vector<std::uint32_t> parents_{0};
};

// 1 for each pixel that is nearly white, or nearly black. Over whole rows, so that compilers make
// vectors of it.
template <std::size_t Channels, std::size_t Used>
void mark_extremes(
    const std::uint8_t* row, std::uint32_t width, Extreme extreme, std::uint8_t* marked
) {
    const std::uint8_t flip = extreme == Extreme::White ? 0 : 255;
    const std::uint8_t least = extreme == Extreme::White ? kNearlyWhite : 255 - kNearlyBlack;
    for (std::size_t x = 0; x < width; ++x) {
        std::uint8_t darkest = row[x * Channels] ^ flip;
        for (std::size_t c = 1; c < Used; ++c) {
            darkest = std::min<std::uint8_t>(darkest, row[x * Channels + c] ^ flip);
        }
        marked[x] = darkest >= least;
    }
}

}  // namespace

std::vector<Mark> find_marks(const Picture& picture) {
    const auto format = picture.format();
    if (format == PixelFormat::Ycc8 || format == PixelFormat::Cmyk8) return {};
    const auto size = picture.size();
    if (size.width == 0 || size.height == 0) return {};
    const std::size_t channels = bytes_per_pixel(format);
    const auto samples = channels * size.width;
    std::vector<std::uint8_t> step(samples);
    std::vector<std::uint8_t> merged(std::size_t{size.width} * kTile);
    std::vector<std::uint8_t> floors;
    std::vector<Run> runs;
    Labels labels;
    for (std::uint32_t top = 0; top < size.height; top += kTile) {
        const auto rows = std::min(kTile, size.height - top);
        for (std::uint32_t i = 0; i < rows; ++i) {
            const auto y = top + i;
            const auto* row = picture.row(y);
            auto* to = merged.data() + std::size_t{i} * size.width;
            measure_steps(row, y == 0 ? row : picture.row(y - 1), samples, channels, step.data());
            if (channels == 1) merge_channels<1, 1>(step.data(), size.width, to);
            if (channels == 3) merge_channels<3, 3>(step.data(), size.width, to);
            if (channels == 4) merge_channels<4, 3>(step.data(), size.width, to);
        }
        measure_floors(merged.data(), rows, size.width, floors);
        for (std::uint32_t i = 0; i < rows; ++i) {
            const auto* row = picture.row(top + i);
            const auto* steps = merged.data() + std::size_t{i} * size.width;
            if (channels == 1) collect_runs<1>(row, steps, floors, size.width, runs);
            if (channels == 3) collect_runs<3>(row, steps, floors, size.width, runs);
            if (channels == 4) collect_runs<4>(row, steps, floors, size.width, runs);
            labels.add_row(top + i, runs);
        }
    }
    return labels.take();
}

std::vector<Mark> find_marks(const Picture& picture, Extreme extreme) {
    const auto format = picture.format();
    if (format == PixelFormat::Ycc8 || format == PixelFormat::Cmyk8) return {};
    const auto size = picture.size();
    const std::size_t channels = bytes_per_pixel(format);
    std::vector<std::uint8_t> marked(size.width);
    std::vector<Run> runs;
    Labels labels;
    for (std::uint32_t y = 0; y < size.height; ++y) {
        const auto* row = picture.row(y);
        if (channels == 1) mark_extremes<1, 1>(row, size.width, extreme, marked.data());
        if (channels == 3) mark_extremes<3, 3>(row, size.width, extreme, marked.data());
        if (channels == 4) mark_extremes<4, 3>(row, size.width, extreme, marked.data());
        runs.clear();
        const auto end = marked.end();
        for (auto at = std::find(marked.begin(), end, 1); at != end;) {
            const auto behind = std::find(at, end, 0);
            runs.push_back(
                {std::uint32_t(at - marked.begin()), std::uint32_t(behind - marked.begin()), 0}
            );
            at = std::find(behind, end, 1);
        }
        labels.add_row(y, runs);
    }
    return labels.take();
}

}  // namespace fovea::media
