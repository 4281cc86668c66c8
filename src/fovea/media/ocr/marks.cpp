#include "fovea/media/ocr/marks.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace fovea::media {
namespace {

constexpr std::size_t kMaxMarks = 1u << 20;

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

template <std::size_t Channels, std::size_t Used>
void collect_runs(
    const std::uint8_t* row, const std::uint8_t* step, std::uint32_t width, std::vector<Run>& runs
) {
    const auto stands_out = [&](std::uint32_t x) {
        std::uint8_t most = step[std::size_t{x} * Channels];
        for (std::size_t c = 1; c < Used; ++c) {
            most = std::max(most, step[std::size_t{x} * Channels + c]);
        }
        return most >= kMarkStep;
    };
    runs.clear();
    for (std::uint32_t x = 0; x < width;) {
        if (!stands_out(x)) {
            ++x;
            continue;
        }
        const auto first = x;
        while (x < width && stands_out(x)) ++x;
        const Run run{first, x, 0};
        if (!is_rule<Channels>(row, run)) runs.push_back(run);
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

}  // namespace

std::vector<Mark> find_marks(const Picture& picture) {
    const auto format = picture.format();
    if (format == PixelFormat::Ycc8 || format == PixelFormat::Cmyk8) return {};
    const auto size = picture.size();
    if (size.width == 0 || size.height == 0) return {};
    const std::size_t channels = bytes_per_pixel(format);
    const auto samples = channels * size.width;
    std::vector<std::uint8_t> step(samples);
    std::vector<Run> runs;
    Labels labels;
    for (std::uint32_t y = 0; y < size.height; ++y) {
        const auto* row = picture.row(y);
        measure_steps(row, y == 0 ? row : picture.row(y - 1), samples, channels, step.data());
        if (channels == 1) collect_runs<1, 1>(row, step.data(), size.width, runs);
        if (channels == 3) collect_runs<3, 3>(row, step.data(), size.width, runs);
        if (channels == 4) collect_runs<4, 3>(row, step.data(), size.width, runs);
        labels.add_row(y, runs);
    }
    return labels.take();
}

}  // namespace fovea::media
