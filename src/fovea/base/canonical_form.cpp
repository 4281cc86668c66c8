#include "fovea/base/canonical_form.hpp"

#include "fovea/base/canonical_table.hpp"
#include "fovea/base/utf8.hpp"

#include <algorithm>
#include <cstdint>

namespace fovea {
namespace {

// Bytes that are no UTF-8 are carried along in a range that no text can hold.
constexpr char32_t kStrayByte = 0x110000;

// Hangul syllables are counted, not listed (The Unicode Standard, section 3.12).
constexpr char32_t kFirstSyllable = 0xAC00;
constexpr char32_t kSyllables = 11172;
constexpr char32_t kVowels = 21;
constexpr char32_t kTails = 28;

std::uint8_t class_of(char32_t character) {
    const auto rows = class_rows();
    const auto row = std::ranges::lower_bound(rows, character, {}, &ClassRow::last);
    return row != rows.end() && row->first <= character ? row->number : std::uint8_t{0};
}

void take_apart(char32_t character, std::u32string& out) {
    if (character - kFirstSyllable < kSyllables) {
        const auto index = character - kFirstSyllable;
        const auto tail = index % kTails;
        out += char32_t{0x1100} + index / (kVowels * kTails);
        out += char32_t{0x1161} + index / kTails % kVowels;
        if (tail != 0) out += char32_t{0x11A7} + tail;
        return;
    }
    const auto rows = parts_rows();
    const auto row = std::ranges::lower_bound(rows, character, {}, &PartsRow::character);
    if (row == rows.end() || row->character != character) {
        out += character;
        return;
    }
    take_apart(row->first, out);
    if (row->second != 0) take_apart(row->second, out);
}

// Marks behind a letter by their classes.
void put_in_order(std::u32string& text) {
    for (auto begin = text.begin(); begin != text.end();) {
        const auto is_mark = [](char32_t each) { return class_of(each) != 0; };
        begin = std::find_if(begin, text.end(), is_mark);
        const auto end = std::find_if_not(begin, text.end(), is_mark);
        std::stable_sort(begin, end, [](char32_t a, char32_t b) {
            return class_of(a) < class_of(b);
        });
        begin = end;
    }
}

void append(char32_t character, std::string& out) {
    const auto byte = [&](char32_t bits) { out += static_cast<char>(bits); };
    const auto more = [&](unsigned shift) { byte(0x80U | ((character >> shift) & 0x3FU)); };
    if (character >= kStrayByte) return byte(character - kStrayByte);
    if (character < 0x80) return byte(character);
    if (character < 0x800) {
        byte(0xC0U | (character >> 6));
    } else if (character < 0x10000) {
        byte(0xE0U | (character >> 12));
        more(6);
    } else {
        byte(0xF0U | (character >> 18));
        more(12);
        more(6);
    }
    more(0);
}

}  // namespace

std::string canonical_form(std::string_view text) {
    std::u32string characters;
    for (; !text.empty(); text.remove_prefix(first_character(text).bytes)) {
        if (utf8_character_length(text) == 0) {
            characters += kStrayByte + static_cast<unsigned char>(text.front());
        } else {
            take_apart(first_character(text).code, characters);
        }
    }
    put_in_order(characters);
    std::string out;
    for (const auto character : characters) append(character, out);
    return out;
}

}  // namespace fovea
