#include "fovea/reading/answer/changes/word_changes.hpp"

#include "fovea/reading/answer/changes/common_words.hpp"
#include "fovea/reading/answer/changes/moved_pieces.hpp"
#include "fovea/reading/answer/rects.hpp"

#include <algorithm>
#include <optional>

namespace fovea::reading {
namespace {

// Pairs of removed and added pieces that are weighed for standing at one place.
constexpr std::size_t kMaxReplacements = 250'000;

constexpr std::size_t kWholeWords =
    8;  // a replaced piece of a line this short is shown with all of it

// Pieces without a match so far, and the ones that they are part of.
struct Rest {
    std::vector<WordPiece> pieces;
    std::vector<std::size_t> origin;

    void add(WordPiece piece, std::size_t from) {
        pieces.push_back(std::move(piece));
        origin.push_back(from);
    }
};

Rest all_of(std::span<const WordPiece> pieces) {
    Rest rest;
    for (std::size_t i = 0; i < pieces.size(); ++i) rest.add(pieces[i], i);
    return rest;
}

Rest without(const Rest& rest, const std::vector<bool>& matched) {
    Rest left;
    for (std::size_t i = 0; i < rest.pieces.size(); ++i) {
        if (!matched[i]) left.add(rest.pieces[i], rest.origin[i]);
    }
    return left;
}

Rest into_words(const Rest& rest) {
    Rest words;
    for (std::size_t i = 0; i < rest.pieces.size(); ++i) {
        for (auto& word : split_words(rest.pieces[i])) words.add(std::move(word), rest.origin[i]);
    }
    return words;
}

void join(WordPiece& piece, const WordPiece& word) {
    append_word(piece, word.text, word.box, word.confidence);
}

// Words of one piece become one piece again.
Rest joined(const Rest& words) {
    Rest pieces;
    for (std::size_t i = 0; i < words.pieces.size(); ++i) {
        const bool goes_on = !pieces.origin.empty() && pieces.origin.back() == words.origin[i];
        if (!goes_on) pieces.add({}, words.origin[i]);
        join(pieces.pieces.back(), words.pieces[i]);
    }
    return pieces;
}

// Moves the matched pieces out of both rests into `same` and `moved`.
void take_matches(
    WordChanges& changes, const std::vector<Match>& matches, Rest& before, Rest& after
) {
    std::vector<bool> matched_before(before.pieces.size(), false);
    std::vector<bool> matched_after(after.pieces.size(), false);
    for (const auto& match : matches) {
        matched_before[match.before] = matched_after[match.after] = true;
        auto& list = is_still(match.offset) ? changes.same : changes.moved;
        list.push_back({before.pieces[match.before], after.pieces[match.after]});
    }
    before = without(before, matched_before);
    after = without(after, matched_after);
}

// Words that moved together out of one piece are told as one.
void take_word_matches(
    WordChanges& changes, std::vector<Match> matches, Rest& before, Rest& after
) {
    std::ranges::sort(matches, {}, &Match::before);
    WordChanges found;
    std::size_t last_origin = 0;
    Offset last_offset;
    for (const auto& match : matches) {
        auto& list = is_still(match.offset) ? found.same : found.moved;
        const auto origin = before.origin[match.before];
        const bool goes_on =
            !list.empty() && origin == last_origin &&
            is_still({match.offset.right - last_offset.right, match.offset.down - last_offset.down}
            );
        if (!goes_on) list.emplace_back();
        join(list.back().before, before.pieces[match.before]);
        join(list.back().after, after.pieces[match.after]);
        last_origin = origin;
        last_offset = match.offset;
    }
    for (auto& pair : found.same) changes.same.push_back(std::move(pair));
    for (auto& pair : found.moved) changes.moved.push_back(std::move(pair));
    WordChanges ignored;
    take_matches(ignored, matches, before, after);
}

// By how much the nearest text that is in both pictures has moved.
Offset offset_near(const WordChanges& changes, const media::PixelRect& box) {
    std::optional<std::int64_t> nearest;
    Offset offset;
    for (const auto* pairs : {&changes.moved, &changes.same}) {
        for (const auto& known : *pairs) {
            const auto across = std::max<std::int64_t>(0, -shared_width(known.before.box, box));
            const auto along = std::max<std::int64_t>(0, -shared_height(known.before.box, box));
            if (nearest && across + along >= *nearest) continue;
            nearest = across + along;
            offset = offset_of(known);
        }
    }
    return offset;
}

// How much of the smaller one both share once `before` has moved; 0 when they do not stand at one
// place.
double overlap(const media::PixelRect& before, const Offset& moved, const media::PixelRect& after) {
    const auto left = left_edge(before) + moved.right;
    const auto top = top_edge(before) + moved.down;
    const auto across =
        std::min(left + before.width, right_edge(after)) - std::max(left, left_edge(after));
    const auto along =
        std::min(top + before.height, bottom_edge(after)) - std::max(top, top_edge(after));
    const std::int64_t width = std::min(before.width, after.width);
    const std::int64_t height = std::min(before.height, after.height);
    if (across <= 0 || along <= 0 || along * 3 < height || across * 3 < width) return 0;
    return static_cast<double>(across * along) / static_cast<double>(width * height);
}

// The whole line where it is short: "Sign in" says more than "Sign".
WordPiece shown(const Rest& rest, std::size_t index, std::span<const WordPiece> all) {
    const auto& whole = all[rest.origin[index]];
    return word_count(whole) <= kWholeWords ? whole : rest.pieces[index];
}

class Replacements {
public:
    Replacements(std::span<const WordPiece> before, std::span<const WordPiece> after)
        : before_(before), after_(after) {}

    void take(WordChanges& changes, Rest& removed, Rest& added) const {
        if (removed.pieces.size() * added.pieces.size() > kMaxReplacements) return;
        auto fits = fits_of(changes, removed, added);
        std::ranges::stable_sort(fits, std::greater{}, &Fit::share);
        std::vector<bool> used_removed(removed.pieces.size(), false);
        std::vector<bool> used_added(added.pieces.size(), false);
        for (const auto& fit : fits) {
            if (used_removed[fit.before] || used_added[fit.after]) continue;
            used_removed[fit.before] = used_added[fit.after] = true;
            changes.replaced.push_back(
                {shown(removed, fit.before, before_), shown(added, fit.after, after_)}
            );
        }
        removed = without(removed, used_removed);
        added = without(added, used_added);
    }

private:
    struct Fit {
        std::size_t before;
        std::size_t after;
        double share;
    };

    static std::vector<Fit> fits_of(
        const WordChanges& changes, const Rest& removed, const Rest& added
    ) {
        std::vector<Fit> fits;
        for (std::size_t i = 0; i < removed.pieces.size(); ++i) {
            const auto& box = removed.pieces[i].box;
            const auto moved = offset_near(changes, box);
            for (std::size_t j = 0; j < added.pieces.size(); ++j) {
                const auto& place = added.pieces[j].box;
                const auto share = std::max(overlap(box, moved, place), overlap(box, {}, place));
                if (share > 0) fits.push_back({i, j, share});
            }
        }
        return fits;
    }

    std::span<const WordPiece> before_;
    std::span<const WordPiece> after_;
};

void sort_by_place(std::vector<PiecePair>& pairs) {
    std::ranges::stable_sort(pairs, [](const PiecePair& a, const PiecePair& b) {
        const auto& one = a.after.box;
        const auto& other = b.after.box;
        return one.y != other.y ? one.y < other.y : one.x < other.x;
    });
}

// Paragraphs whose lines break elsewhere: runs of words that both have are not changes.
void take_reflowed(WordChanges& changes, Rest& before, Rest& after) {
    const auto common = mark_common_words(before.pieces, after.pieces);
    if (common.words == 0) return;
    changes.reflowed_words = common.words;
    before = without(before, common.before);
    after = without(after, common.after);
}

}  // namespace

WordChanges find_word_changes(
    std::span<const WordPiece> before, std::span<const WordPiece> after, Places places
) {
    WordChanges changes;
    auto removed = all_of(before);
    auto added = all_of(after);
    const bool comparable = places == Places::Comparable;
    take_matches(
        changes,
        comparable ? match_by_place(before, after, Evidence::OwnText, {})
                   : match_by_text(before, after),
        removed,
        added
    );
    removed = into_words(removed);
    added = into_words(added);
    if (comparable) {
        auto matches =
            match_by_place(removed.pieces, added.pieces, Evidence::Company, changes.moved);
        take_word_matches(changes, std::move(matches), removed, added);
    }
    take_reflowed(changes, removed, added);
    removed = joined(removed);
    added = joined(added);
    if (comparable) Replacements(before, after).take(changes, removed, added);
    sort_by_place(changes.moved);
    sort_by_place(changes.replaced);
    changes.removed = std::move(removed.pieces);
    changes.added = std::move(added.pieces);
    return changes;
}

}  // namespace fovea::reading
