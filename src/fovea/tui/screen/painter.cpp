#include "fovea/tui/screen/painter.hpp"

#include <algorithm>
#include <utility>

namespace fovea::tui {
namespace {

// Moving over a few cells that are right already costs as much as writing them again.
constexpr int kWorthAMove = 4;
// Less is on the screen at once anyway.
constexpr std::size_t kWorthSynchronising = 128;

constexpr std::string_view kEraseToEnd = "\x1b[K";
constexpr std::string_view kEraseBelow = "\x1b[J";

std::string csi(int number, char final) {
    return number == 1 ? std::string("\x1b[") + final : "\x1b[" + std::to_string(number) + final;
}

int size_of(const CellRow& row) {
    return static_cast<int>(row.size());
}

// A cell that is not there is a blank.
const Cell& cell_at(const CellRow& row, int column) {
    static const Cell blank{.text = " "};
    return column < size_of(row) ? row[static_cast<std::size_t>(column)] : blank;
}

}  // namespace

struct Painter::Paper {
    Painter& painter;
    std::string bytes = {};
    CursorPlace at = {};

    void move_to(int row, int column) {
        if (row > at.row) {
            const int down = row - at.row;
            bytes += down <= 3 ? std::string(static_cast<std::size_t>(down), '\n') : csi(down, 'B');
        } else if (row < at.row) {
            bytes += csi(at.row - row, 'A');
        }
        at.row = row;
        if (column == at.column) return;
        if (column == 0) {
            bytes += '\r';
        } else if (column == at.column - 1) {
            bytes += '\b';
        } else if (column > at.column && column - at.column < 10) {
            bytes += csi(column - at.column, 'C');
        } else {
            bytes += csi(column + 1, 'G');
        }
        at.column = column;
    }

    // Cells [first, last) of a row, from where the cursor is.
    void write_cells(const CellRow& row, int first, int last) {
        for (int i = first; i < last; ++i) {
            const auto& cell = cell_at(row, i);
            if (cell.columns == 0) continue;
            bytes += painter.pen_.change_to(cell.style, cell.link);
            if (!cell.is_certain) {
                bytes.append(static_cast<std::size_t>(cell.columns), ' ');
                bytes += csi(i + 1, 'G');
            }
            bytes += cell.text;
            at.column = i + cell.columns;
            if (!cell.is_certain) bytes += csi(std::min(at.column, limit() - 1) + 1, 'G');
        }
        // Without wrapping the cursor stays on the last column.
        at.column = std::min(at.column, limit() - 1);
        bytes += painter.pen_.reset();
    }

    void erase_rest(int used) {
        if (used < limit()) bytes += kEraseToEnd;
    }

    int limit() const { return painter.settings_.columns; }
};

Painter::Painter(PaintSettings settings) : settings_(settings), pen_(settings.colours) {}

std::string Painter::paint(const StyledText& finished, const Live& live) {
    std::vector<CellRow> rows;
    rows.reserve(finished.size() + live.lines.size());
    for (const auto& line : finished) rows.push_back(cells_of(line, settings_.columns));
    const auto most = static_cast<std::size_t>(std::max(settings_.rows, 1));
    const auto dropped = live.lines.size() > most ? live.lines.size() - most : 0;
    for (auto i = dropped; i < live.lines.size(); ++i) {
        rows.push_back(cells_of(live.lines[i], settings_.columns));
    }

    Paper paper{.painter = *this, .bytes = std::exchange(gone_, {}), .at = at_};
    const bool draws =
        std::ranges::any_of(finished, [](const auto& line) { return line.drawing != nullptr; });
    const bool is_tall = rows.size() > static_cast<std::size_t>(settings_.rows);
    auto drawn = drawn_among(live.lines, dropped);
    // A terminal moves pictures with their rows or does not: they are drawn anew wherever rows come or go.
    const bool stay =
        drawn == drawn_ && (drawn_.empty() || (finished.empty() && rows.size() == live_.size()));
    if (!stay) paper.bytes += take_drawings_away();
    const bool erases = !stay && !drawn_.empty();
    const bool writes_all = draws || is_tall || live_.empty() || erases;
    if (writes_all) {
        write_all(paper, rows, finished);
    } else {
        write_changes(paper, rows);
    }
    const auto kept = static_cast<std::ptrdiff_t>(finished.size());
    if (!stay || writes_all) {
        for (const auto& each : drawn) {
            draw(paper, *each.what, each.row + static_cast<int>(kept));
        }
    }
    drawn_ = std::move(drawn);
    live_.assign(std::make_move_iterator(rows.begin() + kept), std::make_move_iterator(rows.end()));
    paper.at.row -= static_cast<int>(finished.size());
    const bool moves_alone = paper.bytes.empty();
    place_cursor(paper, live, static_cast<int>(dropped));
    at_ = paper.at;
    if (!settings_.synchronised || moves_alone || paper.bytes.size() < kWorthSynchronising) {
        return std::move(paper.bytes);
    }
    return "\x1b[?2026h" + paper.bytes + "\x1b[?2026l";
}

void Painter::place_cursor(Paper& paper, const Live& live, int dropped) {
    if (!live.shows_cursor) {
        // Nobody sees where it is: it stays where the next words are likely to come.
        if (std::exchange(is_cursor_shown_, false)) paper.bytes += "\x1b[?25l";
        if (live_.empty()) paper.move_to(0, 0);
        return;
    }
    const int last = std::max(static_cast<int>(live_.size()) - 1, 0);
    paper.move_to(
        std::clamp(live.cursor.row - dropped, 0, last),
        std::clamp(live.cursor.column, 0, settings_.columns - 1)
    );
    if (!std::exchange(is_cursor_shown_, true)) paper.bytes += "\x1b[?25h";
}

// From the first live line on everything is written, whatever stood there.
void Painter::write_all(
    Paper& paper, const std::vector<CellRow>& rows, const StyledText& finished
) {
    paper.move_to(0, 0);
    if (!live_.empty()) paper.bytes += kEraseBelow;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i > 0) {
            paper.bytes += "\r\n";
            ++paper.at.row;
            paper.at.column = 0;
        }
        paper.write_cells(rows[i], 0, size_of(rows[i]));
        // A picture is drawn once all of its lines are there, and before they scroll away.
        for (std::size_t first = 0; first <= i && first < finished.size(); ++first) {
            const auto& drawing = finished[first].drawing;
            if (!drawing || drawing->rows > settings_.rows) continue;
            if (first + static_cast<std::size_t>(std::max(drawing->rows, 1)) - 1 != i) continue;
            const auto back = paper.at;
            draw(paper, *drawing, static_cast<int>(first));
            paper.move_to(back.row, back.column);
        }
    }
}

std::vector<Painter::Drawn> Painter::drawn_among(const StyledText& lines, std::size_t dropped) {
    std::vector<Drawn> drawn;
    for (auto i = dropped; i < lines.size(); ++i) {
        const auto& drawing = lines[i].drawing;
        if (!drawing || !drawing->passes) continue;
        if (i + static_cast<std::size_t>(std::max(drawing->rows, 1)) > lines.size()) continue;
        drawn.push_back({drawing, static_cast<int>(i - dropped)});
    }
    return drawn;
}

void Painter::draw(Paper& paper, const Drawing& drawing, int row) {
    paper.move_to(row, drawing.column);
    paper.bytes +=
        "\x1b"
        "7" +
        drawing.bytes +
        "\x1b"
        "8";
}

// Those that writing over them does not.
std::string Painter::take_drawings_away() {
    std::string bytes;
    for (const auto& each : drawn_) bytes += each.what->removal;
    return bytes;
}

void Painter::write_changes(Paper& paper, const std::vector<CellRow>& rows) {
    const auto& old = live_;
    const auto common = std::min(old.size(), rows.size());
    std::size_t head = 0;
    while (head < common && old[head] == rows[head]) ++head;
    std::size_t tail = 0;
    while (tail < common - head && old[old.size() - 1 - tail] == rows[rows.size() - 1 - tail]) {
        ++tail;
    }
    const auto changed_before = old.size() - head - tail;
    const auto changed_after = rows.size() - head - tail;
    const auto first = static_cast<int>(head);
    // Some terminals put a line that is taken out at the top of the window into the scrollback.
    if (first + static_cast<int>(changed_after) == 0 && tail > 0 && tail < old.size()) {
        return write_all(paper, rows, {});
    }
    // Lines below that only move are moved by the terminal.
    if (changed_after > changed_before) {
        const auto more = static_cast<int>(changed_after - changed_before);
        paper.move_to(static_cast<int>(old.size()) - 1, paper.at.column);
        paper.bytes.append(static_cast<std::size_t>(more), '\n');
        paper.at.row += more;
        if (tail > 0) {
            paper.move_to(first + static_cast<int>(changed_before), paper.at.column);
            paper.bytes += csi(more, 'L');
            paper.at.column = 0;
            paper.bytes += '\r';
        }
    } else if (changed_after < changed_before) {
        const auto less = static_cast<int>(changed_before - changed_after);
        paper.move_to(first + static_cast<int>(changed_after), 0);
        paper.bytes += tail == 0 ? std::string(kEraseBelow) : csi(less, 'M');
    }
    static const CellRow empty;
    for (std::size_t i = 0; i < changed_after; ++i) {
        const auto& before = i < changed_before ? old[head + i] : empty;
        change_row(paper, first + static_cast<int>(i), before, rows[head + i]);
    }
}

void Painter::change_row(Paper& paper, int row, const CellRow& before, const CellRow& after) {
    const int end = size_of(after);
    int column = 0;
    while (column < end) {
        if (cell_at(before, column) == cell_at(after, column)) {
            ++column;
            continue;
        }
        int first = column;
        const bool is_near =
            paper.at.row == row && paper.at.column < first && first - paper.at.column < kWorthAMove;
        if (is_near) first = paper.at.column;
        while (first > 0 && cell_at(after, first).columns == 0) --first;
        // Up to where enough cells in a row are right already.
        int last = column + 1, same = 0;
        for (int i = last; i < end && same < kWorthAMove; ++i) {
            same = cell_at(before, i) == cell_at(after, i) ? same + 1 : 0;
            if (same == 0) last = i + 1;
        }
        while (last < end && cell_at(after, last).columns == 0) ++last;
        paper.move_to(row, first);
        paper.write_cells(after, first, last);
        column = last;
    }
    if (size_of(before) > end) {
        paper.move_to(row, std::min(end, settings_.columns - 1));
        if (end < settings_.columns) paper.erase_rest(end);
    }
}

std::string Painter::wipe() {
    Paper paper{.painter = *this, .at = at_};
    paper.bytes += take_drawings_away();
    drawn_.clear();
    paper.move_to(0, 0);
    paper.bytes += kEraseBelow;
    live_.clear();
    at_ = {};
    return std::move(paper.bytes);
}

std::string Painter::resize(int columns, int rows) {
    // Lines that were wider than the window is now take several rows where the terminal breaks them anew.
    int up = 0;
    for (int i = 0; i < at_.row && i < static_cast<int>(live_.size()); ++i) {
        const int width = size_of(live_[static_cast<std::size_t>(i)]);
        const bool breaks = settings_.reflows && columns > 0 && width > columns;
        up += breaks ? (width + columns - 1) / columns : 1;
    }
    if (settings_.reflows && columns > 0) up += at_.column / columns;
    at_ = {.row = std::clamp(up, 0, std::max(rows - 1, 0)), .column = at_.column};
    settings_.columns = std::max(columns, 1);
    settings_.rows = std::max(rows, 1);
    auto bytes = std::string("\r");
    at_.column = 0;
    return bytes + wipe();
}

std::string Painter::leave() {
    if (live_.empty()) return pen_.reset();
    Paper paper{.painter = *this, .at = at_};
    paper.move_to(static_cast<int>(live_.size()) - 1, 0);
    paper.bytes += pen_.reset();
    if (!std::exchange(is_cursor_shown_, true)) paper.bytes += "\x1b[?25h";
    paper.bytes += "\r\n" + take_drawings_away();
    drawn_.clear();
    live_.clear();
    at_ = {};
    return std::move(paper.bytes);
}

int Painter::rows_below() const {
    return std::max(static_cast<int>(live_.size()) - 1 - at_.row, 0);
}

void Painter::forget() {
    gone_ += take_drawings_away();
    drawn_.clear();
    live_.clear();
    at_ = {};
    pen_.forget();
    is_cursor_shown_ = true;
}

}  // namespace fovea::tui
