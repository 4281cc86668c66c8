#include "fovea/reading/page/rows.hpp"

#include <algorithm>
#include <cmath>

namespace fovea::reading {

std::vector<Interval> covered_by(
    const std::vector<Piece>& pieces, std::span<const std::size_t> which, double min_gap
) {
    std::vector<Interval> intervals;
    for (const auto i : which) intervals.push_back({pieces[i].box.left, pieces[i].box.right});
    std::sort(intervals.begin(), intervals.end(), [](const Interval& a, const Interval& b) {
        return a.begin < b.begin;
    });
    std::vector<Interval> merged;
    for (const auto& interval : intervals) {
        if (merged.empty() || interval.begin - merged.back().end >= min_gap) {
            merged.push_back(interval);
        } else {
            merged.back().end = std::max(merged.back().end, interval.end);
        }
    }
    return merged;
}

std::vector<PageRow> rows_of(const std::vector<Piece>& pieces, std::span<const std::size_t> which) {
    std::vector<std::size_t> order(which.begin(), which.end());
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return pieces[a].core_top() < pieces[b].core_top();
    });
    std::vector<PageRow> rows;
    for (const auto i : order) {
        const auto top = pieces[i].core_top();
        const auto bottom = pieces[i].core_bottom();
        if (rows.empty() || top >= rows.back().bottom) rows.push_back({{}, {}, top, bottom});
        rows.back().pieces.push_back(i);
        rows.back().bottom = std::max(rows.back().bottom, bottom);
    }
    for (auto& row : rows) {
        std::stable_sort(row.pieces.begin(), row.pieces.end(), [&](std::size_t a, std::size_t b) {
            return pieces[a].box.left < pieces[b].box.left;
        });
        row.covered = covered_by(pieces, row.pieces, 1);
    }
    return rows;
}

bool on_one_baseline(const std::vector<Piece>& pieces, std::span<const std::size_t> which) {
    if (which.size() < 2) return true;
    const auto& first = pieces[which.front()];
    return std::all_of(which.begin(), which.end(), [&](std::size_t i) {
        const auto off = std::abs(pieces[i].baseline - first.baseline);
        return !pieces[i].block && off <= 0.3 * std::max(first.em, pieces[i].em);
    });
}

std::vector<std::size_t> line_by_line(
    const std::vector<Piece>& pieces, std::span<const std::size_t> which
) {
    std::vector<std::size_t> order(which.begin(), which.end());
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return pieces[a].baseline < pieces[b].baseline;
    });
    const auto left_first = [&](std::size_t a, std::size_t b) {
        return pieces[a].box.left < pieces[b].box.left;
    };
    auto begin = order.begin();
    for (auto at = order.begin(); at != order.end(); ++at) {
        if (pieces[*at].baseline - pieces[*begin].baseline <= 0.4 * pieces[*begin].em) continue;
        std::stable_sort(begin, at, left_first);
        begin = at;
    }
    std::stable_sort(begin, order.end(), left_first);
    return order;
}

std::vector<std::size_t> stretch_starts(std::span<const PageRow> rows, double em) {
    std::vector<double> gaps;
    std::vector<double> steps;  // from top to top: constant where all rows are equally high
    for (std::size_t i = 1; i < rows.size(); ++i) {
        gaps.push_back(rows[i].top - rows[i - 1].bottom);
        steps.push_back(rows[i].top - rows[i - 1].top);
    }
    std::vector<std::size_t> starts{0};
    if (gaps.empty()) return starts;

    const auto middle = [](std::vector<double> values) {
        std::sort(values.begin(), values.end());
        return values[values.size() / 2];
    };
    const auto gap = middle(gaps);
    const auto step = middle(steps);
    for (std::size_t i = 0; i < gaps.size(); ++i) {
        // Below the head of a table there is often more space.
        const bool head = i == starts.back();
        const auto most =
            head ? std::max(2.2 * gap, gap + 1.2 * em) : std::max(1.7 * gap, gap + 0.6 * em);
        if (gaps[i] > most && steps[i] > 1.35 * step) starts.push_back(i + 1);
    }
    return starts;
}

std::vector<std::size_t> pieces_in(std::span<const PageRow> rows) {
    std::vector<std::size_t> all;
    for (const auto& row : rows) all.insert(all.end(), row.pieces.begin(), row.pieces.end());
    return all;
}

double usual_em(const std::vector<Piece>& pieces, std::span<const std::size_t> which) {
    if (which.empty()) return 1;
    std::vector<double> sizes;
    for (const auto i : which) sizes.push_back(pieces[i].em);
    const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
    std::nth_element(sizes.begin(), middle, sizes.end());
    return *middle;
}

}  // namespace fovea::reading
