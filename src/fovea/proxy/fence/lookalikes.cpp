#include "fovea/proxy/fence/lookalikes.hpp"

#include "fovea/proxy/fence/lookalikes_table.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

namespace fovea::proxy {
namespace {

// The letter of each ASCII character, for those that have one; make_lookalikes.py has the same.
constexpr std::string_view kAlphabet = "abcdefghijkimnopqrstuvwxyz";  // l is read as i

constexpr std::string_view ascii_letter(char c) {
    if (c >= 'a' && c <= 'z') return kAlphabet.substr(static_cast<unsigned>(c - 'a'), 1);
    if (c >= 'A' && c <= 'Z') return kAlphabet.substr(static_cast<unsigned>(c - 'A'), 1);
    switch (c) {
        case '0': return "o";
        case '1':
        case '|':
        case '!': return "i";
        case '3': return "e";
        case '4':
        case '@': return "a";
        case '5':
        case '$': return "s";
        case '7': return "t";
        default: return {};
    }
}

constexpr Looks ascii_looks(char c) {
    if (c == ' ' || (c >= '\t' && c <= '\r') || c == '_' || c == '-')
        return {LooksLike::Separator, {}, c};
    if (c < 0x20 || c == 0x7F) return {LooksLike::Unseen, {}, c};
    const auto letter = ascii_letter(c);
    return {letter.empty() ? LooksLike::Other : LooksLike::Letters, letter, c};
}

constexpr auto kAscii = [] {
    std::array<Looks, 0x80> looks;
    for (std::size_t i = 0; i < looks.size(); ++i) looks[i] = ascii_looks(static_cast<char>(i));
    return looks;
}();

bool holds(std::span<const RangeRow> ranges, char32_t character) {
    const auto after = std::ranges::upper_bound(ranges, character, {}, &RangeRow::first);
    return after != ranges.begin() && character <= std::prev(after)->last;
}

}  // namespace

Looks looks_of(char32_t character) {
    if (character < 0x80) return kAscii[character];
    const auto rows = letter_rows();
    const auto row = std::ranges::lower_bound(rows, character, {}, &LetterRow::character);
    if (row != rows.end() && row->character == character) {
        const std::string_view letters = row->letters;
        return {letters.empty() ? LooksLike::Other : LooksLike::Letters, letters, row->plain};
    }
    if (holds(separator_ranges(), character)) return {LooksLike::Separator, {}, 0};
    if (holds(unseen_ranges(), character)) return {LooksLike::Unseen, {}, 0};
    return {};
}

std::optional<Entity> find_entity(std::string_view name) {
    const auto rows = entity_rows();
    const auto row = std::ranges::lower_bound(rows, name, {}, &EntityRow::name);
    if (row == rows.end() || row->name != name) return std::nullopt;
    return Entity{row->character, row->may_stand_open};
}

}  // namespace fovea::proxy
