#include "fovea/tui/screen/cells.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/tui/screen/graphemes.hpp"

#include <string_view>
#include <utility>

namespace fovea::tui {
namespace {

constexpr std::size_t kMaxLink = 2000;

// What a click may open. A file or a program's own scheme would be a trap.
std::string safe_link(std::string_view link) {
    const bool is_web =
        link.starts_with("https://") || link.starts_with("http://") || link.starts_with("mailto:");
    if (!is_web || link.size() > kMaxLink) return {};
    std::string safe;
    constexpr std::string_view kHex = "0123456789ABCDEF";
    for (const char letter : link) {
        const auto code = static_cast<unsigned char>(letter);
        if (code > 0x20 && code < 0x7F) {
            safe += letter;
        } else {
            safe += '%';
            safe += kHex[code >> 4U];
            safe += kHex[code & 15U];
        }
    }
    return safe;
}

bool is_blank(const Cell& cell) {
    return cell.text == " " && cell.style == Style{} && cell.link.empty();
}

}  // namespace

CellRow cells_of(const StyledLine& line, int columns) {
    CellRow row;
    for (const auto& span : line.spans) {
        const auto link = span.link.empty() ? std::string() : safe_link(span.link);
        std::string_view rest = span.text;
        while (!rest.empty()) {
            const auto next = first_grapheme(rest);
            if (static_cast<int>(row.size()) + next.columns > columns) {
                columns = 0;  // nothing that follows fits either
                break;
            }
            std::string shown(kReplacementCharacter);
            if (next.is_shown_as_is) shown = rest.substr(0, next.bytes);
            if (rest.front() == '\t') shown = " ";
            row.push_back(
                {.text = std::move(shown),
                 .style = span.style,
                 .link = link,
                 .columns = next.columns,
                 .is_certain = next.is_certain}
            );
            for (int i = 1; i < next.columns; ++i) {
                row.push_back({.text = {}, .style = span.style, .link = link, .columns = 0});
            }
            rest.remove_prefix(next.bytes);
        }
        if (columns == 0) break;
    }
    while (!row.empty() && is_blank(row.back())) row.pop_back();
    return row;
}

}  // namespace fovea::tui
