#include "fovea/tui/markdown/markdown_block.hpp"
#include "fovea/tui/markdown/streaming_markdown.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace fovea::tui {
namespace {

constexpr int kNested = 2;  // columns further in than the mark above
constexpr int kIndentedCode = 4;
constexpr int kMaxDepth = 12;  // deeper items stand as deep as this

struct Indented {
    int columns = 0;
    std::string_view rest;
};

Indented without_indent(std::string_view text) {
    Indented line{.rest = text};
    while (!line.rest.empty() && (line.rest.front() == ' ' || line.rest.front() == '\t')) {
        line.columns += line.rest.front() == '\t' ? 4 - line.columns % 4 : 1;
        line.rest.remove_prefix(1);
    }
    return line;
}

std::string blanks(int count) {
    return std::string(static_cast<std::size_t>(std::max(count, 0)), ' ');
}

// "---", "* * *"
bool is_rule(std::string_view rest) {
    if (rest.empty() || std::string_view("-*_").find(rest.front()) == std::string_view::npos) {
        return false;
    }
    const char letter = rest.front();
    std::size_t count = 0;
    for (const char c : rest) {
        if (c == letter) ++count;
        if (c != letter && c != ' ' && c != '\t') return false;
    }
    return count >= 3;
}

bool is_heading(std::string_view rest) {
    const auto marks = std::min(rest.find_first_not_of('#'), rest.size());
    return marks >= 1 && marks <= 6 && (marks == rest.size() || rest[marks] == ' ');
}

// How many letters the fence has that begins here; 0: none does.
std::size_t fence_length(std::string_view rest) {
    if (rest.empty() || (rest.front() != '`' && rest.front() != '~')) return 0;
    const auto length = std::min(rest.find_first_not_of(rest.front()), rest.size());
    if (length < 3) return 0;
    // ``` inside of a line is a span of code.
    if (rest.front() == '`' && rest.find('`', length) != std::string_view::npos) return 0;
    return length;
}

struct Mark {
    std::string shown;
    std::size_t bytes = 0;  // with the blanks behind it
    unsigned number = 0;
    bool is_ordered = false;
};

std::optional<Mark> mark_of(std::string_view rest) {
    if (rest.empty() || is_rule(rest)) return std::nullopt;
    Mark mark;
    if (std::string_view("-*+").find(rest.front()) != std::string_view::npos) {
        mark.shown = "• ";
        mark.bytes = 1;
    } else {
        const auto digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
        if (digits == 0 || digits > 9 || digits == rest.size()) return std::nullopt;
        if (rest[digits] != '.' && rest[digits] != ')') return std::nullopt;
        std::from_chars(rest.data(), rest.data() + digits, mark.number);
        mark.is_ordered = true;
        mark.shown = std::string(rest.substr(0, digits + 1)) + " ";
        mark.bytes = digits + 1;
    }
    if (mark.bytes == rest.size()) return mark;  // an item of nothing yet
    if (rest[mark.bytes] != ' ' && rest[mark.bytes] != '\t') return std::nullopt;
    const auto words = rest.find_first_not_of(" \t", mark.bytes);
    const auto gap = std::min(words, rest.size()) - mark.bytes;
    mark.bytes += gap > 4 ? 1 : gap;  // more is code, indented
    for (const auto* box : {"[ ] ", "[x] ", "[X] "}) {
        if (!rest.substr(mark.bytes).starts_with(box)) continue;
        mark.shown += box[1] == ' ' ? "[ ] " : "[x] ";
        mark.bytes += 4;
        break;
    }
    return mark;
}

// "| --- | :-: |", which makes a table of the line above.
bool is_table_rule(std::string_view line) {
    const bool has_dash = line.find('-') != std::string_view::npos;
    const bool has_bar = line.find('|') != std::string_view::npos;
    return has_dash && has_bar && line.find_first_not_of("|:- \t") == std::string_view::npos;
}

}  // namespace

int MarkdownLines::room() const {
    const int used = items_.empty() ? 0 : items_.back().blanks.width();
    return std::max(columns_ - used, std::min(8, columns_));
}

void MarkdownLines::put(StyledText lines, Blank before, StyledText& out) {
    if (lines.empty()) return;
    if (has_shown_ && (before == Blank::Between || wants_blank_)) out.emplace_back();
    wants_blank_ = false;
    has_shown_ = true;
    for (auto& line : lines) {
        StyledLine whole;
        if (!items_.empty()) {
            auto& item = items_.back();
            whole = item.mark.empty() ? item.blanks : std::exchange(item.mark, {});
        }
        whole.add(line);
        out.push_back(std::move(whole));
    }
}

void MarkdownLines::settle_leaf(StyledText& out) {
    if (leaf_.empty()) return;
    const auto leaf = std::exchange(leaf_, {});
    leaf_lines_ = 0;
    put(markdown_block(leaf, room()),
        std::exchange(after_blank_, false) ? Blank::Between : Blank::None,
        out);
}

void MarkdownLines::end(StyledText& out) {
    settle_leaf(out);
    show_mark(out);
    table_.reset();
}

// An item of nothing still shows its mark.
void MarkdownLines::show_mark(StyledText& out) {
    if (!items_.empty() && !items_.back().mark.empty()) put({StyledLine()}, Blank::None, out);
}

void MarkdownLines::leave_items(int indent, StyledText& out) {
    while (!items_.empty()) {
        const auto& item = items_.back();
        if (indent >= std::min(item.content, item.marker + kNested)) return;
        show_mark(out);
        items_.pop_back();
    }
}

void MarkdownLines::code_line(std::string_view text, int indent, StyledText& out) {
    const auto line = without_indent(text);
    const auto closing = line.rest.find_last_not_of(" \t") + 1;
    const bool closes =
        closing >= fence_->length && line.columns - fence_->indent < kIndentedCode &&
        line.rest.substr(0, closing).find_first_not_of(fence_->letter) == std::string_view::npos;
    if (closes) {
        fence_.reset();
        wants_blank_ = items_.empty();
        return;
    }
    const int kept = std::max(indent - fence_->indent, 0);
    auto code = fence_->code.line(blanks(kept) + std::string(line.rest));
    StyledText lines;
    for (const auto& part : wrap_anywhere(code, std::max(room() - 2, 1))) {
        lines.push_back(indented(part, 2));
    }
    put(std::move(lines), Blank::None, out);
}

void MarkdownLines::table_row(std::string_view row, StyledText& out) {
    const auto parsed = markdown_table(table_->head + std::string(row) + "\n");
    if (!parsed || parsed->rows.empty()) return;
    put(table_row_lines(*parsed, parsed->rows.front(), table_->widths, room()), Blank::None, out);
}

bool MarkdownLines::take_mark(std::string_view rest, int indent, StyledText& out) {
    const auto mark = mark_of(rest);
    if (!mark) return false;
    // "1984. That was" in the middle of a paragraph begins no list.
    const bool in_words = !leaf_.empty() && items_.empty();
    if (in_words && mark->is_ordered && mark->number != 1) return false;
    if (in_words && mark->bytes == rest.size()) return false;
    const bool gap = after_blank_ && leaf_.empty();
    end(out);
    after_blank_ = gap;
    // Siblings and what is further out end here.
    while (!items_.empty() && indent < items_.back().marker + kNested) items_.pop_back();
    const auto deep = items_.size() >= kMaxDepth;
    if (deep) items_.pop_back();
    const int before = items_.empty() ? 0 : items_.back().blanks.width();
    Item item;
    item.marker = indent;
    item.content = indent + static_cast<int>(mark->bytes);
    StyledLine shown(mark->shown);
    item.blanks = StyledLine(blanks(before + shown.width()));
    item.mark = StyledLine(blanks(before));
    item.mark.add(shown);
    items_.push_back(std::move(item));
    const auto words = without_indent(rest.substr(mark->bytes));
    if (!words.rest.empty()) {
        block_line(words.rest, items_.back().content + words.columns, out);
    }
    return true;
}

void MarkdownLines::block_line(std::string_view rest, int indent, StyledText& out) {
    const bool begins = leaf_.empty();
    const int base = items_.empty() ? 0 : items_.back().content;
    const bool may_be_code = begins ? items_.empty() || after_blank_ : leaf_.starts_with("    ");
    const bool is_code = may_be_code && indent - base >= kIndentedCode;
    if (!is_code) {
        if (!begins && may_be_code) settle_leaf(out);
        if (take_mark(rest, indent, out)) return;
        if (const auto length = fence_length(rest); length > 0) {
            settle_leaf(out);
            const auto language =
                rest.substr(std::min(rest.find_first_not_of("`~ \t"), rest.size()));
            if (has_shown_ && (after_blank_ || items_.empty())) wants_blank_ = true;
            after_blank_ = false;
            fence_ = Fence{rest.front(), length, indent, CodeLines(language)};
            return;
        }
        if (is_heading(rest)) {
            settle_leaf(out);
            if (has_shown_) wants_blank_ = true;
            after_blank_ = false;
            put(markdown_block(rest, room()), Blank::None, out);
            wants_blank_ = true;
            return;
        }
        if (rest.front() == '>' && !leaf_.empty() && leaf_.front() != '>') settle_leaf(out);
    }
    leaf_ += is_code ? blanks(indent - base) : std::string();
    leaf_ += rest;
    leaf_ += '\n';
    ++leaf_lines_;
    const bool is_long = leaf_lines_ == kTableRows + 2 || leaf_.size() > kMaxOpen;
    const bool is_table = is_long && [&] {
        const auto first = leaf_.find('\n');
        const auto second = leaf_.find('\n', first + 1);
        if (second == std::string::npos) return false;
        return is_table_rule(std::string_view(leaf_).substr(first + 1, second - first - 1));
    }();
    if (is_table) {
        const auto table = markdown_table(leaf_);
        if (table) {
            const auto second = leaf_.find('\n', leaf_.find('\n') + 1);
            OpenTable open{leaf_.substr(0, second + 1), column_widths(*table, room())};
            settle_leaf(out);
            table_ = std::move(open);
            return;
        }
    }
    if (leaf_.size() > kMaxOpen) {
        settle_leaf(out);
        after_blank_ = false;
    }
}

void MarkdownLines::line(std::string_view text, StyledText& out) {
    if (text.ends_with('\r')) text.remove_suffix(1);
    const auto [indent, rest] = without_indent(text);
    if (fence_) return code_line(text, indent, out);
    if (rest.empty()) {
        const bool gap = has_shown_ || !leaf_.empty();
        settle_leaf(out);
        table_.reset();
        after_blank_ = gap;
        return;
    }
    if (table_) {
        if (rest.find('|') != std::string_view::npos) return table_row(rest, out);
        table_.reset();
    }
    // Words that go on where a paragraph was, however far in they stand, belong to it.
    const bool goes_on = !leaf_.empty();
    if (!goes_on) leave_items(indent, out);
    if (goes_on && !items_.empty() && indent < items_.back().content &&
        (is_heading(rest) || fence_length(rest) > 0 || is_rule(rest) || rest.front() == '>')) {
        settle_leaf(out);
        leave_items(indent, out);
    }
    block_line(rest, indent, out);
}

}  // namespace fovea::tui
