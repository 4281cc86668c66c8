#include "fovea/reading/page/monospace.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace fovea::reading {
namespace {

// Widths of Helvetica from ' ' to '~', in thousandths of its size. Other proportional fonts differ
// from it far less than from a font of equal widths.
constexpr std::array<std::uint16_t, 95> kWidths = {
    278,  278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,  // ' ' to '/'
    556,  556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,  // '0' to '?'
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,  // '@' to 'O'
    667,  778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,  // 'P' to '_'
    333,  556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,  // '`' to 'o'
    556,  556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,       // 'p' to '~'
};

constexpr double kLetterBearing = 0.1;

// Of signs that are the same on both sides.
double bearing_of(char sign) {
    switch (sign) {
        case '|': return 0.42;
        case '.':
        case ',':
        case ':':
        case ';':
        case '\'':
        case '!':
        case '`': return 0.38;
        case '{':
        case '}':
        case '"': return 0.2;
        default: return kLetterBearing;
    }
}

double proportional_width(std::string_view text) {
    double width = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xC0u) == 0x80u) continue;
        width += byte >= ' ' && byte <= '~' ? kWidths[byte - std::size_t{' '}] / 1000.0 : 0.556;
    }
    return width;
}

struct Sample {
    double equal = 0;         // advance, if all letters are equally wide
    double proportional = 0;  // size, if they are not
    double weight = 0;
};

// Figures and commas are equally wide in most fonts, so that columns of numbers line up.
bool tells_the_font(std::string_view text) {
    const auto letters = std::count_if(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    });
    return letters >= 2 && count_letters(text) >= 3;
}

Sample sample_of(const std::string& text, double width) {
    const auto letters = double(count_letters(text));
    const auto bearings = left_bearing(text) + right_bearing(text);
    // Proportional letters have bearings too, of about a tenth of the size at both sides together.
    return {width / (letters - bearings), width / (proportional_width(text) - 0.1), letters};
}

double middle_of(std::vector<Sample>& samples, double Sample::*value) {
    std::sort(samples.begin(), samples.end(), [value](const Sample& a, const Sample& b) {
        return a.*value < b.*value;
    });
    double all = 0;
    for (const auto& sample : samples) all += sample.weight;
    double before = 0;
    for (const auto& sample : samples) {
        before += sample.weight;
        if (before * 2 >= all) return sample.*value;
    }
    return samples.back().*value;
}

// Mean distance from the middle, relative. Where there are many, the worst one is left out: a
// misread word has too many letters or too few.
double spread(const std::vector<Sample>& samples, double Sample::*value, double middle) {
    double sum = 0;
    double weights = 0;
    double worst = 0;
    double worst_weight = 0;
    for (const auto& sample : samples) {
        const auto off = std::abs(sample.*value - middle) * sample.weight;
        sum += off;
        weights += sample.weight;
        if (off > worst) {
            worst = off;
            worst_weight = sample.weight;
        }
    }
    if (samples.size() >= 5) {
        sum -= worst;
        weights -= worst_weight;
    }
    return sum / (weights * std::max(middle, 1e-9));
}

// How many of the steps from word to word are whole numbers of cells. In other fonts a space is
// about half as wide as a letter.
double share_of_whole_steps(const Piece& piece, const Reading& reading, double advance) {
    std::size_t whole = 0;
    for (std::size_t i = 1; i < piece.words.size(); ++i) {
        const auto& before = reading.words[piece.words[i - 1]];
        const auto& after = reading.words[piece.words[i]];
        const auto step =
            (upright(after.box, reading.turn).left - upright(before.box, reading.turn).left) /
                advance +
            left_bearing(before.text) - left_bearing(after.text);
        const auto cells = std::round(step);
        const auto least = double(count_letters(before.text)) + 1;
        if (std::abs(step - cells) <= 0.25 && cells >= least - 1) ++whole;
    }
    return double(whole) / double(piece.words.size() - 1);
}

}  // namespace

double left_bearing(std::string_view text) {
    if (text.empty()) return kLetterBearing;
    switch (text.front()) {
        case '(':
        case '[': return 0.35;
        case ')':
        case ']': return 0.2;
        default: return bearing_of(text.front());
    }
}

double right_bearing(std::string_view text) {
    if (text.empty()) return kLetterBearing;
    switch (text.back()) {
        case '(':
        case '[': return 0.2;
        case ')':
        case ']': return 0.35;
        default: return bearing_of(text.back());
    }
}

std::optional<MonospaceFit> fit_monospace(const Piece& piece, const Reading& reading) {
    std::vector<Sample> samples;
    for (const auto index : piece.words) {
        const auto& word = reading.words[index];
        if (!tells_the_font(word.text)) continue;
        samples.push_back(sample_of(word.text, upright(word.box, reading.turn).width()));
    }
    if (samples.size() < 2) return {};

    const auto size = middle_of(samples, &Sample::proportional);
    const auto unequal = spread(samples, &Sample::proportional, size);
    const auto advance = middle_of(samples, &Sample::equal);
    const auto equal = spread(samples, &Sample::equal, advance);
    const bool plausible = advance >= 0.47 * piece.em && advance <= 0.85 * piece.em && advance >= 2;
    if (!plausible || equal > 0.06 || equal > 0.6 * unequal) return {};
    if (share_of_whole_steps(piece, reading, advance) < 0.7) return {};
    return MonospaceFit{advance, samples.size()};
}

namespace {

// The share of letters that are in words of the right width; `slack` is for each letter of a word.
double share_fitting(const Piece& piece, const Reading& reading, double advance, double slack) {
    double fitting = 0;
    double all = 0;
    for (const auto index : piece.words) {
        const auto& word = reading.words[index];
        const auto letters = double(count_letters(word.text));
        const auto bearings = left_bearing(word.text) + right_bearing(word.text);
        const auto cells = upright(word.box, reading.turn).width() / advance + bearings;
        all += letters;
        if (std::abs(cells - letters) <= 0.35 + slack * letters) fitting += letters;
    }
    return all > 0 ? fitting / all : 0;
}

}  // namespace

bool fits_advance(const Piece& piece, const Reading& reading, double advance) {
    return share_fitting(piece, reading, advance, 0.04) >= 0.6;
}

bool surely_fits_advance(const Piece& piece, const Reading& reading, double advance) {
    std::size_t letters = 0;
    for (const auto word : piece.words) letters += count_letters(reading.words[word].text);
    return letters >= 12 && piece.words.size() >= 3 &&
           share_fitting(piece, reading, advance, 0.02) >= 0.8 &&
           share_of_whole_steps(piece, reading, advance) >= 0.6;
}

}  // namespace fovea::reading
