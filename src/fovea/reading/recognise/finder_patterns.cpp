// A line through the middle of such a pattern meets dark and light in the same ratio, whatever its
// size and angle. Rows give candidates, the columns through them confirm.
#include "fovea/reading/recognise/finder_patterns.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace fovea::reading {
namespace {

constexpr std::uint32_t kBlock = 8;
constexpr std::uint32_t kRowStep = 3;  // as many rows as ZXing goes by
constexpr int kMinContrast = 24;       // fainter patterns are noise on something flat
constexpr std::size_t kMostRuns = 7;

}  // namespace

// One search for one kind of pattern.
class FinderScan {
public:
    FinderScan(const FinderPatterns& patterns, std::span<const std::uint8_t> modules)
        : patterns_(patterns),
          modules_(modules),
          all_modules_(std::accumulate(modules.begin(), modules.end(), 0u)),
          ends_dark_(modules.size() / 2 % 2 == 0),
          seen_(patterns.size_.width, 0) {}

    void scan_row(std::uint32_t y) {
        const auto width = patterns_.size_.width;
        std::uint32_t number = 0;
        std::uint32_t length = 0;
        bool dark = false;
        Runs runs{};
        for (std::uint32_t x = 0; x <= width; ++x) {
            const bool ends = x == width;
            const bool here = !ends && patterns_.is_dark(x, y, patterns_.threshold_at(x, y));
            if (!ends && here == dark) {
                ++length;
                continue;
            }
            std::shift_left(runs.begin(), runs.begin() + std::ptrdiff_t(modules_.size()), 1);
            runs[modules_.size() - 1] = length;
            ++number;
            if (dark == ends_dark_ && number > modules_.size() && has_ratio(runs)) {
                consider(x, y, runs);
            }
            dark = here;
            length = 1;
        }
    }

    std::vector<FinderPattern> found;

private:
    using Runs = std::array<std::uint32_t, kMostRuns>;

    std::uint32_t span_of(const Runs& runs) const {
        return std::accumulate(runs.begin(), runs.begin() + std::ptrdiff_t(modules_.size()), 0u);
    }

    bool has_ratio(const Runs& runs) const {
        const auto span = span_of(runs);
        if (span < all_modules_) return false;
        const auto module = double(span) / all_modules_;
        for (std::size_t i = 0; i < modules_.size(); ++i) {
            const auto off = double(runs[i]) / module - modules_[i];
            if (off > 0.6 * modules_[i] || off < -0.6 * modules_[i]) return false;
        }
        return true;
    }

    // `end` is the column behind the last run.
    void consider(std::uint32_t end, std::uint32_t y, const Runs& runs) {
        const auto last = modules_.size() - 1;
        const auto half = modules_.size() / 2;
        auto middle = end - runs[half] / 2 - 1;
        for (auto i = half + 1; i <= last; ++i) middle -= runs[i];
        const auto* row = patterns_.gray_.row(y);
        const auto light = middle + runs[half] / 2 + runs[half + 1] / 2 + 1;
        if (row[light] - row[middle] < kMinContrast) return;
        const auto span = span_of(runs);
        Runs column{};
        const auto centre = column_through(middle, y, span, column);
        if (!has_ratio(column)) return;

        // The rows of one pattern are not counted as several.
        const auto above = seen_[middle];
        const auto reach = std::max(1u, span / all_modules_);
        const auto left = middle > reach ? middle - reach : 0;
        const auto right = std::min(middle + reach + 1, patterns_.size_.width);
        std::fill(seen_.begin() + left, seen_.begin() + right, y + 1);
        if (above != 0 && y + 1 - above <= std::max(kRowStep, span / 2)) return;
        found.push_back({middle, centre, double(span) / all_modules_});
    }

    // The runs above and below; returns the row in the middle of the middle one.
    std::uint32_t column_through(std::uint32_t x, std::uint32_t y, std::uint32_t span, Runs& runs)
        const {
        const auto threshold = patterns_.threshold_at(x, y);
        const auto half = modules_.size() / 2;
        std::uint32_t above = 0;  // rows of the middle run, this one included
        for (const int direction : {-1, 1}) {
            auto run = half;
            bool dark = true;
            auto at = std::int64_t{y} + (direction > 0 ? 1 : 0);
            for (std::uint32_t i = 0; i < 2 * span && at >= 0 && at < patterns_.size_.height; ++i) {
                if (patterns_.is_dark(x, static_cast<std::uint32_t>(at), threshold) != dark) {
                    if (run == 0 || run + 1 == modules_.size()) break;
                    run = direction > 0 ? run + 1 : run - 1;
                    dark = !dark;
                }
                ++runs[run];
                at += direction;
            }
            if (direction < 0) above = runs[half];
        }
        return y + 1 + runs[half] / 2 - std::min(above, y + 1);
    }

    const FinderPatterns& patterns_;
    std::span<const std::uint8_t> modules_;
    std::uint32_t all_modules_;
    bool ends_dark_;
    std::vector<std::uint32_t> seen_;  // by column: the row of the last pattern there, plus one
};

FinderPatterns::FinderPatterns(const media::Picture& gray)
    : gray_(gray),
      size_(gray.size()),
      blocks_across_((size_.width + kBlock - 1) / kBlock),
      blocks_down_((size_.height + kBlock - 1) / kBlock) {
    // What is darker than the mean of a block's surroundings counts as dark.
    std::vector<std::uint32_t> means(std::size_t{blocks_across_} * blocks_down_);
    for (std::uint32_t by = 0; by < blocks_down_; ++by) {
        for (std::uint32_t bx = 0; bx < blocks_across_; ++bx) {
            means[std::size_t{by} * blocks_across_ + bx] = block_mean(bx, by);
        }
    }
    thresholds_.resize(means.size());
    for (std::uint32_t by = 0; by < blocks_down_; ++by) {
        for (std::uint32_t bx = 0; bx < blocks_across_; ++bx) {
            std::uint32_t sum = 0;
            std::uint32_t number = 0;
            for (auto y = by < 2 ? 0 : by - 2; y < std::min(by + 3, blocks_down_); ++y) {
                for (auto x = bx < 2 ? 0 : bx - 2; x < std::min(bx + 3, blocks_across_); ++x) {
                    sum += means[std::size_t{y} * blocks_across_ + x];
                    ++number;
                }
            }
            thresholds_[std::size_t{by} * blocks_across_ + bx] =
                static_cast<std::uint8_t>(sum / number);
        }
    }
}

int FinderPatterns::threshold_at(std::uint32_t x, std::uint32_t y) const {
    return thresholds_[std::size_t{y / kBlock} * blocks_across_ + x / kBlock];
}

std::uint32_t FinderPatterns::block_mean(std::uint32_t bx, std::uint32_t by) const {
    const auto right = std::min((bx + 1) * kBlock, size_.width);
    const auto bottom = std::min((by + 1) * kBlock, size_.height);
    std::uint32_t sum = 0;
    for (auto y = by * kBlock; y < bottom; ++y) {
        const auto* row = gray_.row(y);
        for (auto x = bx * kBlock; x < right; ++x) sum += row[x];
    }
    const auto pixels = (right - bx * kBlock) * (bottom - by * kBlock);
    return pixels == 0 ? 0 : sum / pixels;
}

std::vector<FinderPattern> FinderPatterns::find(
    std::span<const std::uint8_t> modules, std::size_t limit
) const {
    if (modules.size() > kMostRuns || modules.size() < 3) return {};
    FinderScan scan(*this, modules);
    for (std::uint32_t y = 1; y < size_.height && scan.found.size() < limit; y += kRowStep) {
        scan.scan_row(y);
    }
    return std::move(scan.found);
}

}  // namespace fovea::reading
