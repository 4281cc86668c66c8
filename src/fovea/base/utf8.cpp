#include "fovea/base/utf8.hpp"

#include <cstdint>
#include <cstring>

namespace fovea {
namespace {

std::uint8_t byte(std::string_view text, std::size_t i) {
    return static_cast<std::uint8_t>(text[i]);
}

// How much of the front is ASCII, in whole words: nearly all text is, and is looked at eight bytes
// at a time.
std::size_t ascii_words(std::string_view text) {
    std::size_t done = 0;
    for (std::uint64_t word = 0; text.size() - done >= sizeof word; done += sizeof word) {
        std::memcpy(&word, text.data() + done, sizeof word);
        if ((word & 0x8080808080808080U) != 0) break;
    }
    return done;
}

// The bytes at the front that are valid.
std::size_t valid_length(std::string_view text) {
    std::size_t done = 0;
    while (done < text.size()) {
        done += ascii_words(text.substr(done));
        const auto length = utf8_character_length(text.substr(done));
        if (length == 0) break;
        done += length;
    }
    return done;
}

}  // namespace

std::size_t utf8_character_length(std::string_view text) {
    if (text.empty()) return 0;
    const auto first = byte(text, 0);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(text, i) & 0xC0) != 0x80) return 0;
    }
    const auto second = byte(text, 1);
    const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
    const bool surrogate = first == 0xED && second > 0x9F;
    const bool too_large = first == 0xF4 && second > 0x8F;
    return overlong || surrogate || too_large ? 0 : length;
}

Character first_character(std::string_view text) {
    if (text.empty()) return {};
    const auto length = utf8_character_length(text);
    if (length == 0) return {U'\uFFFD', 1};
    if (length == 1) return {byte(text, 0), 1};
    char32_t code = byte(text, 0) & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) code = (code << 6) | (byte(text, i) & 0x3FU);
    return {code, length};
}

std::string to_utf8(std::string_view text) {
    std::string valid;
    valid.reserve(text.size());
    while (true) {
        const auto length = valid_length(text);
        valid += text.substr(0, length);
        if (length == text.size()) return valid;
        valid += kReplacementCharacter;
        text.remove_prefix(length + 1);
    }
}

}  // namespace fovea
