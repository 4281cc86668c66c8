#include "fovea/reading/answer/letters.hpp"

#include "fovea/base/utf8.hpp"

#include <array>

namespace fovea::reading {
namespace {

constexpr std::string_view kPlain = "0123456789abcdefghijklmnopqrstuvwxyz";

// U+00C0 to U+00FF, then U+0100 to U+017F in pairs of upper and lower case. A dot: no letter.
constexpr std::array<std::string_view, 64> kLatin1 = {
    "a", "a", "a", "a", "a", "a", "ae", "c", "e", "e", "e", "e", "i", "i", "i",  "i",
    "d", "n", "o", "o", "o", "o", "o",  "",  "o", "u", "u", "u", "u", "y", "th", "ss",
    "a", "a", "a", "a", "a", "a", "ae", "c", "e", "e", "e", "e", "i", "i", "i",  "i",
    "d", "n", "o", "o", "o", "o", "o",  "",  "o", "u", "u", "u", "u", "y", "th", "y",
};
constexpr std::string_view kExtendedA =
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllllnnnnnnnnnoooooooorrrrrrssss"
    "sss"
    "sttttttuuuuuuuuuuuuwwyyyzzzzzzs";

static_assert(kExtendedA.size() == 128);

}  // namespace

char32_t next_character(std::string_view text, std::size_t& at) {
    const auto rest = text.substr(at);
    const auto character = first_character(rest);
    at += character.bytes;
    return utf8_character_length(rest) == 0 ? 0 : character.code;
}

std::string_view folded_letter(char32_t character) {
    if (character >= '0' && character <= '9') return kPlain.substr(character - '0', 1);
    if (character >= 'a' && character <= 'z') return kPlain.substr(10 + character - 'a', 1);
    if (character >= 'A' && character <= 'Z') return kPlain.substr(10 + character - 'A', 1);
    if (character >= 0xC0 && character <= 0xFF) return kLatin1[character - 0xC0];
    if (character >= 0x100 && character <= 0x17F) return kExtendedA.substr(character - 0x100, 1);
    return {};
}

bool stands_alone(char32_t character) {
    return (character >= 0x0E00 && character <= 0x0E7F) ||  // Thai
           (character >= 0x3041 && character <= 0x30FF) ||  // Kana
           (character >= 0x3400 && character <= 0x9FFF) ||  // Han
           (character >= 0xF900 && character <= 0xFAFF) ||  // Han, compatibility
           (character >= 0x20000 && character <= 0x3FFFF);  // Han, further planes
}

bool is_letter(char32_t character) {
    if (character < 0x180) return false;
    if (character >= 0x2000 && character <= 0x2BFF) return false;  // punctuation, arrows, shapes
    if (character >= 0x3000 && character <= 0x303F) return false;
    if (character >= 0xE000 && character <= 0xF8FF) return false;  // private use: icon fonts
    if (character >= 0xFE00 && character <= 0xFE6F) return false;
    if (character >= 0xFF00 && character <= 0xFF0F) return false;
    return character < 0x1F000 || character > 0x1FFFF;  // pictographs
}

}  // namespace fovea::reading
