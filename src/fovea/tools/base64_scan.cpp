#include "fovea/tools/base64_scan.hpp"

#include <cstdint>

namespace fovea::tools {
namespace {

char in_alphabet(char c) {
    if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) return c;
    if (c == '+' || c == '-') return '+';
    return c == '/' || c == '_' ? '/' : '\0';
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    const char small = static_cast<char>(c | 0x20);
    return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

// JSON inside JSON escapes the escapes.
std::size_t backslashes_at(std::string_view text, std::size_t at) {
    std::size_t count = 0;
    while (count < 4 && at + count < text.size() && text[at + count] == '\\') ++count;
    return count;
}

// A character that an escape stands for: "%2F", "\/", "\u002f"; `value` is 0 for none.
struct Escaped {
    char value = 0;
    std::size_t length = 0;
};

Escaped hex_escape(std::string_view text, std::size_t at, std::size_t before) {
    if (at + before + 2 > text.size()) return {};
    const int high = hex_digit(text[at + before]);
    const int low = hex_digit(text[at + before + 1]);
    if (high < 0 || low < 0) return {};
    return {static_cast<char>(high * 16 + low), before + 2};
}

Escaped escaped_at(std::string_view text, std::size_t at) {
    if (text[at] == '%') return hex_escape(text, at, 1);
    const auto slashes = text[at] == '\\' ? backslashes_at(text, at) : 0;
    if (slashes == 0) return {};
    const auto rest = text.substr(at + slashes);
    if (rest.starts_with('/')) return {'/', slashes + 1};
    if (rest.starts_with('n')) return {'\n', slashes + 1};
    if (rest.starts_with('r')) return {'\r', slashes + 1};
    return rest.starts_with("u00") ? hex_escape(text, at, slashes + 3) : Escaped{};
}

}  // namespace

Base64Atom atom_at(std::string_view text, std::size_t at) {
    if (at >= text.size()) return {};
    if (const char plain = in_alphabet(text[at])) return {plain, 1};
    const auto escaped = escaped_at(text, at);
    // Letters and digits need no escape: "\u0041" is not how anybody writes base64.
    if (escaped.value != '+' && escaped.value != '/') return {};
    return {escaped.value, escaped.length};
}

std::size_t padding_at(std::string_view text, std::size_t at) {
    if (at >= text.size()) return 0;
    if (text[at] == '=') return 1;
    const auto escaped = escaped_at(text, at);
    return escaped.value == '=' ? escaped.length : 0;
}

std::size_t line_end_at(std::string_view text, std::size_t at) {
    std::size_t length = 0;
    const auto take = [&](char wanted) {
        const auto place = at + length;
        if (place >= text.size()) return false;
        const auto escaped = text[place] == wanted ? Escaped{wanted, 1} : escaped_at(text, place);
        if (escaped.value != wanted) return false;
        length += escaped.length;
        return true;
    };
    const bool returned = take('\r');
    if (!take('\n') && !returned) return 0;
    while (at + length < text.size() && (text[at + length] == ' ' || text[at + length] == '\t')) {
        ++length;
    }
    return length;
}

Base64Segment segment_at(std::string_view text, std::size_t at) {
    Base64Segment segment{.begin = at, .end = at, .characters = 0};
    for (auto atom = atom_at(text, at); atom.length > 0; atom = atom_at(text, segment.end)) {
        segment.end += atom.length;
        ++segment.characters;
    }
    return segment;
}

}  // namespace fovea::tools
