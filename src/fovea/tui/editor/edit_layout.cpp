#include "fovea/tui/editor/edit_layout.hpp"

#include "fovea/tui/screen/graphemes.hpp"

#include <algorithm>

namespace fovea::tui {
namespace {

// A line of the screen: which bytes of the text stand in it, and in which column each of them.
struct Row {
    struct Place {
        std::size_t offset = 0;
        int column = 0;
    };
    StyledLine line;
    std::vector<Place> places;  // where the cursor may stand, from left to right
    int columns = 0;
};

class Rows {
public:
    Rows(const EditBuffer& buffer, const ChipLabel& label_of, const EditSpace& space)
        : space_(space), indent_(display_width(space.prompt)) {
        width_ = std::max(space.columns - indent_, 2);
        begin_row();
        std::string_view text = buffer.text();
        std::size_t chip = 0;
        for (std::size_t at = 0; at < text.size();) {
            const auto rest = text.substr(at);
            if (rest.starts_with(kChipMark)) {
                const bool is_under = at == buffer.cursor();
                add_chip(at, cut(label_of(buffer.chips()[chip++]), width_ - 1), is_under);
                at += kChipMark.size();
                continue;
            }
            if (rest.front() == '\n') {
                rows_.back().places.push_back({at, rows_.back().columns});
                draw_cursor_on_blank(at, buffer);
                begin_row();
                ++at;
                continue;
            }
            const auto next = first_grapheme(rest);
            const bool is_tab = rest.front() == '\t';
            const auto shown = is_tab ? std::string("  ") : std::string(rest.substr(0, next.bytes));
            add(at, shown, is_tab ? 2 : next.columns, at == buffer.cursor());
            at += next.bytes;
        }
        if (rows_.back().columns >= width_) begin_row();
        rows_.back().places.push_back({text.size(), rows_.back().columns});
        draw_cursor_on_blank(text.size(), buffer);
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            for (const auto& place : rows_[i].places) {
                if (place.offset == buffer.cursor()) {
                    row_ = i;
                    column_ = place.column;
                }
            }
        }
    }

    const std::vector<Row>& rows() const { return rows_; }
    std::size_t row() const { return row_; }
    int column() const { return column_; }
    int indent() const { return indent_; }

    std::size_t offset_in(std::size_t row) const {
        std::size_t found = rows_[row].places.front().offset;
        for (const auto& place : rows_[row].places) {
            if (place.column <= column_) found = place.offset;
        }
        return found;
    }

private:
    void begin_row() {
        Row row;
        if (rows_.empty()) {
            row.line.add(space_.prompt, space_.prompt_style);
        } else {
            row.line.add(std::string(static_cast<std::size_t>(indent_), ' '));
        }
        rows_.push_back(std::move(row));
    }

    void add(std::size_t offset, std::string text, int columns, bool is_under_cursor) {
        if (rows_.back().columns + columns > width_) begin_row();
        auto& row = rows_.back();
        row.places.push_back({offset, row.columns});
        row.line.add(std::move(text), {.reversed = space_.draws_cursor && is_under_cursor});
        row.columns += columns;
    }

    void add_chip(std::size_t offset, const StyledLine& label, bool is_under_cursor) {
        const int columns = label.width();
        if (rows_.back().columns + columns > width_) begin_row();
        auto& row = rows_.back();
        row.places.push_back({offset, row.columns});
        for (const auto& span : label.spans) {
            auto style = span.style;
            style.reversed = style.reversed || is_under_cursor;
            row.line.add(span.text, style);
        }
        row.columns += columns;
    }

    void draw_cursor_on_blank(std::size_t offset, const EditBuffer& buffer) {
        if (space_.draws_cursor && offset == buffer.cursor()) {
            rows_.back().line.add(" ", {.reversed = true});
        }
    }

    const EditSpace& space_;
    const int indent_;
    int width_ = 2;
    std::vector<Row> rows_;
    std::size_t row_ = 0;
    int column_ = 0;
};

}  // namespace

EditShown lay_out(const EditBuffer& buffer, const ChipLabel& label_of, const EditSpace& space) {
    const Rows rows(buffer, label_of, space);
    const auto most = static_cast<std::size_t>(std::max(space.most_rows, 1));
    const auto count = rows.rows().size();
    std::size_t first = 0;
    if (count > most) {
        first = rows.row() < most / 2 ? 0 : std::min(rows.row() - most / 2, count - most);
    }
    const auto last = std::min(first + most, count);
    EditShown shown;
    for (auto i = first; i < last; ++i) shown.lines.push_back(rows.rows()[i].line);
    if (first > 0) {
        shown.lines.front() = StyledLine("⋮ " + std::to_string(first) + " more lines", dim_of());
    }
    if (last < count && last - first > 1) {
        shown.lines.back() =
            StyledLine("⋮ " + std::to_string(count - last) + " more lines", dim_of());
    }
    shown.cursor = {
        .row = static_cast<int>(rows.row() - first), .column = rows.indent() + rows.column()};
    return shown;
}

std::size_t offset_above(
    const EditBuffer& buffer, const ChipLabel& label_of, const EditSpace& space
) {
    const Rows rows(buffer, label_of, space);
    return rows.row() == 0 ? std::string::npos : rows.offset_in(rows.row() - 1);
}

std::size_t offset_below(
    const EditBuffer& buffer, const ChipLabel& label_of, const EditSpace& space
) {
    const Rows rows(buffer, label_of, space);
    return rows.row() + 1 == rows.rows().size() ? std::string::npos
                                                : rows.offset_in(rows.row() + 1);
}

}  // namespace fovea::tui
