#include "fovea/tui/app/outflow.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace fovea::tui {
namespace {

void append(StyledText& to, StyledText lines) {
    to.insert(
        to.end(), std::make_move_iterator(lines.begin()), std::make_move_iterator(lines.end())
    );
}

}  // namespace

void Outflow::add(StyledText lines) {
    if (lines.empty()) return;
    if (parts_.empty() || parts_.back().place != 0) parts_.emplace_back();
    append(parts_.back().lines, std::move(lines));
}

std::uint64_t Outflow::reserve() {
    parts_.push_back({.place = ++last_place_, .is_made = false, .lines = {}});
    return last_place_;
}

void Outflow::fill(std::uint64_t place, StyledText lines) {
    const auto part = std::ranges::find(parts_, place, &Part::place);
    if (place == 0 || part == parts_.end()) return;
    part->lines = std::move(lines);
    part->is_made = true;
}

StyledText Outflow::take() {
    StyledText taken;
    while (!parts_.empty() && parts_.front().is_made) {
        append(taken, std::move(parts_.front().lines));
        parts_.pop_front();
    }
    return taken;
}

StyledText Outflow::held() const {
    StyledText lines;
    for (const auto& part : parts_) append(lines, part.lines);
    return lines;
}

StyledText Outflow::take_all() {
    for (auto& part : parts_) part.is_made = true;
    return take();
}

}  // namespace fovea::tui
