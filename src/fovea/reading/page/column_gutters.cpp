#include "fovea/reading/page/column_gutters.hpp"

#include "fovea/reading/page/alignment.hpp"

#include <algorithm>
#include <cstdint>

namespace fovea::reading {
namespace {

using Indices = std::vector<std::size_t>;

constexpr double kColumnGap = 0.5;   // in sizes of the font
constexpr std::size_t kMaxBars = 3;  // one above the other

// The first part of a gutter that a row leaves free, at least `enough` wide. The first: what stands
// in the middle of a gutter is rather a head over the right column, as heads are flush left.
std::optional<Interval> free_part(const PageRow& row, const Interval& gutter, double enough) {
    auto begin = gutter.begin;
    for (const auto& interval : row.covered) {
        if (interval.end <= gutter.begin) continue;
        if (interval.begin >= gutter.end) break;
        if (interval.begin - begin >= enough) return Interval{begin, interval.begin};
        begin = std::max(begin, interval.end);
    }
    if (gutter.end - begin >= enough) return Interval{begin, gutter.end};
    return {};
}

bool spans(const PageRow& row, const Interval& gutter) {
    return row.covered.front().begin < gutter.begin && row.covered.back().end > gutter.end;
}

enum class Side : std::uint8_t { Left, Right };

// Of what stands on one side, the column at the gutter: as far as there are only narrower gaps.
Indices nearest_column(
    const std::vector<Piece>& pieces, const Indices& side, const Interval& gutter, Side at
) {
    const auto covered = covered_by(pieces, side, std::max(1.0, 0.8 * gutter.width()));
    if (covered.empty()) return {};
    const auto& column = at == Side::Left ? covered.back() : covered.front();
    Indices inside;
    for (const auto i : side) {
        const auto left = pieces[i].box.left;
        if (left >= column.begin && left <= column.end) inside.push_back(i);
    }
    return inside;
}

// Whether a row is a bar of things to choose from, that has nothing to do with the columns below or
// above it: they begin elsewhere.
bool is_bar(const std::vector<Piece>& pieces, const PageRow& row, std::span<const PageRow> others) {
    if (row.pieces.size() < 3 || !on_one_baseline(pieces, row.pieces)) return false;
    const auto which = pieces_in(others);
    const auto columns = covered_by(pieces, which, kColumnGap * usual_em(pieces, which));
    std::size_t flush = 0;
    for (const auto i : row.pieces) {
        // What is in a box begins a little further to the right than the head above it.
        const auto reach = 1.5 * pieces[i].em;
        const auto left = pieces[i].box.left;
        const auto found = std::lower_bound(
            columns.begin(),
            columns.end(),
            left - reach,
            [](const Interval& column, double x) { return column.begin < x; }
        );
        flush += found != columns.end() && found->begin <= left + reach ? 1u : 0u;
    }
    return flush * 2 <= row.pieces.size();
}

// Rows of a table begin where the next ones do; a bar is alone.
bool begins_like(const std::vector<Piece>& pieces, const PageRow& row, const PageRow& next) {
    std::size_t flush = 0;
    for (const auto i : row.pieces) {
        const auto left = pieces[i].box.left;
        const auto reach = 0.4 * pieces[i].em;
        const auto found = std::lower_bound(
            next.pieces.begin(),
            next.pieces.end(),
            left - reach,
            [&](std::size_t other, double x) { return pieces[other].box.left < x; }
        );
        flush += found != next.pieces.end() && pieces[*found].box.left <= left + reach ? 1u : 0u;
    }
    return flush * 2 > row.pieces.size();
}

void leave_out_bars(
    const std::vector<Piece>& pieces, std::span<const PageRow> rows, Gutter& gutter
) {
    for (std::size_t bars = 0; bars < kMaxBars && gutter.first < gutter.last; ++bars) {
        const auto& bar = rows[gutter.first];
        const auto rest = rows.subspan(gutter.first + 1, gutter.last - gutter.first);
        if (!spans(bar, gutter.free) || !is_bar(pieces, bar, rest)) break;
        if (begins_like(pieces, bar, rest.front())) break;
        ++gutter.first;
    }
    for (std::size_t bars = 0; bars < kMaxBars && gutter.first < gutter.last; ++bars) {
        const auto& bar = rows[gutter.last];
        const auto rest = rows.subspan(gutter.first, gutter.last - gutter.first);
        if (!spans(bar, gutter.free) || !is_bar(pieces, bar, rest)) break;
        if (begins_like(pieces, bar, rest.back())) break;
        --gutter.last;
    }
}

// One of two columns may begin earlier or end later.
void widen(const std::vector<Piece>& pieces, std::span<const PageRow> rows, Gutter& gutter) {
    const auto em = usual_em(pieces, pieces_in(rows));
    const auto enough = std::min(0.5 * gutter.free.width(), 2.5 * em);
    const auto extend = [&](std::size_t row) {
        const auto part = free_part(rows[row], gutter.free, enough);
        if (part) gutter.free = *part;
        return part.has_value();
    };
    while (gutter.first > 0 && extend(gutter.first - 1)) --gutter.first;
    const auto last = gutter.last;
    while (gutter.last + 1 < rows.size() && extend(gutter.last + 1)) ++gutter.last;
    // A heading over what comes next is nearer to that than to the column it happens to stand in.
    while (gutter.last > last && gutter.last + 1 < rows.size()) {
        const auto above = rows[gutter.last].top - rows[gutter.last - 1].bottom;
        const auto below = rows[gutter.last + 1].top - rows[gutter.last].bottom;
        if (below >= 0.9 * above) break;
        --gutter.last;
    }
}

}  // namespace

Sides sides_of(
    const std::vector<Piece>& pieces, const Interval& gutter, std::span<const std::size_t> which
) {
    Sides sides;
    for (const auto i : which) {
        (pieces[i].box.left < gutter.end ? sides.left : sides.right).push_back(i);
    }
    return sides;
}

std::optional<Gutter> find_column_gutter(
    const std::vector<Piece>& pieces,
    std::span<const PageRow> rows,
    const std::vector<Gutter>& gutters
) {
    std::optional<Gutter> best;
    double most = 0;
    for (const auto& gutter : gutters) {
        if (gutter.height < 0.3 * gutters.front().height) continue;
        const auto part = rows.subspan(gutter.first, gutter.last - gutter.first + 1);
        const auto [left, right] = sides_of(pieces, gutter.free, pieces_in(part));
        const auto aligned = alignment(
            pieces,
            nearest_column(pieces, left, gutter.free, Side::Left),
            nearest_column(pieces, right, gutter.free, Side::Right)
        );
        if (aligned >= kReadsAcross) continue;
        const auto weight = gutter.weight * (1 - aligned);
        if (weight <= most) continue;
        most = weight;
        best = gutter;
    }
    if (best) {
        widen(pieces, rows, *best);
        leave_out_bars(pieces, rows, *best);
    }
    return best;
}

}  // namespace fovea::reading
