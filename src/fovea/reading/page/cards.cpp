#include "fovea/reading/page/cards.hpp"

#include <algorithm>

namespace fovea::reading {
namespace {

struct Likeness {
    std::size_t pairs = 0;
    std::size_t alike = 0;

    void count(bool same) {
        ++pairs;
        alike += same ? 1u : 0u;
    }
    double share() const { return pairs > 0 ? double(alike) / double(pairs) : 0; }
};

// Compares what stands below each other in two rows.
Likeness compare(const std::vector<Piece>& pieces, const PageRow& above, const PageRow& below) {
    Likeness likeness;
    std::size_t at = 0;
    for (const auto i : below.pieces) {
        const auto& piece = pieces[i];
        while (at < above.pieces.size() && pieces[above.pieces[at]].box.right <= piece.box.left) {
            ++at;
        }
        if (at == above.pieces.size()) break;
        const auto& other = pieces[above.pieces[at]];
        if (other.box.left < piece.box.right) likeness.count(same_style(piece, other));
    }
    return likeness;
}

// Whether a row looks like the first one of the cards above it: most of its pieces stand below
// pieces of that row, and look like them.
bool is_again(const std::vector<Piece>& pieces, const PageRow& head, const PageRow& row) {
    const auto likeness = compare(pieces, head, row);
    const auto most = std::max(head.pieces.size(), row.pieces.size());
    return likeness.share() >= 0.6 && likeness.pairs * 5 >= most * 3;
}

}  // namespace

bool are_cards(const std::vector<Piece>& pieces, std::span<const PageRow> rows) {
    Likeness along;
    Likeness down;
    for (std::size_t at = 0; at < rows.size(); ++at) {
        const auto& row = rows[at].pieces;
        for (std::size_t i = 1; i < row.size(); ++i) {
            along.count(same_style(pieces[row[i - 1]], pieces[row[i]]));
        }
        if (at == 0) continue;
        const auto likeness = compare(pieces, rows[at - 1], rows[at]);
        down.pairs += likeness.pairs;
        down.alike += likeness.alike;
    }
    if (along.pairs == 0 || down.pairs == 0) return false;
    return along.share() >= 0.55 && down.share() <= 0.6 && along.share() > down.share() + 0.2;
}

std::vector<std::size_t> card_bands(
    const std::vector<Piece>& pieces, std::span<const PageRow> rows, std::size_t head
) {
    std::vector<std::size_t> starts{0};
    if (!on_one_baseline(pieces, rows[head].pieces)) return starts;
    auto band = head;    // where the last one begins
    double widest = 0;   // gap within it
    bool unlike = true;  // no row within it looks like its first one
    for (auto at = band + 1; at < rows.size(); ++at) {
        const auto gap = rows[at].top - rows[at - 1].bottom;
        const bool again = is_again(pieces, rows[head], rows[at]);
        const auto em = pieces[rows[at].pieces.front()].em;
        const bool apart = unlike ? gap > em : gap > 1.2 * widest;
        const bool changed = compare(pieces, rows[at - 1], rows[at]).share() < 0.6;
        if (again && apart && changed && at - band >= 2 && rows[at].pieces.size() >= 2 &&
            on_one_baseline(pieces, rows[at].pieces)) {
            starts.push_back(at);
            band = at;
            widest = 0;
            unlike = true;
        } else {
            widest = std::max(widest, gap);
            unlike = unlike && !again;
        }
    }
    return starts;
}

}  // namespace fovea::reading
