#include "fovea/reading/answer/changes/change_text.hpp"

#include "fovea/base/shorten.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace fovea::reading {
namespace {

constexpr std::size_t kWholeWords = 8;  // lines of up to this many words are shown whole
constexpr std::size_t kMovedListed = 12;
constexpr std::size_t kMovedLetters = 60;

std::string joined(const std::vector<std::string>& words, std::size_t begin, std::size_t end) {
    std::string text = begin > 0 ? "… " : "";
    for (auto i = begin; i < end; ++i) text += (i > begin ? " " : "") + words[i];
    if (end < words.size()) text += " …";
    return text;
}

struct Texts {
    std::string before;
    std::string after;
};

Texts differing(const PiecePair& pair) {
    const auto before = words_between_spaces(pair.before.text);
    const auto after = words_between_spaces(pair.after.text);
    const auto least = std::min(before.size(), after.size());
    if (std::max(before.size(), after.size()) <= kWholeWords) {
        return {pair.before.text, pair.after.text};
    }
    std::size_t head = 0;
    while (head < least && before[head] == after[head]) ++head;
    std::size_t tail = 0;
    while (tail < least - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail]
    ) {
        ++tail;
    }
    const auto begin = head > 0 ? head - 1 : 0;
    const auto kept = tail > 0 ? tail - 1 : 0;
    return {joined(before, begin, before.size() - kept), joined(after, begin, after.size() - kept)};
}

std::string direction(std::int64_t pixels, const char* backwards, const char* forwards) {
    return std::to_string(std::abs(pixels)) + " px " + (pixels < 0 ? backwards : forwards);
}

struct MovedGroup {
    Offset offset;
    std::vector<const WordPiece*> pieces;
};

// A pixel of rounding makes no other distance.
std::vector<MovedGroup> groups_of(std::span<const PiecePair> moved) {
    std::vector<MovedGroup> groups;
    for (const auto& pair : moved) {
        const auto offset = offset_of(pair);
        const auto near = std::ranges::find_if(groups, [&](const MovedGroup& group) {
            return std::abs(group.offset.right - offset.right) <= 1 &&
                   std::abs(group.offset.down - offset.down) <= 1;
        });
        if (near == groups.end()) {
            groups.push_back({offset, {&pair.after}});
        } else {
            near->pieces.push_back(&pair.after);
        }
    }
    std::ranges::stable_sort(groups, [](const MovedGroup& a, const MovedGroup& b) {
        return a.pieces.size() > b.pieces.size();
    });
    return groups;
}

}  // namespace

std::string pair_text(const PiecePair& pair) {
    const auto texts = differing(pair);
    return in_quotes(texts.before) + " → " + in_quotes(texts.after);
}

std::string pair_label(const PiecePair& pair) {
    const auto texts = differing(pair);
    return texts.before + " → " + texts.after;
}

std::string offset_text(const Offset& offset) {
    std::string text;
    if (offset.right != 0) text = direction(offset.right, "left", "right");
    if (offset.down != 0) {
        if (!text.empty()) text += " and ";
        text += direction(offset.down, "up", "down");
    }
    return text.empty() ? "0 px" : text;
}

std::string moved_text(std::span<const PiecePair> moved) {
    std::string text;
    for (const auto& group : groups_of(moved)) {
        text += "- " + offset_text(group.offset) + ": ";
        for (std::size_t i = 0; i < group.pieces.size() && i < kMovedListed; ++i) {
            text += (i > 0 ? ", " : "") +
                    in_quotes(shorten_characters(group.pieces[i]->text, kMovedLetters));
        }
        if (group.pieces.size() > kMovedListed) {
            text += " and " + std::to_string(group.pieces.size() - kMovedListed) + " more";
        }
        text += "\n";
    }
    return text;
}

}  // namespace fovea::reading
