#include "fovea/reading/page/table_cells.hpp"

#include <algorithm>
#include <utility>

namespace fovea::reading {
namespace {

constexpr double kMinGap = 0.3;       // between columns, in sizes of the font
constexpr std::size_t kMaxCells = 8;  // for each piece

struct Step {
    double x = 0;
    int change = 0;  // of the number of rows that cover what follows
};

// Where more than `tolerated` rows have something.
std::vector<Interval> columns_covered(std::span<const PageRow> rows, int tolerated, double gap) {
    std::vector<Step> steps;
    for (const auto& row : rows) {
        for (const auto& interval : row.covered) {
            steps.push_back({interval.begin, 1});
            steps.push_back({interval.end, -1});
        }
    }
    // Begins before ends, also for pieces without width.
    std::sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) {
        return a.x != b.x ? a.x < b.x : a.change > b.change;
    });
    std::vector<Interval> columns;
    int depth = 0;
    for (const auto& step : steps) {
        const auto before = depth;
        depth += step.change;
        if (before <= tolerated && depth > tolerated) {
            if (!columns.empty() && step.x - columns.back().end < gap) continue;
            columns.push_back({step.x, step.x});
        } else if (before > tolerated && depth <= tolerated) {
            columns.back().end = step.x;
        }
    }
    return columns;
}

// A few rows may reach over a gutter: a title, or two cells that were read as one.
std::vector<Interval> find_columns(std::span<const PageRow> rows, double em) {
    const auto gap = kMinGap * em;
    const auto strict = columns_covered(rows, 0, gap);
    const auto tolerated = rows.size() >= 6 ? 1 + static_cast<int>(rows.size() / 14) : 0;
    if (tolerated == 0) return strict;

    const auto loose = columns_covered(rows, tolerated, gap);
    std::vector<Interval> columns;
    std::size_t at = 0;
    for (const auto& column : strict) {
        const auto first = columns.size();
        for (; at < loose.size() && loose[at].begin < column.end; ++at)
            columns.push_back(loose[at]);
        if (columns.size() == first) {
            columns.push_back(column);
        } else {
            columns[first].begin = column.begin;
            columns.back().end = column.end;
        }
    }
    return columns;
}

std::size_t column_at(const std::vector<Interval>& columns, double x) {
    const auto behind =
        std::lower_bound(columns.begin(), columns.end(), x, [](const Interval& column, double at) {
            return column.end < at;
        });
    if (behind == columns.end()) return columns.size() - 1;
    const auto nearest = static_cast<std::size_t>(behind - columns.begin());
    if (behind->begin <= x || nearest == 0) return nearest;
    return x - columns[nearest - 1].end < behind->begin - x ? nearest - 1 : nearest;
}

std::vector<Cell> cells_of(
    const std::vector<Piece>& pieces,
    const Reading& reading,
    const PageRow& row,
    const std::vector<Interval>& columns
) {
    std::vector<Cell> cells(columns.size());
    for (const auto i : line_by_line(pieces, row.pieces)) {
        for (const auto word : pieces[i].words) {
            const auto box = upright(reading.words[word].box, reading.turn);
            auto& cell = cells[column_at(columns, (box.left + box.right) / 2)];
            cell.words.push_back(word);
            if (cell.pieces.empty() || cell.pieces.back() != i) cell.pieces.push_back(i);
        }
    }
    return cells;
}

bool share_a_row(const CellRows& rows, std::size_t a, std::size_t b) {
    return std::any_of(rows.begin(), rows.end(), [&](const std::vector<Cell>& row) {
        return !row[a].empty() && !row[b].empty();
    });
}

bool only_in_head(const CellRows& rows, std::size_t column) {
    for (std::size_t row = 2; row < rows.size(); ++row) {
        if (!rows[row][column].empty()) return false;
    }
    return true;
}

void merge_into(Cell& to, Cell& from) {
    to.pieces.insert(to.pieces.end(), from.pieces.begin(), from.pieces.end());
    to.words.insert(to.words.end(), from.words.begin(), from.words.end());
    from = {};
}

// A head flush left over figures flush right leaves a gap between both, as do the letters in the
// middle over a spreadsheet: columns that never have a cell in the same row.
void merge_heads(CellRows& rows) {
    if (rows.size() < 3) return;
    std::size_t kept = 0;  // the column that others may be merged into
    for (std::size_t column = 1; column < rows.front().size(); ++column) {
        const bool head = only_in_head(rows, kept) || only_in_head(rows, column);
        const bool merges = head && !share_a_row(rows, kept, column);
        if (!merges) ++kept;
        for (auto& row : rows) {
            if (merges) {
                merge_into(row[kept], row[column]);
            } else if (kept != column) {
                row[kept] = std::move(row[column]);
                row[column] = {};
            }
        }
    }
    for (auto& row : rows) row.resize(kept + 1);
}

bool continues(const std::vector<Cell>& row, const std::vector<Cell>& above) {
    std::size_t cells = 0;
    std::size_t cells_above = 0;
    for (std::size_t column = 0; column < row.size(); ++column) {
        if (!row[column].empty() && above[column].empty()) return false;
        cells += row[column].empty() ? 0u : 1u;
        cells_above += above[column].empty() ? 0u : 1u;
    }
    return cells < cells_above;
}

// Second lines of cells: they stand nearer to the row above than rows stand to each other.
void merge_continued(CellRows& rows, std::span<const PageRow> given, double em) {
    std::vector<double> steps;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        if (!continues(rows[i], rows[i - 1]))
            steps.push_back(given[i].bottom - given[i - 1].bottom);
    }
    if (steps.empty()) return;
    std::sort(steps.begin(), steps.end());
    const auto usual = steps[steps.size() / 2];

    CellRows merged;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto step = i > 0 ? given[i].bottom - given[i - 1].bottom : 0.0;
        if (i == 0 || !continues(rows[i], merged.back()) || step > 1.6 * em || step > 0.8 * usual) {
            merged.push_back(std::move(rows[i]));
            continue;
        }
        for (std::size_t column = 0; column < rows[i].size(); ++column) {
            merge_into(merged.back()[column], rows[i][column]);
        }
    }
    rows = std::move(merged);
}

}  // namespace

CellRows cut_cells(
    const std::vector<Piece>& pieces,
    const Reading& reading,
    std::span<const PageRow> rows,
    double em
) {
    const auto columns = find_columns(rows, em);
    CellRows cells;
    // Nearly all of them would be empty; scattered pieces could make as many as their square.
    std::size_t pieces_given = 0;
    for (const auto& row : rows) pieces_given += row.pieces.size();
    if (rows.size() * columns.size() > kMaxCells * pieces_given) return cells;
    for (const auto& row : rows) cells.push_back(cells_of(pieces, reading, row, columns));
    merge_heads(cells);
    merge_continued(cells, rows, em);
    return cells;
}

}  // namespace fovea::reading
