#include "fovea/media/video/choose_frames.hpp"

#include "fovea/media/compare/change_regions.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

namespace fovea::media {
namespace {

using std::chrono::milliseconds;

// Lossy codecs move every grey level a little from frame to frame; letters move them a lot.
constexpr std::uint8_t kTolerance = 12;

// A share of the pixels; a single one of a glance is about 3e-5.
constexpr double kSomething = 5e-5;
constexpr double kCut = 0.4;

// What stays for so long was meant to be read.
constexpr milliseconds kSettled{200};

// So many times what changes at most moments of a second is something that happens.
constexpr double kBurst = 3;
constexpr milliseconds kAround{500};

// How much more a frame is worth than its neighbours while everything moves.
constexpr double kMoving = 0.25;

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
        const auto changes = TRY(find_changes(
            glances_[a].picture, glances_[b].picture, ChangeSettings{.tolerance = kTolerance}
        ));
        return changes.changed_fraction;
    }

    Result<void> weigh() {
        std::vector<double> change(glances_.size());
        for (std::size_t i = 1; i < glances_.size(); ++i) change[i] = TRY(changed(i - 1, i));
        weights_.assign(glances_.size(), 0);
        shelved_ = weights_;
        for (std::size_t i = 1; i < glances_.size(); ++i) {
            if (change[i] < kSomething) continue;
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
        for (std::size_t next = i + 1; next < glances_.size(); ++next) {
            if (glances_[next].time - glances_[i].time > kSettled) break;
            if (change[next] >= kSomething) return false;
        }
        return i + 1 < glances_.size();  // of the last one nobody knows
    }

    // Whether much more changes than around it: a message that appears while a pointer moves.
    bool is_burst(std::size_t i, const std::vector<double>& change) const {
        std::vector<double> around;
        for (std::size_t j = i; j > 1 && glances_[i].time - glances_[j - 1].time <= kAround; --j) {
            around.push_back(change[j - 1]);
        }
        for (std::size_t j = i + 1;
             j < glances_.size() && glances_[j].time - glances_[i].time <= kAround;
             ++j) {
            around.push_back(change[j]);
        }
        if (around.empty()) return true;
        const auto middle = around.begin() + static_cast<std::ptrdiff_t>(around.size() / 2);
        std::ranges::nth_element(around, middle);
        return change[i] >= kBurst * *middle;
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
        if (after != chosen_.end() && TRY(changed(i, *after)) < kSomething) return false;
        return TRY(changed(*std::prev(after), i)) >= kSomething;
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
