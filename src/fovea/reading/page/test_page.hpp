// Pages for tests: words put down by hand, with boxes as a recogniser would find them.
//
//     TestPage page;
//     page.write(40, 100, "Name");                      // left edge and baseline
//     page.write(40, 130, "Ada Brandt", {.em = 16});
//     const Page laid_out = lay_out(page.reading);
#pragma once

#include "fovea/reading/page/page.hpp"
#include "fovea/reading/reading.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::reading::test {

struct Font {
    double em = 16;
    double advance = 0;  // of fonts with equally wide letters; 0: a common one
    media::Colour ink{0, 0, 0};
    media::Colour ground{255, 255, 255};
};

class TestPage {
public:
    Reading reading;

    // One line; words are separated by single spaces, or in code by as many as there are.
    void write(double x, double baseline, std::string_view text, const Font& font = {}) {
        const auto line = reading.lines.size();
        reading.lines.emplace_back();
        reading.lines.back().ink = font.ink;
        reading.lines.back().ground = font.ground;
        double at = x;
        for (std::size_t begin = 0; begin < text.size();) {
            auto end = begin;
            while (end < text.size() && text[end] != ' ') ++end;
            const auto word = text.substr(begin, end - begin);
            if (!word.empty()) add(at, baseline, word, line, font);
            for (; begin < end; ++begin) at += width_of(text[begin], font);
            for (; begin < text.size() && text[begin] == ' '; ++begin) at += width_of(' ', font);
        }
    }

    void write_right(double right, double baseline, std::string_view text, const Font& font = {}) {
        write(right - width_of(text, font), baseline, text, font);
    }

    static double width_of(std::string_view text, const Font& font) {
        double width = 0;
        for (const char c : text) width += width_of(c, font);
        return width;
    }

private:
    static double width_of(char c, const Font& font) {
        if (font.advance > 0) return font.advance;
        if (has(" .,:;!|'ijl", c)) return 0.26 * font.em;
        if (has("ftr-()[]", c)) return 0.34 * font.em;
        if (has("mwMW", c)) return 0.85 * font.em;
        return (c >= 'A' && c <= 'Z' ? 0.68 : 0.55) * font.em;
    }

    static bool has(std::string_view letters, char c) {
        return letters.find(c) != std::string_view::npos;
    }

    void add(double x, double baseline, std::string_view word, std::size_t line, const Font& font) {
        bool high = false;
        bool low = false;
        for (const char c : word) {
            high |= !has("acegmnopqrsuvwxyz,.;-_", c);
            low |= has("gjpqy,;()[]{}|_", c);
        }
        const auto top = std::round(baseline - (high ? 0.74 : 0.54) * font.em);
        const auto bottom = std::round(baseline + (low ? 0.2 : 0) * font.em);
        const auto bearing = 0.1 * (font.advance > 0 ? font.advance : 0.5 * font.em);
        const auto left = std::round(x + bearing);
        const auto right = std::round(x + width_of(word, font) - bearing);
        Word added;
        added.text = std::string(word);
        added.box = {pixel(left), pixel(top), pixel(right - left), pixel(bottom - top)};
        added.confidence = 0.9;
        added.line = line;
        reading.words.push_back(std::move(added));
    }

    static std::uint32_t pixel(double value) { return static_cast<std::uint32_t>(value); }
};

// All text in reading order: lines of a block one by one, cells row by row.
inline std::vector<std::string> texts(const Page& page) {
    std::vector<std::string> all;
    for (const auto& block : page.blocks) {
        for (const auto& line : block.lines) all.push_back(line.text);
        for (const auto& row : block.cells) {
            for (const auto& cell : row) all.push_back(cell.text);
        }
    }
    return all;
}

inline std::vector<std::vector<std::string>> cells(const Block& block) {
    std::vector<std::vector<std::string>> all;
    for (const auto& row : block.cells) {
        all.emplace_back();
        for (const auto& cell : row) all.back().push_back(cell.text);
    }
    return all;
}

inline std::vector<std::string> lines(const Block& block) {
    std::vector<std::string> all;
    for (const auto& line : block.lines) all.push_back(line.text);
    return all;
}

}  // namespace fovea::reading::test
