#include "fovea/reading/page/second_lines.hpp"

#include <algorithm>
#include <utility>

namespace fovea::reading {
namespace {

// Whether each piece of a row stands below one of the row above it, and not below all of them.
bool is_second_line(
    const std::vector<Piece>& pieces, const PageRow& row, const PageRow& above, std::size_t cells
) {
    if (row.pieces.size() >= cells) return false;
    return std::all_of(row.pieces.begin(), row.pieces.end(), [&](std::size_t i) {
        const auto& box = pieces[i].box;
        const auto found = std::lower_bound(
            above.covered.begin(),
            above.covered.end(),
            box.left,
            [](const Interval& other, double x) { return other.end <= x; }
        );
        return found != above.covered.end() && found->begin < box.right;
    });
}

}  // namespace

MergedRows merge_second_lines(const std::vector<Piece>& pieces, std::span<const PageRow> rows) {
    MergedRows merged;
    for (std::size_t at = 0; at < rows.size();) {
        auto row = rows[at];
        const auto cells = row.pieces.size();
        const auto em = usual_em(pieces, row.pieces);
        double widest = 0;
        auto end = at + 1;
        for (; end < rows.size(); ++end) {
            const auto gap = rows[end].top - rows[end - 1].bottom;
            if (gap > em || !is_second_line(pieces, rows[end], rows[at], cells)) break;
            widest = std::max(widest, gap);
        }
        const bool apart =
            end == rows.size() || rows[end].top - rows[end - 1].bottom > 1.5 * widest;
        if (!apart) end = at + 1;
        for (auto next = at + 1; next < end; ++next) {
            const auto& more = rows[next];
            row.pieces.insert(row.pieces.end(), more.pieces.begin(), more.pieces.end());
            row.bottom = more.bottom;
        }
        if (end > at + 1) row.covered = covered_by(pieces, row.pieces, 1);
        merged.rows.push_back(std::move(row));
        merged.last.push_back(end - 1);
        at = end;
    }
    return merged;
}

}  // namespace fovea::reading
