#include "fovea/cli/table.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/cli/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace fovea::cli {
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

// The text is valid UTF-8.
char32_t first_character(std::string_view text, std::size_t length) {
    constexpr std::array<unsigned, 5> kMasks = {0, 0x7F, 0x1F, 0x0F, 0x07};
    char32_t character = static_cast<unsigned char>(text[0]) & kMasks[length];
    for (std::size_t i = 1; i < length; ++i) {
        character = character << 6U | (static_cast<unsigned char>(text[i]) & 0x3FU);
    }
    return character;
}

// Bytes and columns of the character that the text starts with.
std::pair<std::size_t, std::size_t> next(std::string_view text) {
    const auto length = utf8_character_length(text);
    if (length == 0) return {1, 1};
    const auto character = first_character(text, length);
    return {length, is_in(kWide, character) ? 2 : is_in(kNarrow, character) ? 0 : 1};
}

}  // namespace

std::size_t columns_of(std::string_view text) {
    std::size_t columns = 0;
    while (!text.empty()) {
        const auto [bytes, width] = next(text);
        columns += width;
        text.remove_prefix(bytes);
    }
    return columns;
}

std::string clipped(std::string_view text, std::size_t columns) {
    if (columns_of(text) <= columns) return std::string(text);
    std::string cut;
    for (std::size_t used = 0; !text.empty();) {
        const auto [bytes, width] = next(text);
        if (used + width + 1 > columns) break;
        used += width;
        cut += text.substr(0, bytes);
        text.remove_prefix(bytes);
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

}  // namespace fovea::cli
