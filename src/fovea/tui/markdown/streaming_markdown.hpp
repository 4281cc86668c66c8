// An answer as it is being written, laid out as it comes. What is settled never changes; what is alive is the block
// that is not at its end, and small.
//
//     StreamingMarkdown answer(columns);
//     answer.feed(delta);
//     print(answer.take_settled());        // for good: these scroll away
//     show(answer.live());                 // what stands below them until the next delta
//     …
//     answer.finish();
//     print(answer.take_settled());
//
// A token costs what is new and the block that is open, of at most kMaxOpen bytes, however long the answer is: lines
// of code settle one by one, so do items of lists and, once a table has kTableRows rows, its further ones, in
// columns as wide as they are by then.
//
// Lists are taken as people write them: what stands two columns further in is nested. Quotes, tables, headings and the
// words in paragraphs are CommonMark's, with GitHub's tables, by md4c.
#pragma once

#include "fovea/tui/markdown/code_lines.hpp"
#include "fovea/tui/markdown/table_lines.hpp"
#include "fovea/tui/screen/styled_text.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::tui {

inline constexpr std::size_t kMaxOpen = 8192;
inline constexpr std::size_t kTableRows = 30;

// Line by line, without memory of what it gave. A copy is cheap: it holds the block that is open.
class MarkdownLines {
public:
    explicit MarkdownLines(int columns) : columns_(columns) {}

    // A line without its end.
    void line(std::string_view text, StyledText& out);
    // The block that is open ends here.
    void end(StyledText& out);
    bool is_open() const { return !leaf_.empty(); }
    // What comes from here on.
    void set_columns(int columns) { columns_ = columns; }

private:
    struct Item {
        int marker = 0;   // column that its mark begins in
        int content = 0;  // column that its words begin in
        StyledLine mark;  // stands before its first line; empty once it was shown
        StyledLine blanks;
    };
    struct Fence {
        char letter = '`';
        std::size_t length = 3;
        int indent = 0;
        CodeLines code;
    };
    struct OpenTable {
        std::string head;  // its first two lines
        ColumnWidths widths;
    };
    enum class Blank { Between, None };

    void block_line(std::string_view text, int indent, StyledText& out);
    bool take_mark(std::string_view rest, int indent, StyledText& out);
    void leave_items(int indent, StyledText& out);
    void show_mark(StyledText& out);
    void code_line(std::string_view text, int indent, StyledText& out);
    void table_row(std::string_view row, StyledText& out);
    void settle_leaf(StyledText& out);
    void put(StyledText lines, Blank before, StyledText& out);
    int room() const;

    int columns_;
    std::vector<Item> items_;
    std::optional<Fence> fence_;
    std::optional<OpenTable> table_;
    std::string leaf_;  // lines of the block that is open
    std::size_t leaf_lines_ = 0;
    bool after_blank_ = false;
    bool has_shown_ = false;
    bool wants_blank_ = false;  // a heading or code stands above
};

class StreamingMarkdown {
public:
    explicit StreamingMarkdown(int columns) : columns_(columns), lines_(columns) {}

    void feed(std::string_view text);
    void finish();

    StyledText take_settled();
    const StyledText& live();

    // The first lines of live() scrolled away: they are not given again, whatever becomes of their block.
    void freeze(std::size_t count);

    // After a resize. What is settled or frozen stays as it was shown.
    void set_columns(int columns);

private:
    void settle_line(std::string_view text);
    StyledText unfrozen(StyledText lines, std::size_t& frozen) const;
    StyledText laid_out() const;

    int columns_;
    MarkdownLines lines_;
    std::string partial_;  // the last line, until its end arrives
    StyledText settled_;
    std::size_t frozen_ = 0;  // lines of what is to come
    std::optional<StyledText> live_;
};

// All of a text at once.
StyledText markdown_text(std::string_view text, int columns);

}  // namespace fovea::tui
