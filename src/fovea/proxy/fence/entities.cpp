#include "fovea/proxy/fence/entities.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/proxy/fence/lookalikes.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace fovea::proxy {
namespace {

constexpr std::size_t kLongestName = 32;  // HTML has none that is longer

// What an entity at the beginning of some pieces stands for, and how many of them it is made of.
struct Decoded {
    char32_t code = 0;
    std::size_t length = 0;
};

bool is_alphanumeric(char32_t code) {
    return (code >= '0' && code <= '9') || (code >= 'a' && code <= 'z') ||
           (code >= 'A' && code <= 'Z');
}

std::optional<std::uint32_t> digit_of(char32_t code, bool hex) {
    if (code >= '0' && code <= '9') return code - '0';
    if (hex && code >= 'a' && code <= 'f') return code - 'a' + 10;
    if (hex && code >= 'A' && code <= 'F') return code - 'A' + 10;
    return std::nullopt;
}

bool has(std::span<const Piece> pieces, std::size_t at, char32_t code) {
    return at < pieces.size() && pieces[at].code == code;
}

// "&#60;", "&#x3C;", also without the semicolon.
std::optional<Decoded> read_number(std::span<const Piece> pieces) {
    const bool hex = has(pieces, 2, 'x') || has(pieces, 2, 'X');
    const std::size_t first = hex ? 3 : 2;
    std::size_t at = first;
    std::uint32_t value = 0;
    for (; at < pieces.size(); ++at) {
        const auto digit = digit_of(pieces[at].code, hex);
        if (!digit) break;
        value = std::min<std::uint32_t>(value * (hex ? 16 : 10) + *digit, 0x110000);
    }
    if (at == first) return std::nullopt;
    if (has(pieces, at, ';')) ++at;
    const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    const bool valid = value != 0 && value <= 0x10FFFF && !surrogate;
    return Decoded{valid ? char32_t{value} : U'\uFFFD', at};
}

// "&lt;", and "&ltfoo" as "<foo": the longest beginning that needs no semicolon counts.
std::optional<Decoded> read_name(std::span<const Piece> pieces) {
    std::string name;
    for (const auto& piece : pieces.subspan(1)) {
        if (!is_alphanumeric(piece.code) || name.size() == kLongestName) break;
        name += static_cast<char>(piece.code);
    }
    if (has(pieces, name.size() + 1, ';')) {
        if (const auto entity = find_entity(name))
            return Decoded{entity->character, name.size() + 2};
    }
    for (; name.size() >= 2; name.pop_back()) {
        const auto entity = find_entity(name);
        if (entity && entity->may_stand_open) return Decoded{entity->character, name.size() + 1};
    }
    return std::nullopt;
}

}  // namespace

std::vector<Piece> pieces_of(std::string_view text) {
    std::vector<Piece> pieces;
    pieces.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const auto character = first_character(text.substr(at));
        pieces.push_back({.code = character.code, .begin = at, .end = at + character.bytes});
        at += character.bytes;
    }
    return pieces;
}

bool decode_entities(std::vector<Piece>& pieces) {
    std::size_t kept = 0;
    for (std::size_t at = 0; at < pieces.size();) {
        std::optional<Decoded> decoded;
        if (pieces[at].code == '&') {
            const auto rest = std::span<const Piece>(pieces).subspan(at);
            decoded = has(rest, 1, '#') ? read_number(rest) : read_name(rest);
        }
        Piece piece = pieces[at];
        if (decoded) {
            piece.code = decoded->code;
            piece.end = pieces[at + decoded->length - 1].end;
            piece.as_itself = false;
        }
        pieces[kept++] = piece;
        at += decoded ? decoded->length : 1;
    }
    const bool any = kept != pieces.size();
    pieces.resize(kept);
    return any;
}

}  // namespace fovea::proxy
