#include "fovea/reading/answer/changes/moved_pieces.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace fovea::reading {
namespace {

constexpr std::int64_t kStillPixels = 2;

// A text that stands more often than this on both sides has too many possible pairs to weigh.
constexpr std::size_t kMaxPairsOfText = 400;

constexpr std::size_t kLeastCompany = 3;  // that move alike, the piece itself included
constexpr std::size_t kTellingBytes = 8;  // a text of this length is seldom there by chance

using ByText = std::unordered_map<std::string_view, std::vector<std::size_t>>;
using Votes = std::map<std::pair<std::int64_t, std::int64_t>, std::size_t>;

struct Move {
    Match match;
    std::int64_t distance = 0;
    std::size_t votes = 0;
};

ByText by_text(std::span<const WordPiece> pieces) {
    ByText found;
    for (std::size_t i = 0; i < pieces.size(); ++i) found[pieces[i].text].push_back(i);
    return found;
}

// Pieces by their text and the small square that they begin in, so that a page of equal words is
// not searched from end to end for each of them.
class PlaceIndex {
public:
    explicit PlaceIndex(std::span<const WordPiece> pieces) : pieces_(pieces) {
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            const auto& box = pieces[i].box;
            squares_[{pieces[i].text, box.x / kSquare, box.y / kSquare}].push_back(i);
        }
    }

    // The first one with this text at this place, which is then taken.
    std::optional<std::size_t> take_at(const WordPiece& wanted) {
        for (std::int64_t right = -1; right <= 1; ++right) {
            for (std::int64_t down = -1; down <= 1; ++down) {
                const auto found = squares_.find(
                    {wanted.text, wanted.box.x / kSquare + right, wanted.box.y / kSquare + down}
                );
                if (found == squares_.end()) continue;
                auto& indices = found->second;
                const auto still = std::ranges::find_if(indices, [&](std::size_t i) {
                    return is_still(offset_of(wanted, pieces_[i]));
                });
                if (still == indices.end()) continue;
                const auto taken = *still;
                indices.erase(still);
                return taken;
            }
        }
        return std::nullopt;
    }

private:
    static constexpr std::int64_t kSquare = 8;  // pixels; more than a piece may be off

    std::span<const WordPiece> pieces_;
    std::map<std::tuple<std::string_view, std::int64_t, std::int64_t>, std::vector<std::size_t>>
        squares_;
};

std::vector<Move> possible_moves(
    std::span<const WordPiece> before,
    std::span<const WordPiece> after,
    const std::vector<bool>& open_before,
    const std::vector<bool>& open_after
) {
    const auto others = by_text(after);
    std::unordered_map<std::string_view, std::size_t> count;
    for (const auto& piece : before) ++count[piece.text];
    std::vector<Move> moves;
    for (std::size_t i = 0; i < before.size(); ++i) {
        const auto found = others.find(before[i].text);
        if (!open_before[i] || found == others.end()) continue;
        if (found->second.size() * count[before[i].text] > kMaxPairsOfText) continue;
        for (const auto j : found->second) {
            if (!open_after[j]) continue;
            const auto offset = offset_of(before[i], after[j]);
            moves.push_back({{i, j, offset}, std::abs(offset.right) + std::abs(offset.down), 0});
        }
    }
    return moves;
}

// How many move like this one; a pixel of rounding on either side is the same move.
std::size_t company(const Votes& votes, const Offset& offset) {
    std::size_t count = 0;
    for (std::int64_t right = -1; right <= 1; ++right) {
        for (std::int64_t down = -1; down <= 1; ++down) {
            const auto vote = votes.find({offset.right + right, offset.down + down});
            if (vote != votes.end()) count += vote->second;
        }
    }
    return count;
}

bool is_plausible(const Move& move, const WordPiece& piece, Evidence evidence) {
    if (move.votes >= kLeastCompany) return true;
    if (evidence == Evidence::Company) return false;
    // A short text that went far on its own more likely vanished here and came up there.
    return piece.text.size() >= kTellingBytes || word_count(piece) >= 2 ||
           move.distance <= 4 * std::int64_t{piece.box.height};
}

}  // namespace

Offset offset_of(const WordPiece& before, const WordPiece& after) {
    return {std::int64_t{after.box.x} - before.box.x, std::int64_t{after.box.y} - before.box.y};
}

Offset offset_of(const PiecePair& pair) {
    return offset_of(pair.before, pair.after);
}

bool is_still(const Offset& offset) {
    return std::abs(offset.right) <= kStillPixels && std::abs(offset.down) <= kStillPixels;
}

std::vector<Match> match_by_place(
    std::span<const WordPiece> before,
    std::span<const WordPiece> after,
    Evidence evidence,
    std::span<const PiecePair> known
) {
    std::vector<Match> matches;
    std::vector<bool> open_before(before.size(), true);
    std::vector<bool> open_after(after.size(), true);
    const auto take = [&](const Match& match) {
        open_before[match.before] = open_after[match.after] = false;
        matches.push_back(match);
    };
    PlaceIndex places(after);
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (const auto j = places.take_at(before[i]))
            take({i, *j, offset_of(before[i], after[*j])});
    }

    auto moves = possible_moves(before, after, open_before, open_after);
    Votes votes;
    for (const auto& move : moves) ++votes[{move.match.offset.right, move.match.offset.down}];
    for (const auto& pair : known) {
        const auto offset = offset_of(pair);
        ++votes[{offset.right, offset.down}];
    }
    for (auto& move : moves) move.votes = company(votes, move.match.offset);
    std::ranges::stable_sort(moves, [](const Move& a, const Move& b) {
        return a.votes != b.votes ? a.votes > b.votes : a.distance < b.distance;
    });
    for (const auto& move : moves) {
        const auto& [i, j, offset] = move.match;
        if (open_before[i] && open_after[j] && is_plausible(move, before[i], evidence))
            take(move.match);
    }
    return matches;
}

std::vector<Match> match_by_text(
    std::span<const WordPiece> before, std::span<const WordPiece> after
) {
    auto others = by_text(after);
    std::vector<Match> matches;
    for (auto& [text, indices] : others) std::ranges::reverse(indices);
    for (std::size_t i = 0; i < before.size(); ++i) {
        const auto found = others.find(before[i].text);
        if (found == others.end() || found->second.empty()) continue;
        matches.push_back({i, found->second.back(), {}});
        found->second.pop_back();
    }
    return matches;
}

}  // namespace fovea::reading
