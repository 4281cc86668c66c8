#include "fovea/media/video/choose_frames.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

namespace fovea::media {
namespace {

using std::chrono::milliseconds;

constexpr double kCut = 0.4;  // a share of the pixels

// So many times what changes at most moments of a second is something that happens.
constexpr double kBurst = 3;
constexpr milliseconds kAround{500};
constexpr std::uint32_t kMaxRest = kAround / kGlanceStep;  // looks

// How much more a frame is worth than its neighbours while everything moves.
constexpr double kMoving = 0.25;
constexpr double kRestless = 0.02;

// Places that change in nearly all parts of the recording never rest, unless most of it does so.
constexpr int kParts = 16;
constexpr int kRestlessParts = 14;
constexpr double kMostOfIt = 0.3;

// The share of the pixels that changed at each glance, without those that never rest.
Result<std::vector<double>> calm_changes(std::span<const Glance> glances) {
    std::vector<double> calm(glances.size());
    if (glances.empty()) return calm;
    const auto pixels = static_cast<std::size_t>(glances[0].picture.size().pixels());
    std::vector<std::uint16_t> parts(pixels);  // in which each changed, a bit for each
    const auto length = glances.back().time - glances.front().time + milliseconds(1);
    for (std::size_t i = 1; i < glances.size(); ++i) {
        const auto part = (glances[i].time - glances.front().time) * kParts / length;
        TRY(visit_changes(glances[i - 1].picture, glances[i].picture, [&](std::size_t pixel) {
            parts[pixel] = static_cast<std::uint16_t>(parts[pixel] | 1 << part);
        }));
    }
    const auto rests = [&](std::size_t pixel) {
        return std::popcount(parts[pixel]) < kRestlessParts;
    };
    std::size_t restless = 0;
    for (std::size_t pixel = 0; pixel < pixels; ++pixel) restless += rests(pixel) ? 0 : 1;
    const bool all = static_cast<double>(restless) > kMostOfIt * static_cast<double>(pixels);
    for (std::size_t i = 1; i < glances.size(); ++i) {
        std::size_t changed = 0;
        TRY(visit_changes(glances[i - 1].picture, glances[i].picture, [&](std::size_t pixel) {
            changed += all || rests(pixel) ? 1 : 0;
        }));
        calm[i] = static_cast<double>(changed) / static_cast<double>(pixels);
    }
    return calm;
}

class Chooser {
public:
    explicit Chooser(std::span<const Glance> glances) : glances_(glances) {}

    Result<std::vector<std::size_t>> choose(std::size_t max_frames) {
        TRY(weigh());
        chosen_.insert(0);
        while (chosen_.size() < max_frames) {
            const auto best = most_wanted();
            if (weights_[best] <= 0) break;
            // Asked only of the one that would be taken: it may look like a neighbour that was.
            if (TRY(is_new(best))) {
                take(best);
            } else {
                std::swap(weights_[best], shelved_[best]);
            }
        }
        return std::vector<std::size_t>(chosen_.begin(), chosen_.end());
    }

private:
    Result<double> changed(std::size_t a, std::size_t b) const {
        return changed_share(glances_[a].picture, glances_[b].picture);
    }

    Result<void> weigh() {
        const auto change = TRY(calm_changes(glances_));
        weights_.assign(glances_.size(), 0);
        shelved_ = weights_;
        for (std::size_t i = 1; i < glances_.size(); ++i) {
            weights_[i] = kRestless;
            if (change[i] < kSomethingChanged) continue;
            const bool stands_out = change[i] >= kCut || settles(i, change) || is_burst(i, change);
            weights_[i] = stands_out ? 1 + change[i] : kMoving;
        }
        return {};
    }

    // What looked like its neighbours before may not look like this one.
    void take(std::size_t i) {
        const auto place = chosen_.insert(i).first;
        weights_[i] = 0;
        const auto next = std::next(place);
        const auto end = next == chosen_.end() ? glances_.size() : *next;
        for (std::size_t other = *std::prev(place) + 1; other < end; ++other) {
            if (shelved_[other] > 0) std::swap(weights_[other], shelved_[other]);
        }
    }

    // Whether nothing changes for a while behind it.
    bool settles(std::size_t i, const std::vector<double>& change) const {
        if (glances_[i].looks >= kSettledLooks) return true;
        for (std::size_t next = i + 1; next < glances_.size(); ++next) {
            if (glances_[next].time - glances_[i].time > kSettled) break;
            if (change[next] >= kSomethingChanged) return false;
        }
        return i + 1 < glances_.size();  // of the last one nobody knows
    }

    // Whether much more changes than around it: a message that appears while a pointer moves.
    bool is_burst(std::size_t i, const std::vector<double>& change) const {
        std::vector<double> around;
        for (std::size_t j = i; j > 1 && glances_[i].time - glances_[j - 1].time <= kAround; --j) {
            around.push_back(change[j - 1]);
            add_rest(around, j - 1);
        }
        for (std::size_t j = i + 1;
             j < glances_.size() && glances_[j].time - glances_[i].time <= kAround;
             ++j) {
            around.push_back(change[j]);
            add_rest(around, j);
        }
        add_rest(around, i);
        if (around.empty()) return true;
        const auto middle = around.begin() + static_cast<std::ptrdiff_t>(around.size() / 2);
        std::ranges::nth_element(around, middle);
        return change[i] >= kBurst * *middle;
    }

    // The looks at which it stood still.
    void add_rest(std::vector<double>& around, std::size_t i) const {
        around.insert(around.end(), std::min(glances_[i].looks - 1, kMaxRest), 0.0);
    }

    // The worth of a frame is its weight times the time to the nearest one that is chosen.
    std::size_t most_wanted() const {
        std::size_t best = 0;
        double most = -1;
        for (std::size_t i = 0; i < glances_.size(); ++i) {
            if (weights_[i] <= 0) continue;
            const double worth = weights_[i] * static_cast<double>(gap(i).count() + 1);
            if (worth > most) {
                most = worth;
                best = i;
            }
        }
        return best;
    }

    milliseconds gap(std::size_t i) const {
        auto nearest = milliseconds::max();
        const auto after = chosen_.upper_bound(i);
        if (after != chosen_.end()) nearest = glances_[*after].time - glances_[i].time;
        if (after != chosen_.begin()) {
            nearest = std::min(nearest, glances_[i].time - glances_[*std::prev(after)].time);
        }
        return nearest;
    }

    Result<bool> is_new(std::size_t i) const {
        const auto after = chosen_.upper_bound(i);
        if (after != chosen_.end() && TRY(changed(i, *after)) < kSomethingChanged) return false;
        return TRY(changed(*std::prev(after), i)) >= kSomethingChanged;
    }

    std::span<const Glance> glances_;
    std::vector<double> weights_;
    std::vector<double> shelved_;   // of frames that show nothing new beside those chosen so far
    std::set<std::size_t> chosen_;  // always holds the first
};

}  // namespace

Result<std::vector<std::size_t>> choose_frames(
    std::span<const Glance> glances, std::size_t max_frames
) {
    if (glances.empty() || max_frames == 0) return std::vector<std::size_t>{};
    return Chooser(glances).choose(max_frames);
}

}  // namespace fovea::media
