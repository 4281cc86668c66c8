#include "fovea/people/table.hpp"

#include "fovea/base/printable.hpp"
#include "fovea/base/utf8.hpp"

#include <algorithm>
#include <utility>

namespace fovea::people {
namespace {

constexpr std::size_t kGap = 2;
constexpr std::size_t kLeastFree = 12;  // columns that the last column keeps in any case

struct Range {
    char32_t first, last;
};

// The large blocks of Unicode's East Asian Width "W" and "F"; an odd character outside of them costs
// one column of alignment.
constexpr Range kWide[] = {
    {0x1100, 0x115F},
    {0x2E80, 0xA4CF},
    {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF},
    {0xFE30, 0xFE6F},
    {0xFF00, 0xFF60},
    {0xFFE0, 0xFFE6},
    {0x1F300, 0x1FAFF},
    {0x20000, 0x3FFFD},
};
constexpr Range kNarrow[] = {{0x300, 0x36F}, {0x200B, 0x200F}, {0xFE00, 0xFE0F}};

template <std::size_t N>
bool is_in(const Range (&ranges)[N], char32_t character) {
    return std::ranges::any_of(ranges, [&](const Range& range) {
        return character >= range.first && character <= range.last;
    });
}

std::size_t columns_of(const Character& character) {
    return is_in(kWide, character.code) ? 2 : is_in(kNarrow, character.code) ? 0 : 1;
}

}  // namespace

std::size_t columns_of(std::string_view text) {
    std::size_t columns = 0;
    while (!text.empty()) {
        const auto character = first_character(text);
        columns += columns_of(character);
        text.remove_prefix(character.bytes);
    }
    return columns;
}

std::string clipped(std::string_view text, std::size_t columns) {
    if (columns_of(text) <= columns) return std::string(text);
    std::string cut;
    for (std::size_t used = 0; !text.empty();) {
        const auto character = first_character(text);
        used += columns_of(character);
        if (used + 1 > columns) break;
        cut += text.substr(0, character.bytes);
        text.remove_prefix(character.bytes);
    }
    return columns == 0 ? "" : cut + "…";
}

void Table::add(std::vector<std::string> cells) {
    for (auto& cell : cells) cell = printable(cell);
    cells.resize(columns_.size());
    rows_.push_back(std::move(cells));
}

std::string Table::line(
    const std::vector<std::string>& cells, const std::vector<std::size_t>& widths
) const {
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto cell = clipped(cells[i], widths[i]);
        const std::string padding(widths[i] - columns_of(cell), ' ');
        const bool last = i + 1 == cells.size();
        text += columns_[i].align == Align::Right ? padding + cell : last ? cell : cell + padding;
        if (!last) text += std::string(kGap, ' ');
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

std::string Table::text(std::size_t width) const {
    std::vector<std::string> headings;
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        headings.push_back(columns_[i].heading);
        widths.push_back(columns_of(columns_[i].heading));
        for (const auto& row : rows_) widths[i] = std::max(widths[i], columns_of(row[i]));
    }
    std::size_t taken = 0;
    for (std::size_t i = 0; i + 1 < widths.size(); ++i) taken += widths[i] + kGap;
    const auto left = width > taken ? width - taken : 0;
    widths.back() = std::min(widths.back(), std::max(left, kLeastFree));
    auto text = line(headings, widths);
    for (const auto& row : rows_) text += "\n" + line(row, widths);
    return text;
}

}  // namespace fovea::people
