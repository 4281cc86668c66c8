#include "fovea/tui/markdown/entities.hpp"

#include "fovea/base/unseen.hpp"
#include "fovea/base/utf8.hpp"

#include <charconv>
#include <cstdint>

namespace fovea::tui {
namespace {

struct Named {
    std::string_view name;
    std::string_view text;
};
// Those that people and models write; the two thousand others nobody does.
constexpr Named kNamed[] = {
    {"amp", "&"},    {"lt", "<"},     {"gt", ">"},    {"quot", "\""},  {"apos", "'"},
    {"nbsp", " "},   {"ndash", "–"},  {"mdash", "—"}, {"hellip", "…"}, {"copy", "©"},
    {"reg", "®"},    {"trade", "™"},  {"times", "×"}, {"divide", "÷"}, {"deg", "°"},
    {"plusmn", "±"}, {"middot", "·"}, {"bull", "•"},  {"larr", "←"},   {"uarr", "↑"},
    {"rarr", "→"},   {"darr", "↓"},   {"harr", "↔"},  {"rArr", "⇒"},   {"le", "≤"},
    {"ge", "≥"},     {"ne", "≠"},     {"infin", "∞"}, {"micro", "µ"},  {"euro", "€"},
    {"laquo", "«"},  {"raquo", "»"},  {"lsquo", "‘"}, {"rsquo", "’"},  {"ldquo", "“"},
    {"rdquo", "”"},  {"check", "✓"},  {"cross", "✗"}, {"para", "¶"},   {"sect", "§"},
};

std::string character(std::uint32_t code) {
    const bool is_character = code > 0 && code < 0x110000 && (code < 0xD800 || code > 0xDFFF);
    if (!is_character || is_unseen(code)) return std::string(kReplacementCharacter);
    const auto tail = [code](int shift) {
        return static_cast<char>(0x80 | (code >> shift & 0x3F));
    };
    if (code < 0x80) return {static_cast<char>(code)};
    if (code < 0x800) return {static_cast<char>(0xC0 | code >> 6), tail(0)};
    if (code < 0x10000) return {static_cast<char>(0xE0 | code >> 12), tail(6), tail(0)};
    return {static_cast<char>(0xF0 | code >> 18), tail(12), tail(6), tail(0)};
}

}  // namespace

std::string entity_text(std::string_view entity) {
    if (entity.size() < 3 || entity.front() != '&' || entity.back() != ';') {
        return std::string(entity);
    }
    auto name = entity.substr(1, entity.size() - 2);
    if (name.front() == '#') {
        name.remove_prefix(1);
        const bool is_hex = !name.empty() && (name.front() == 'x' || name.front() == 'X');
        if (is_hex) name.remove_prefix(1);
        std::uint32_t code = 0;
        const auto* last = name.data() + name.size();
        const auto read = std::from_chars(name.data(), last, code, is_hex ? 16 : 10);
        if (read.ptr != last || name.empty()) return std::string(entity);
        return character(read.ec == std::errc() ? code : 0);
    }
    for (const auto& known : kNamed) {
        if (known.name == name) return std::string(known.text);
    }
    return std::string(entity);
}

}  // namespace fovea::tui
