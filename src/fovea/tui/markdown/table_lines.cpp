#include "fovea/tui/markdown/table_lines.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>

namespace fovea::tui {
namespace {

constexpr int kBetween = 3;  // " │ "
constexpr int kNarrow = 5;   // a column of less cannot be read

constexpr Style kRule = style_of(Role::Quiet);

std::string blanks(int count) {
    return std::string(static_cast<std::size_t>(std::max(count, 0)), ' ');
}

std::string dashes(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += "─";
    return text;
}

int width_of(const StyledText& cell) {
    int width = 0;
    for (const auto& line : cell) width = std::max(width, line.width());
    return width;
}

StyledLine aligned(const StyledLine& line, int width, Align align) {
    const int room = std::max(width - line.width(), 0);
    const int before = align == Align::Right ? room : align == Align::Centre ? room / 2 : 0;
    StyledLine placed(blanks(before));
    placed.add(line).add(blanks(room - before));
    return placed;
}

StyledLine in_bold(const StyledLine& line) {
    StyledLine bold = line;
    for (auto& span : bold.spans) span.style.bold = true;
    return bold;
}

StyledText as_grid(
    const Table& table, const TableRow& row, const std::vector<int>& widths, bool is_head
) {
    std::vector<StyledText> cells(widths.size());
    std::size_t high = 1;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        if (i >= row.size()) continue;
        for (const auto& line : row[i]) {
            for (auto& part : wrap(line, widths[i])) cells[i].push_back(std::move(part));
        }
        high = std::max(high, cells[i].size());
    }
    StyledText lines;
    for (std::size_t y = 0; y < high; ++y) {
        StyledLine line;
        for (std::size_t i = 0; i < widths.size(); ++i) {
            if (i > 0) line.add(" │ ", kRule);
            const auto part = y < cells[i].size() ? cells[i][y] : StyledLine();
            line.add(aligned(is_head ? in_bold(part) : part, widths[i], table.aligns[i]));
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

// "head: cell", a line each.
StyledText as_list(const Table& table, const TableRow& row, int columns) {
    StyledText lines;
    for (std::size_t i = 0; i < row.size() && i < table.aligns.size(); ++i) {
        StyledLine line;
        if (i < table.head.size()) {
            for (const auto& part : table.head[i]) line.add(in_bold(part));
        }
        line.add(": ");
        for (std::size_t part = 0; part < row[i].size(); ++part) {
            if (part > 0) line.add(" ");
            line.add(row[i][part]);
        }
        for (auto& part : wrap(line, columns, 2)) lines.push_back(std::move(part));
    }
    lines.emplace_back(dashes(std::min(columns, 3)), kRule);
    return lines;
}

}  // namespace

ColumnWidths column_widths(const Table& table, int columns) {
    const auto count = table.aligns.size();
    if (count == 0) return std::nullopt;
    std::vector<int> wanted(count, 1);
    const auto look_at = [&](const TableRow& row) {
        for (std::size_t i = 0; i < std::min(count, row.size()); ++i) {
            wanted[i] = std::max(wanted[i], width_of(row[i]));
        }
    };
    look_at(table.head);
    for (const auto& row : table.rows) look_at(row);

    int room = columns - kBetween * (static_cast<int>(count) - 1);
    if (std::accumulate(wanted.begin(), wanted.end(), 0) <= room) return wanted;
    // The narrow ones get what they want, the others share what is left.
    std::vector<int> widths(count, 0);
    auto left = static_cast<int>(count);
    for (bool again = true; again && left > 0;) {
        again = false;
        const int share = room / left;
        for (std::size_t i = 0; i < count; ++i) {
            if (widths[i] > 0 || wanted[i] > share) continue;
            widths[i] = wanted[i];
            room -= wanted[i];
            --left;
            again = true;
        }
    }
    for (auto& width : widths) {
        if (width > 0) continue;
        width = room / left;
        if (width < kNarrow) return std::nullopt;
        room -= width;
        --left;
    }
    return widths;
}

StyledText table_head_lines(const Table& table, const ColumnWidths& widths, int columns) {
    if (!widths) return {StyledLine(dashes(std::min(columns, 3)), kRule)};
    auto lines = as_grid(table, table.head, *widths, true);
    std::string rule;
    for (std::size_t i = 0; i < widths->size(); ++i) {
        if (i > 0) rule += "─┼─";
        rule += dashes(widths->at(i));
    }
    lines.emplace_back(std::move(rule), kRule);
    return lines;
}

StyledText table_row_lines(
    const Table& table, const TableRow& row, const ColumnWidths& widths, int columns
) {
    return widths ? as_grid(table, row, *widths, false) : as_list(table, row, columns);
}

StyledText table_lines(const Table& table, int columns) {
    const auto widths = column_widths(table, columns);
    auto lines = table_head_lines(table, widths, columns);
    for (const auto& row : table.rows) {
        for (auto& line : table_row_lines(table, row, widths, columns)) {
            lines.push_back(std::move(line));
        }
    }
    return lines;
}

}  // namespace fovea::tui
