// How others may read a fence, for tests and fuzzing. Knows nothing of neutralise(): what looks
// alike and which entities there are is its own choice.
#pragma once

#include "fovea/base/utf8.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace fovea::proxy {

struct TagCount {
    std::size_t opening = 0;
    std::size_t closing = 0;

    bool operator==(const TagCount&) const = default;
};

inline constexpr std::array<std::string_view, 3> kTagNames = {
    "vision_proxy_description", "vision_proxy_analysis", "vision_proxy_joint_description"};

// Only tags as the writer writes them.
inline TagCount read_strictly(std::string_view text) {
    TagCount count;
    for (const auto name : kTagNames) {
        for (auto at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
            if (text.substr(0, at).ends_with("<")) ++count.opening;
            if (text.substr(0, at).ends_with("</")) ++count.closing;
        }
    }
    return count;
}

// One who wants to see tags: undoes entities as long as there are any, takes look-alikes for what
// they look like, and minds neither case nor spaces nor what cannot be seen.
class GenerousReader {
public:
    enum class Unseen { AfterEntities, BeforeEntities };

    explicit GenerousReader(Unseen unseen) : unseen_(unseen) {}

    TagCount read(std::string_view text) const {
        auto codes = codes_of(text);
        for (int round = 0; round < 8; ++round) {
            if (unseen_ == Unseen::BeforeEntities) std::erase_if(codes, is_unseen);
            auto decoded = decode(codes);
            if (decoded == codes) break;
            codes = std::move(decoded);
        }
        std::string skeleton;
        for (const auto code : codes) {
            const char c = look(code);
            if (!is_unseen(code) && !is_space(code) && c != '_' && c != '-') skeleton += c;
        }
        TagCount count;
        for (const std::string_view name :
             {"visionproxydescription", "visionproxyanalysis", "visionproxyjointdescription"}) {
            for (auto at = skeleton.find(name); at != skeleton.npos;
                 at = skeleton.find(name, at + 1)) {
                auto before = at;
                while (before > 0 && skeleton[before - 1] == '/') --before;
                if (before == 0 || skeleton[before - 1] != '<') continue;
                ++(before == at ? count.opening : count.closing);
            }
        }
        return count;
    }

private:
    static std::u32string codes_of(std::string_view text) {
        const auto valid = to_utf8(text);
        std::u32string codes;
        for (std::string_view rest = valid; !rest.empty();) {
            const auto character = first_character(rest);
            codes += character.code;
            rest.remove_prefix(character.bytes);
        }
        return codes;
    }

    static bool is_space(char32_t code) {
        return code == ' ' || (code >= '\t' && code <= '\r') || code == 0xA0 || code == 0x2003 ||
               code == 0x3000;
    }

    static bool is_unseen(char32_t code) {
        return (code < 0x20 && !is_space(code)) || code == 0xAD || code == 0xFEFF ||
               (code >= 0x200B && code <= 0x200F) || (code >= 0x202A && code <= 0x202E) ||
               (code >= 0x2060 && code <= 0x2064) || (code >= 0xFE00 && code <= 0xFE0F) ||
               (code >= 0x300 && code <= 0x36F) || code == 0xFFFD;
    }

    static char look(char32_t code) {
        if (code >= 0xFF01 && code <= 0xFF5E) code -= 0xFF01 - '!';
        if (code >= 0x1D400 && code <= 0x1D6A3) {  // mathematical alphabets, 26 capitals, 26 small
            const auto letter = (code - 0x1D400) % 52;
            return static_cast<char>('a' + letter % 26);
        }
        if (code >= 'A' && code <= 'Z') return static_cast<char>(code - 'A' + 'a');
        if (code < 0x80) return static_cast<char>(code);
        constexpr std::u32string_view kFrom =
            U"\u0430\u0435\u043E\u0440\u0441\u0443\u0445\u0456"
            U"\u0455\u0458\u03BF\u03BD\u03B9\u03C1\u03B1\u00E1"
            U"\u00E9\u2039\u3008\u276C\u02C2\u2215\u2044\u203F";
        constexpr std::string_view kTo = "aeopcyxisjovipaae<<<<//_";
        static_assert(kFrom.size() == kTo.size());
        const auto at = kFrom.find(code);
        return at == kFrom.npos ? '\x7F' : kTo[at];
    }

    // The entity at `at`: what it stands for and how long it is.
    static std::optional<std::pair<char32_t, std::size_t>> entity(
        std::u32string_view codes, std::size_t at
    ) {
        const auto ends = [&](std::size_t end) {
            return end < codes.size() && codes[end] == ';' ? end + 1 - at : end - at;
        };
        if (codes.substr(at).starts_with(U"&#")) {
            const bool hex = at + 2 < codes.size() && (codes[at + 2] | 0x20) == 'x';
            const std::u32string_view digits = hex ? U"0123456789abcdefABCDEF" : U"0123456789";
            const auto first = at + (hex ? 3 : 2);
            auto end = first;
            char32_t value = 0;
            for (; end < codes.size() && digits.find(codes[end]) != digits.npos; ++end) {
                auto digit = static_cast<char32_t>(digits.find(codes[end]));
                if (digit > 15) digit -= 6;
                value = std::min<char32_t>(value * (hex ? 16 : 10) + digit, 0x110000);
            }
            if (end == first) return std::nullopt;
            const bool valid = value != 0 && value < 0x110000 && (value < 0xD800 || value > 0xDFFF);
            return std::pair(valid ? value : U'\uFFFD', ends(end));
        }
        constexpr std::array<std::pair<std::u32string_view, char32_t>, 5> kOpen = {
            {{U"&lt", '<'}, {U"&gt", '>'}, {U"&amp", '&'}, {U"&nbsp", 0xA0}, {U"&shy", 0xAD}}};
        for (const auto& [name, code] : kOpen) {
            if (codes.substr(at).starts_with(name)) return std::pair(code, ends(at + name.size()));
        }
        constexpr std::array<std::pair<std::u32string_view, char32_t>, 6> kClosed = {
            {{U"&sol;", '/'},
             {U"&lowbar;", '_'},
             {U"&num;", '#'},
             {U"&semi;", ';'},
             {U"&ZeroWidthSpace;", 0x200B},
             {U"&Tab;", '\t'}}};
        for (const auto& [name, code] : kClosed) {
            if (codes.substr(at).starts_with(name)) return std::pair(code, name.size());
        }
        return std::nullopt;
    }

    static std::u32string decode(std::u32string_view codes) {
        std::u32string decoded;
        for (std::size_t at = 0; at < codes.size();) {
            const auto found = codes[at] == '&' ? entity(codes, at) : std::nullopt;
            decoded += found ? found->first : codes[at];
            at += found ? found->second : 1;
        }
        return decoded;
    }

    Unseen unseen_;
};

}  // namespace fovea::proxy
