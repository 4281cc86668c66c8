#include "fovea/reading/page/tables.hpp"

#include "fovea/media/text/colours.hpp"
#include "fovea/reading/page/alignment.hpp"
#include "fovea/reading/page/second_lines.hpp"
#include "fovea/reading/page/table_cells.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace fovea::reading {
namespace {

constexpr std::size_t kMaxPeeled = 2;  // rows of several pieces at each end that are not of it

// Shares that make a table, of columns, cells and rows.
constexpr double kFlush = 0.7;
constexpr double kFilled = 0.45;
constexpr double kSameStyle = 0.6;

struct Edges {
    double left = 0;
    double right = 0;
};

Edges edges_of(const Cell& cell, const Reading& reading) {
    auto box = upright(reading.words[cell.words.front()].box, reading.turn);
    for (const auto word : cell.words) cover(box, upright(reading.words[word].box, reading.turn));
    return {box.left, box.right};
}

// How many lie near the one in the middle.
std::size_t count_near(std::vector<double>& places, double reach) {
    std::sort(places.begin(), places.end());
    const auto middle = places[places.size() / 2];
    return static_cast<std::size_t>(std::count_if(places.begin(), places.end(), [&](double place) {
        return std::abs(place - middle) <= reach;
    }));
}

bool is_flush(
    const CellRows& rows, std::size_t column, std::size_t head, const Reading& reading, double em
) {
    std::vector<double> lefts;
    std::vector<double> rights;
    std::vector<double> middles;
    for (auto row = head; row < rows.size(); ++row) {
        const auto& cell = rows[row][column];
        if (cell.empty()) continue;
        const auto edges = edges_of(cell, reading);
        lefts.push_back(edges.left);
        rights.push_back(edges.right);
        middles.push_back((edges.left + edges.right) / 2);
    }
    if (lefts.size() < 2) return true;
    const auto reach = 0.4 * em;
    const auto best =
        std::max({count_near(lefts, reach), count_near(rights, reach), count_near(middles, reach)});
    return double(best) >= kFlush * double(lefts.size()) && best >= 2;
}

std::size_t count_filled(const std::vector<Cell>& row) {
    return static_cast<std::size_t>(std::count_if(row.begin(), row.end(), [](const Cell& cell) {
        return !cell.empty();
    }));
}

// Whether most cells of two rows look as those above them.
bool rows_alike(
    const std::vector<Piece>& pieces, const std::vector<Cell>& a, const std::vector<Cell>& b
) {
    std::size_t both = 0;
    std::size_t alike = 0;
    for (std::size_t column = 0; column < a.size(); ++column) {
        if (a[column].empty() || b[column].empty()) continue;
        ++both;
        const auto& above = pieces[a[column].pieces.front()];
        const auto& below = pieces[b[column].pieces.front()];
        // Stripes and marked cells change the ground or the ink, hardly ever the size.
        const bool same = same_size(above, below) && (distance(above.ink, below.ink) <= 96 ||
                                                      distance(above.ground, below.ground) <= 48);
        alike += same && distance(above.ink, below.ink) <= 200 ? 1u : 0u;
    }
    return both == 0 || alike * 2 >= both;
}

bool keeps_style(const std::vector<Piece>& pieces, const CellRows& rows, std::size_t head) {
    std::size_t alike = 0;
    std::size_t pairs = 0;
    for (auto row = head + 1; row < rows.size(); ++row) {
        ++pairs;
        alike += rows_alike(pieces, rows[row - 1], rows[row]) ? 1u : 0u;
    }
    return pairs == 0 || double(alike) >= kSameStyle * double(pairs);
}

bool is_figure(const Cell& cell, const Reading& reading) {
    std::size_t figures = 0;
    std::size_t letters = 0;
    for (const auto word : cell.words) {
        for (const char c : reading.words[word].text) {
            if (c >= '0' && c <= '9') ++figures;
            if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) ++letters;
        }
    }
    return figures > 0 && figures >= letters;
}

// Two columns are a table if the second has figures, or a head that looks different. Otherwise they
// are labels and their fields.
bool is_table_of_two(
    const std::vector<Piece>& pieces, const CellRows& rows, const Reading& reading
) {
    if (rows.size() < 3) return false;
    const bool full = std::all_of(rows.begin(), rows.end(), [](const std::vector<Cell>& row) {
        return count_filled(row) == 2;
    });
    if (!full) return false;

    std::size_t figures = 0;
    std::size_t cells = 0;
    for (std::size_t row = 1; row < rows.size(); ++row) {
        ++cells;
        figures += is_figure(rows[row][1], reading) ? 1u : 0u;
    }
    if (cells >= 2 && figures * 4 >= cells * 3) return true;
    return rows.size() >= 4 && !rows_alike(pieces, rows[0], rows[1]);
}

// Long lines that fill their column, in two columns at least: text of a newspaper. A table has one
// column of sentences at most.
bool is_running_text(const CellRows& rows, const Reading& reading) {
    std::size_t running = 0;
    for (std::size_t column = 0; column < rows.front().size(); ++column) {
        std::vector<double> widths;  // of cells that could be part of a sentence
        double widest = 0;
        std::size_t cells = 0;
        for (const auto& row : rows) {
            if (row[column].empty()) continue;
            ++cells;
            const auto edges = edges_of(row[column], reading);
            widest = std::max(widest, edges.right - edges.left);
            if (row[column].words.size() >= 4) widths.push_back(edges.right - edges.left);
        }
        const auto wide = std::count_if(widths.begin(), widths.end(), [&](double width) {
            return width >= 0.7 * widest;
        });
        running += cells >= 2 && static_cast<std::size_t>(wide) * 2 >= cells ? 1u : 0u;
    }
    return running >= 2;
}

// Set as tightly as text, with several words in each cell: paragraphs side by side. Tables have
// space between their rows, or short cells.
bool is_set_as_text(
    const std::vector<Piece>& pieces, const CellRows& rows, std::size_t head, double em
) {
    std::vector<double> steps;
    std::size_t words = 0;
    std::size_t cells = 0;
    for (auto row = head; row < rows.size(); ++row) {
        for (std::size_t column = 0; column < rows[row].size(); ++column) {
            const auto& cell = rows[row][column];
            if (cell.empty()) continue;
            ++cells;
            words += cell.words.size();
            if (row == head || rows[row - 1][column].empty()) continue;
            const auto& above = rows[row - 1][column];
            steps.push_back(
                pieces[cell.pieces.front()].baseline - pieces[above.pieces.back()].baseline
            );
        }
    }
    if (steps.empty()) return false;
    std::sort(steps.begin(), steps.end());
    return steps[steps.size() / 2] <= 1.4 * em && words * 2 >= cells * 5;
}

// Whether the cells of neighbouring columns stand on common lines, all the way down.
bool are_aligned(const std::vector<Piece>& pieces, const CellRows& rows) {
    std::vector<std::size_t> before;
    for (std::size_t column = 0; column < rows.front().size(); ++column) {
        std::vector<std::size_t> lines;
        for (const auto& row : rows) {
            lines.insert(lines.end(), row[column].pieces.begin(), row[column].pieces.end());
        }
        if (column > 0 && alignment(pieces, before, lines) < kReadsAcross) return false;
        before = std::move(lines);
    }
    return true;
}

bool is_table(
    const std::vector<Piece>& pieces, const CellRows& rows, const Reading& reading, double em
) {
    if (rows.size() < 2 || rows.front().size() < 2) return false;
    if (count_filled(rows.front()) < 2 || count_filled(rows.back()) < 2) return false;
    const auto columns = rows.front().size();
    std::size_t filled = 0;
    std::size_t pairs = 0;  // rows with two cells or more
    for (const auto& row : rows) {
        const auto cells = count_filled(row);
        filled += cells;
        pairs += cells >= 2 ? 1u : 0u;
    }
    if (double(filled) < kFilled * double(rows.size() * columns)) return false;
    if (pairs < 2 || pairs * 10 < rows.size() * 8) return false;
    if (is_running_text(rows, reading) || !are_aligned(pieces, rows)) return false;

    // With two rows there is no telling a head from the rest.
    const std::size_t head = rows.size() >= 3 ? 1 : 0;
    std::size_t flush = 0;
    for (std::size_t column = 0; column < columns; ++column) {
        flush += is_flush(rows, column, head, reading, em) ? 1u : 0u;
    }
    if (double(flush) < 0.8 * double(columns)) return false;
    if (!keeps_style(pieces, rows, head) || is_set_as_text(pieces, rows, head, em)) return false;
    return columns > 2 || is_table_of_two(pieces, rows, reading);
}

std::optional<Table> table_within(
    const std::vector<Piece>& pieces, const Reading& reading, std::span<const PageRow> all
) {
    // Titles and notes are no rows of a table.
    const auto is_row = [](const PageRow& row) { return row.pieces.size() >= 2; };
    const auto begin = std::find_if(all.begin(), all.end(), is_row);
    const auto end = std::find_if(all.rbegin(), all.rend(), is_row).base();
    if (end - begin < 2) return {};
    const auto skipped = static_cast<std::size_t>(begin - all.begin());
    const auto rows = all.subspan(skipped, static_cast<std::size_t>(end - begin));
    if (std::count_if(begin, end, is_row) * 10 < (end - begin) * 5) return {};
    // Each try costs a pass over all pieces.
    const auto most = pieces_in(rows).size() > 4'000 ? 0 : kMaxPeeled;
    for (std::size_t peeled = 0; peeled <= 2 * most && peeled + 2 <= rows.size(); ++peeled) {
        const auto from = peeled > most ? peeled - most : 0;
        for (auto above = from; above <= std::min(peeled, most); ++above) {
            const auto part = rows.subspan(above, rows.size() - peeled);
            if (part.front().pieces.size() < 2) continue;
            const auto which = pieces_in(part);
            const bool has_block = std::any_of(which.begin(), which.end(), [&](std::size_t i) {
                return pieces[i].block.has_value();
            });
            if (has_block) continue;
            const auto em = usual_em(pieces, which);
            auto cells = cut_cells(pieces, reading, part, em);
            if (is_table(pieces, cells, reading, em)) {
                return Table{skipped + above, skipped + above + part.size() - 1, std::move(cells)};
            }
        }
    }
    return {};
}

}  // namespace

std::optional<Table> find_table(
    const std::vector<Piece>& pieces, const Reading& reading, std::span<const PageRow> given
) {
    const auto merged = merge_second_lines(pieces, given);
    const std::span<const PageRow> rows = merged.rows;
    const auto starts = stretch_starts(rows, usual_em(pieces, pieces_in(rows)));
    std::optional<Table> best;
    for (std::size_t i = 0; i < starts.size(); ++i) {
        const auto end = i + 1 < starts.size() ? starts[i + 1] : rows.size();
        auto found = table_within(pieces, reading, rows.subspan(starts[i], end - starts[i]));
        if (!found) continue;
        found->first += starts[i];
        found->last += starts[i];
        if (!best || found->last - found->first > best->last - best->first) best = std::move(found);
    }
    if (best) {
        best->first = best->first == 0 ? 0 : merged.last[best->first - 1] + 1;
        best->last = merged.last[best->last];
    }
    return best;
}

}  // namespace fovea::reading
