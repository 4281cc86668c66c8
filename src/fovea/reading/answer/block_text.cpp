#include "fovea/reading/answer/block_text.hpp"

#include "fovea/base/shorten.hpp"
#include "fovea/reading/answer/rects.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>

namespace fovea::reading {
namespace {

constexpr std::size_t kLabelLetters = 60;
constexpr std::size_t kSmallBytes = 40;  // a label, a number, a menu entry
constexpr std::size_t kSmallPerLine = 12;
constexpr std::string_view kBeside = " · ";  // between what stands side by side

bool has_text(const PageLine& line) {
    return line.text.find_first_not_of(" \t\n") != std::string::npos;
}

bool is_uncertain(const PageLine& line) {
    return has_text(line) && line.confidence < kUncertainBelow;
}

bool has_text(const Block& block) {
    const auto any = [](const std::vector<PageLine>& lines) {
        return std::ranges::any_of(lines, [](const auto& line) { return has_text(line); });
    };
    return any(block.lines) || std::ranges::any_of(block.cells, any);
}

bool is_small(const Block& block) {
    return block.kind == BlockKind::Text && block.lines.size() == 1 &&
           block.lines[0].text.size() <= kSmallBytes;
}

std::size_t columns_of(const Block& table) {
    return table.cells.empty() ? 0 : table.cells[0].size();
}

// Bars would end a cell, and so would a line break.
std::string cell_text(const PageLine& cell) {
    std::string text;
    for (const char letter : one_line(cell.text)) {
        if (letter == '|' || letter == '\\') text += '\\';
        text += letter;
    }
    if (is_uncertain(cell)) text += kUncertain;
    return text;
}

std::string table_text(const Block& table) {
    std::string text = box_text(table.box) + " table, " +
                       count_text(table.cells.size(), "row", "rows") + " x " +
                       count_text(columns_of(table), "column", "columns") + ":\n";
    for (const auto& row : table.cells) {
        text += "|";
        for (const auto& cell : row) {
            const auto inside = cell_text(cell);
            text += inside.empty() ? " |" : " " + inside + " |";
        }
        text += "\n";
    }
    return text;
}

// One longer than any inside, so that code which shows a fence does not end ours.
std::string fence_for(const Block& code) {
    std::size_t longest = 2;
    for (const auto& line : code.lines) {
        std::size_t run = 0;
        for (const char letter : line.text) {
            run = letter == '`' ? run + 1 : 0;
            longest = std::max(longest, run);
        }
    }
    return std::string(longest + 1, '`');
}

// Marks inside of the code would be taken for code, so the uncertain lines are named before it.
std::string uncertain_lines(const Block& code) {
    std::string numbers;
    std::size_t count = 0;
    for (std::size_t i = 0; i < code.lines.size(); ++i) {
        if (!is_uncertain(code.lines[i])) continue;
        ++count;
        numbers += (numbers.empty() ? "" : ", ") + std::to_string(i + 1);
    }
    if (count == 0) return "";
    if (count == code.lines.size()) return std::string(kUncertain);
    return " (uncertain: " + std::string(count == 1 ? "line " : "lines ") + numbers + ")";
}

std::string code_text(const Block& code) {
    const auto fence = fence_for(code);
    std::string text = box_text(code.box) + " code, " +
                       count_text(code.lines.size(), "line", "lines") + uncertain_lines(code) +
                       ":\n" + fence + "\n";
    for (const auto& line : code.lines) text += line.text + "\n";
    return text + fence + "\n";
}

std::string paragraph_text(const Block& block) {
    std::string text;
    const PageLine* last = nullptr;
    for (const auto& line : block.lines) {
        if (!has_text(line)) continue;
        // A label and its value at the far end of the line stay on one.
        if (last != nullptr && side_by_side(last->box, line.box)) {
            text.replace(text.size() - 1, 1, kBeside);
        } else {
            text += last == nullptr ? box_text(block.box) + " " : "  ";
        }
        last = &line;
        text += one_line(line.text);
        if (is_uncertain(line)) text += kUncertain;
        text += "\n";
    }
    return text;
}

}  // namespace

std::string block_label(const Block& block) {
    switch (block.kind) {
        case BlockKind::Table:
            return "table " + std::to_string(block.cells.size()) + "x" +
                   std::to_string(columns_of(block));
        case BlockKind::Code:
            if (block.lines.size() > 1) {
                return "code, " + count_text(block.lines.size(), "line", "lines");
            }
            break;
        case BlockKind::Text: break;
    }
    std::string text;
    for (const auto& line : block.lines) {
        if (text.size() > kLabelLetters) break;
        text += (text.empty() ? "" : " ") + one_line(line.text);
    }
    return shorten_characters(text, kLabelLetters);
}

std::string block_text(const Block& block) {
    if (!has_text(block)) return "";
    switch (block.kind) {
        case BlockKind::Table: return table_text(block);
        case BlockKind::Code: return code_text(block);
        case BlockKind::Text: break;
    }
    return paragraph_text(block);
}

std::string page_text(const Page& page, std::size_t max_bytes) {
    std::string text;
    std::size_t on_line = 0;  // small blocks that the last line holds
    for (std::size_t i = 0; i < page.blocks.size(); ++i) {
        const auto& block = page.blocks[i];
        const auto next = block_text(block);
        if (next.empty()) continue;
        if (text.size() + next.size() > max_bytes) {
            return text + "(" + count_text(page.blocks.size() - i, "block", "blocks") +
                   " of text left out here: the whole is too long to tell. Crop to read them.)\n";
        }
        const bool joins = on_line > 0 && on_line < kSmallPerLine && is_small(block) &&
                           side_by_side(page.blocks[i - 1].box, block.box);
        if (joins) text.replace(text.size() - 1, 1, kBeside);
        on_line = is_small(block) ? (joins ? on_line + 1 : 1) : 0;
        text += next;
    }
    return text;
}

}  // namespace fovea::reading
