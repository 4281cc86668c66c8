#include "fovea/media/video/glance_keeper.hpp"

#include <algorithm>
#include <utility>

namespace fovea::media {
namespace {

// What is left of each span.
constexpr std::size_t kOfASpan = 2;

}  // namespace

Result<void> GlanceKeeper::look(Picture picture, std::chrono::milliseconds time) {
    const auto number = looks_++;
    double change = 1;
    if (!kept_.empty()) {
        auto& last = kept_.back().glance;
        change = TRY(changed_share(last.picture, picture));
        if (change < kSomethingChanged) {
            ++last.looks;
            return {};
        }
    }
    kept_.push_back({{.time = time, .picture = std::move(picture), .number = number}, change});
    if (kept_.size() <= max_) return {};
    thin();  // what came since the last time
    // Room for a while, or there would be no end of it.
    while (kept_.size() > max_ * 3 / 4) {
        span_ = std::max(span_ + 1, span_ * 3 / 2);
        thin();
    }
    return {};
}

void GlanceKeeper::thin() {
    // What stood for a while was meant to be read.
    const auto worth = [](const Kept& kept) {
        return kept.change + (kept.glance.looks >= kSettledLooks ? 1 : 0);
    };
    std::vector<Kept> left;
    auto first = kept_.begin();
    while (first != kept_.end()) {
        const auto group = first->glance.number / span_;
        const auto end = std::find_if(first, kept_.end(), [&](const Kept& kept) {
            return kept.glance.number / span_ != group;
        });
        std::vector<std::vector<Kept>::iterator> best;
        for (auto each = first; each != end; ++each) best.push_back(each);
        const auto is_end = [&](auto each
                            ) {  // the beginning, and what the next look is held against
            return each == kept_.begin() || std::next(each) == kept_.end();
        };
        std::ranges::stable_sort(best, [&](auto a, auto b) {
            if (is_end(a) != is_end(b)) return is_end(a);
            return worth(*a) > worth(*b);
        });
        if (best.size() > kOfASpan) best.resize(kOfASpan);
        std::ranges::sort(best);
        for (const auto each : best) left.push_back(std::move(*each));
        first = end;
    }
    kept_ = std::move(left);
}

std::vector<Glance> GlanceKeeper::take() {
    std::vector<Glance> glances;
    glances.reserve(kept_.size());
    for (Kept& kept : kept_) glances.push_back(std::move(kept.glance));
    kept_.clear();
    return glances;
}

}  // namespace fovea::media
