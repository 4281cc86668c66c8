#include "fovea/proxy/grounding/json_frames.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/proxy/grounding/labels.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace fovea::proxy::grounding {
namespace {

// Deeper objects count as part of the last one. The work at each } grows with the depth.
constexpr std::size_t kDeepest = 32;

// The best name first.
constexpr std::array<std::string_view, 7> kLabelKeys = {
    "label", "text_content", "name", "text", "description", "caption", "class"};

bool contains(std::string_view text, std::string_view word) {
    const auto same = [](char a, char b) { return lower(a) == b; };
    return std::search(text.begin(), text.end(), word.begin(), word.end(), same) != text.end();
}

}  // namespace

void JsonFrames::enter(std::size_t places) {
    if (frames_.size() == kDeepest) {
        ++deeper_;
        return;
    }
    frames_.push_back({.first = places});
}

JsonFrames::Left JsonFrames::leave(std::size_t places) {
    if (deeper_ > 0) {
        --deeper_;
        return {places, {}};
    }
    if (frames_.empty()) return {places, {}};
    Left left{frames_.back().first, std::move(frames_.back().label)};
    frames_.pop_back();
    return left;
}

void JsonFrames::set_key(std::string_view key) {
    if (frames_.empty()) return;
    auto& frame = frames_.back();
    const auto* label = std::ranges::find_if(kLabelKeys, [&](std::string_view known) {
        return same_word(key, known);
    });
    frame.rank = static_cast<std::size_t>(label - kLabelKeys.begin());
    if (label != kLabelKeys.end()) {
        frame.kind = KeyKind::Label;
    } else if (contains(key, "point")) {
        frame.kind = KeyKind::Point;
    } else if (contains(key, "box") || contains(key, "coord")) {
        frame.kind = KeyKind::Box;
    } else {
        frame.kind = KeyKind::Other;
    }
}

void JsonFrames::take_text(std::string_view text) {
    if (frames_.empty()) return;
    auto& frame = frames_.back();
    if (frame.kind == KeyKind::Label && frame.rank < frame.label_rank) {
        frame.label = unescape_json(text.substr(0, kMostLabelText));
        frame.label_rank = frame.rank;
    }
    frame.kind = KeyKind::None;
}

}  // namespace fovea::proxy::grounding
