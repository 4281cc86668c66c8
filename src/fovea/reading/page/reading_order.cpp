#include "fovea/reading/page/reading_order.hpp"

#include "fovea/reading/page/cards.hpp"
#include "fovea/reading/page/column_gutters.hpp"
#include "fovea/reading/page/gutters.hpp"
#include "fovea/reading/page/paragraphs.hpp"
#include "fovea/reading/page/rows.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

namespace fovea::reading {
namespace {

using Indices = std::vector<std::size_t>;

// Screens nest a handful of levels. Scattered pieces could nest as deep as they are many.
// Past these bounds the rest is read line by line.
constexpr int kMaxDepth = 40;

// Of a piece, on average; screens need two to four.
std::size_t max_visits(std::size_t pieces) {
    return pieces > 5'000 ? 4 : 8;
}

// On areas of very many pieces fewer are looked at: there the choice is seldom close.
std::size_t gutters_judged(std::size_t pieces) {
    return std::clamp<std::size_t>(100'000 / (pieces + 1), 3, 16);
}

std::size_t tables_tried(std::size_t pieces) {
    return std::clamp<std::size_t>(16'000 / (pieces + 1), 1, 8);
}

constexpr double kColumnGap = 0.5;  // in sizes of the font

std::vector<Gutter>::const_iterator longest(const std::vector<Gutter>& gutters) {
    return std::max_element(gutters.begin(), gutters.end(), [](const Gutter& a, const Gutter& b) {
        return a.height < b.height;
    });
}

class Arranger {
public:
    Arranger(const std::vector<Piece>& pieces, const Reading& reading)
        : pieces_(pieces), reading_(reading) {}

    void arrange(std::span<const std::size_t> which, int depth);

    std::vector<Stop> take() { return std::move(stops_); }

private:
    void arrange_rows(std::span<const PageRow> rows, int depth);
    void arrange_columns(std::span<const PageRow> rows, const Interval& gutter, int depth);
    void arrange_across(std::span<const PageRow> rows, int depth);
    void arrange_parts(
        std::span<const PageRow> rows, std::span<const std::size_t> starts, int depth
    );
    bool cut_at_bands(std::span<const PageRow> rows, std::size_t head, int depth);
    bool cut_at_single_lines(std::span<const PageRow> rows, int depth);
    void emit_row(const PageRow& row, int depth);
    void emit_lines(std::span<const std::size_t> which);

    std::optional<Table> largest_table(
        std::span<const PageRow> rows, const std::vector<Gutter>& gutters
    ) const;
    void keep_paragraphs(std::span<const PageRow> rows, Gutter& gutter) const;
    bool comes_later(const Table& table, const Gutter& gutter, std::span<const PageRow> rows) const;
    std::vector<Indices> columns_of(std::span<const std::size_t> which) const;

    const std::vector<Piece>& pieces_;
    const Reading& reading_;
    std::vector<Stop> stops_;
    std::size_t work_ = 0;  // pieces looked at so far, counted again on each level
};

std::vector<Indices> Arranger::columns_of(std::span<const std::size_t> which) const {
    const auto gap = kColumnGap * usual_em(pieces_, which);
    const auto covered = covered_by(pieces_, which, gap);
    std::vector<Indices> columns(covered.size());
    for (const auto i : which) {
        const auto found = std::lower_bound(
            covered.begin(),
            covered.end(),
            pieces_[i].box.left,
            [](const Interval& interval, double x) { return interval.end < x; }
        );
        columns[static_cast<std::size_t>(found - covered.begin())].push_back(i);
    }
    return columns;
}

// Of what is found between the gutters. Tables come first: the text around them has gutters of its
// own, and those may happen to run through a table.
std::optional<Table> Arranger::largest_table(
    std::span<const PageRow> rows, const std::vector<Gutter>& gutters
) const {
    std::optional<Table> largest;
    const auto size = [](const Table& table) {
        return table.cells.size() * table.cells.front().size();
    };
    const auto most = tables_tried(pieces_in(rows).size());
    std::vector<std::pair<std::size_t, std::size_t>> tried;
    for (const auto& gutter : gutters) {
        const std::pair range{gutter.first, gutter.last};
        if (gutter.first == gutter.last || tried.size() == most) continue;
        if (std::find(tried.begin(), tried.end(), range) != tried.end()) continue;
        tried.push_back(range);
        const auto part = rows.subspan(gutter.first, gutter.last - gutter.first + 1);
        auto table = find_table(pieces_, reading_, part);
        if (!table || (largest && size(*table) <= size(*largest))) continue;
        table->first += gutter.first;
        table->last += gutter.first;
        largest = std::move(table);
    }
    return largest;
}

// Does not end a part in the middle of a sentence.
void Arranger::keep_paragraphs(std::span<const PageRow> rows, Gutter& gutter) const {
    const auto goes_on = [&](const PageRow& above, const PageRow& below) {
        return std::any_of(below.pieces.begin(), below.pieces.end(), [&](std::size_t line) {
            return std::any_of(above.pieces.begin(), above.pieces.end(), [&](std::size_t other) {
                return pieces_[other].words.size() >= 4 &&
                       continues_paragraph(pieces_[other], pieces_[line], 0);
            });
        });
    };
    while (gutter.last + 1 < rows.size() && rows[gutter.last + 1].pieces.size() <= 4 &&
           rows[gutter.last].pieces.size() <= 12 &&
           goes_on(rows[gutter.last], rows[gutter.last + 1])) {
        ++gutter.last;
    }
}

// Whether columns are cut before the table is taken: it is all in one of them, or it is only a few
// rows that happen to look like one.
bool Arranger::comes_later(const Table& table, const Gutter& gutter, std::span<const PageRow> rows)
    const {
    if (table.first < gutter.first || table.last > gutter.last) return false;
    const auto height = [&](std::size_t first, std::size_t last) {
        return rows[last].bottom - rows[first].top;
    };
    if (height(table.first, table.last) < 0.5 * height(gutter.first, gutter.last)) return true;
    bool left = false;
    bool right = false;
    for (const auto& row : table.cells) {
        for (const auto& cell : row) {
            for (const auto i : cell.pieces) {
                (pieces_[i].box.left < gutter.free.end ? left : right) = true;
            }
        }
    }
    return left != right;
}

void Arranger::emit_lines(std::span<const std::size_t> which) {
    for (const auto i : line_by_line(pieces_, which)) stops_.push_back({{i}, {}});
}

void Arranger::emit_row(const PageRow& row, int depth) {
    if (!on_one_baseline(pieces_, row.pieces)) {
        const auto columns = columns_of(row.pieces);
        if (columns.size() < 2 || depth >= kMaxDepth) return emit_lines(row.pieces);
        for (const auto& column : columns) arrange(column, depth + 1);
        return;
    }
    // Two in a row are a label and its field, more are a bar of things to choose from.
    if (row.pieces.size() == 2) {
        stops_.push_back({row.pieces, {}});
    } else {
        for (const auto i : row.pieces) stops_.push_back({{i}, {}});
    }
}

bool Arranger::cut_at_bands(std::span<const PageRow> rows, std::size_t head, int depth) {
    const auto starts = card_bands(pieces_, rows, head);
    if (starts.size() < 2) return false;
    arrange_parts(rows, starts, depth);
    return true;
}

void Arranger::arrange_parts(
    std::span<const PageRow> rows, std::span<const std::size_t> starts, int depth
) {
    for (std::size_t part = 0; part < starts.size(); ++part) {
        const auto end = part + 1 < starts.size() ? starts[part + 1] : rows.size();
        arrange_rows(rows.subspan(starts[part], end - starts[part]), depth + 1);
    }
}

// Headings between forms and tables: what is between them is arranged by itself.
bool Arranger::cut_at_single_lines(std::span<const PageRow> rows, int depth) {
    const auto is_single = [](const PageRow& row) { return row.pieces.size() == 1; };
    const auto singles = std::count_if(rows.begin(), rows.end(), is_single);
    if (singles == 0) return false;
    for (std::size_t begin = 0; begin < rows.size();) {
        auto end = begin;
        while (end < rows.size() && !is_single(rows[end])) ++end;
        if (end > begin) arrange_rows(rows.subspan(begin, end - begin), depth + 1);
        for (; end < rows.size() && is_single(rows[end]); ++end) emit_row(rows[end], depth);
        begin = end;
    }
    return true;
}

// Rows of parts that belong together, and are no table: cards, or else simply row by row.
void Arranger::arrange_across(std::span<const PageRow> rows, int depth) {
    if (rows.size() == 1) return emit_row(rows.front(), depth);

    if (cut_at_single_lines(rows, depth)) return;
    if (are_cards(pieces_, rows)) {
        if (cut_at_bands(rows, 0, depth)) return;
        for (const auto& column : columns_of(pieces_in(rows))) arrange(column, depth + 1);
        return;
    }
    const auto starts = stretch_starts(rows, usual_em(pieces_, pieces_in(rows)));
    if (starts.size() > 1) return arrange_parts(rows, starts, depth);
    for (const auto& row : rows) emit_row(row, depth);
}

void Arranger::arrange_columns(std::span<const PageRow> rows, const Interval& gutter, int depth) {
    const auto head = std::find_if(rows.begin(), rows.end(), [&](const PageRow& row) {
        return row.covered.front().begin < gutter.begin && row.covered.back().end > gutter.end;
    });
    if (head != rows.end() &&
        cut_at_bands(rows, static_cast<std::size_t>(head - rows.begin()), depth)) {
        return;
    }
    const auto [left, right] = sides_of(pieces_, gutter, pieces_in(rows));
    arrange(left, depth + 1);
    arrange(right, depth + 1);
}

void Arranger::arrange_rows(std::span<const PageRow> rows, int depth) {
    if (rows.empty()) return;
    const auto which = pieces_in(rows);
    work_ += which.size();
    const auto most = max_visits(pieces_.size()) * (pieces_.size() + 100);
    if (depth >= kMaxDepth || work_ > most) return emit_lines(which);
    if (rows.size() == 1 && on_one_baseline(pieces_, rows.front().pieces)) {
        return emit_row(rows.front(), depth);
    }
    const auto em = usual_em(pieces_, which);
    const auto gutters = find_gutters(rows, em, gutters_judged(which.size()));
    if (gutters.empty()) {
        for (const auto& row : rows) emit_row(row, depth);
        return;
    }
    const auto between_columns = find_column_gutter(pieces_, rows, gutters);
    auto table = largest_table(rows, gutters);
    if (table && !(between_columns && comes_later(*table, *between_columns, rows))) {
        arrange_rows(rows.first(table->first), depth + 1);
        stops_.push_back({{}, std::move(table->cells)});
        arrange_rows(rows.subspan(table->last + 1), depth + 1);
        return;
    }
    auto gutter = between_columns ? *between_columns : *longest(gutters);
    if (!between_columns) keep_paragraphs(rows, gutter);
    const auto part = rows.subspan(gutter.first, gutter.last - gutter.first + 1);
    arrange_rows(rows.first(gutter.first), depth + 1);
    if (between_columns) {
        arrange_columns(part, gutter.free, depth + 1);
    } else {
        arrange_across(part, depth + 1);
    }
    arrange_rows(rows.subspan(gutter.last + 1), depth + 1);
}

void Arranger::arrange(std::span<const std::size_t> which, int depth) {
    arrange_rows(rows_of(pieces_, which), depth);
}

}  // namespace

std::vector<Stop> reading_order(const std::vector<Piece>& pieces, const Reading& reading) {
    Indices all(pieces.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    Arranger arranger(pieces, reading);
    arranger.arrange(all, 0);
    return arranger.take();
}

}  // namespace fovea::reading
