#include "fovea/reading/page/pieces.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace fovea::reading {
namespace {

// In parts of the font's size, about the same for most fonts of screens.
constexpr double kAscent = 0.74;
constexpr double kLowerCase = 0.54;
constexpr double kDescent = 0.2;

bool is_one_of(char c, std::string_view letters) {
    return letters.find(c) != std::string_view::npos;
}

// What the letters of a word say about the height of its box.
struct Heights {
    bool tells = false;  // has letters or digits
    bool ascends = false;
    bool descends = false;
};

Heights heights_of(std::string_view text) {
    Heights heights;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool capital = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || byte >= 0x80;
        const bool small = c >= 'a' && c <= 'z';
        heights.tells |= capital || small;
        heights.ascends |= capital || is_one_of(c, "bdfhijklt!\"'?&%$#@()[]{}|/\\`");
        heights.descends |= is_one_of(c, "gjpqyQ,;()[]{}|/\\@$_");
    }
    return heights;
}

struct Font {
    double em;
    double baseline;
    std::size_t letters;
};

Font font_of(const Box& box, const Heights& heights, std::size_t letters) {
    const auto above = heights.ascends ? kAscent : kLowerCase;
    const auto below = heights.descends ? kDescent : 0.0;
    const auto em = std::max(1.0, box.height() / (above + below));
    return {em, box.bottom - below * em, letters};
}

// The one in the middle by letters: a misread letter or an icon at the end does not matter.
double middle_of(std::vector<Font>& fonts, double Font::*value) {
    std::sort(fonts.begin(), fonts.end(), [value](const Font& a, const Font& b) {
        return a.*value < b.*value;
    });
    std::size_t all = 0;
    for (const auto& font : fonts) all += font.letters;
    std::size_t before = 0;
    for (const auto& font : fonts) {
        before += font.letters;
        if (before * 2 >= all) return font.*value;
    }
    return fonts.back().*value;
}

}  // namespace

std::size_t count_letters(std::string_view utf8) {
    return static_cast<std::size_t>(std::count_if(utf8.begin(), utf8.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u;
    }));
}

Box upright(const media::PixelRect& rect, TextTurn turn) {
    const double left = rect.x;
    const double top = rect.y;
    const double right = left + rect.width;
    const double bottom = top + rect.height;
    switch (turn) {
        case TextTurn::None: break;
        case TextTurn::Quarter: return {top, -right, bottom, -left};
        case TextTurn::Half: return {-right, -bottom, -left, -top};
        case TextTurn::ThreeQuarters: return {-bottom, left, -top, right};
    }
    return {left, top, right, bottom};
}

void cover(Box& box, const Box& other) {
    box.left = std::min(box.left, other.left);
    box.top = std::min(box.top, other.top);
    box.right = std::max(box.right, other.right);
    box.bottom = std::max(box.bottom, other.bottom);
}

Piece piece_of(const Reading& reading, std::vector<std::size_t> words) {
    Piece piece;
    piece.words = std::move(words);
    if (piece.words.empty()) return piece;

    const auto& first = reading.words[piece.words.front()];
    if (first.line < reading.lines.size()) {
        piece.ink = reading.lines[first.line].ink;
        piece.ground = reading.lines[first.line].ground;
    }
    piece.box = upright(first.box, reading.turn);
    std::vector<Font> fonts;
    for (const auto index : piece.words) {
        const auto& word = reading.words[index];
        const auto box = upright(word.box, reading.turn);
        cover(piece.box, box);
        const auto heights = heights_of(word.text);
        if (heights.tells) fonts.push_back(font_of(box, heights, count_letters(word.text)));
    }
    // Nothing but signs: a dash says little about its font, a bracket more.
    if (fonts.empty()) fonts.push_back(font_of(piece.box, {true, true, false}, 1));
    piece.em = middle_of(fonts, &Font::em);
    piece.baseline = middle_of(fonts, &Font::baseline);
    return piece;
}

std::vector<Piece> pieces_of(const Reading& reading) {
    std::vector<std::pair<std::size_t, std::size_t>> by_line;  // line, word
    for (std::size_t word = 0; word < reading.words.size(); ++word) {
        if (!reading.words[word].text.empty()) by_line.emplace_back(reading.words[word].line, word);
    }
    const auto left_of = [&](std::size_t word) {
        return upright(reading.words[word].box, reading.turn).left;
    };
    std::stable_sort(by_line.begin(), by_line.end(), [&](const auto& a, const auto& b) {
        if (a.first != b.first) return a.first < b.first;
        return left_of(a.second) < left_of(b.second);
    });

    std::vector<Piece> pieces;
    for (std::size_t begin = 0; begin < by_line.size();) {
        auto end = begin;
        std::vector<std::size_t> words;
        while (end < by_line.size() && by_line[end].first == by_line[begin].first) {
            words.push_back(by_line[end++].second);
        }
        pieces.push_back(piece_of(reading, std::move(words)));
        begin = end;
    }
    return pieces;
}

bool same_size(const Piece& a, const Piece& b) {
    return std::max(a.em, b.em) <= 1.12 * std::min(a.em, b.em) + 1;
}

bool same_style(const Piece& a, const Piece& b) {
    return same_size(a, b) && distance(a.ink, b.ink) <= 64 && distance(a.ground, b.ground) <= 48;
}

}  // namespace fovea::reading
