#include "fovea/reading/page/settle_letters.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/reading/page/drop_empty.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fovea::reading {
namespace {

// ---- scripts

enum Script : std::size_t { Latin, Cyrillic, Greek };
constexpr std::size_t kScripts = 3;
using Counts = std::array<std::size_t, kScripts>;

// Letters that look the same; 0 where a script has none.
using Twins = std::array<char32_t, kScripts>;
constexpr std::array<Twins, 29> kTwins = {{
    {U'A', U'А', U'Α'}, {U'B', U'В', U'Β'}, {U'C', U'С', 0},    {U'E', U'Е', U'Ε'},
    {U'H', U'Н', U'Η'}, {U'I', U'І', U'Ι'}, {U'J', U'Ј', 0},    {U'K', U'К', U'Κ'},
    {U'M', U'М', U'Μ'}, {U'N', 0, U'Ν'},    {U'O', U'О', U'Ο'}, {U'P', U'Р', U'Ρ'},
    {U'S', U'Ѕ', 0},    {U'T', U'Т', U'Τ'}, {U'X', U'Х', U'Χ'}, {U'Y', U'У', U'Υ'},
    {U'Z', 0, U'Ζ'},    {U'a', U'а', 0},    {U'c', U'с', 0},    {U'e', U'е', 0},
    {U'i', U'і', 0},    {U'j', U'ј', 0},    {U'k', U'к', U'κ'}, {U'o', U'о', U'ο'},
    {U'p', U'р', U'ρ'}, {U's', U'ѕ', 0},    {U'v', 0, U'ν'},    {U'x', U'х', U'χ'},
    {U'y', U'у', U'γ'},
}};

const Twins* twins_of(char32_t letter) {
    const auto found = std::ranges::find_if(kTwins, [&](const Twins& twins) {
        return std::ranges::find(twins, letter) != twins.end();
    });
    return found == kTwins.end() ? nullptr : &*found;
}

std::optional<Script> script_of(char32_t c) {
    if ((c >= U'A' && c <= U'Z') || (c >= U'a' && c <= U'z') || (c >= 0xC0 && c < 0x250)) {
        return c == U'×' || c == U'÷' ? std::nullopt : std::optional(Latin);
    }
    if (c >= 0x370 && c < 0x400) return Greek;
    if (c >= 0x400 && c < 0x530) return Cyrillic;
    return std::nullopt;
}

std::u32string codes_of(std::string_view text) {
    std::u32string codes;
    for (; !text.empty(); text.remove_prefix(first_character(text).bytes)) {
        codes += first_character(text).code;
    }
    return codes;
}

// All of them below U+0800.
void append(std::string& text, char32_t code) {
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else {
        text += static_cast<char>(0xC0 | code >> 6);
        text += static_cast<char>(0x80 | (code & 0x3F));
    }
}

// Letters that no other script has.
void count_own(const std::u32string& word, Counts& counts) {
    for (const auto code : word) {
        const auto script = script_of(code);
        if (script && twins_of(code) == nullptr) ++counts[*script];
    }
}

std::optional<Script> most_of(const Counts& counts) {
    const auto most = std::ranges::max_element(counts);
    if (*most == 0) return std::nullopt;
    return static_cast<Script>(most - counts.begin());
}

bool is_mixed(const std::u32string& word) {
    std::optional<Script> first;
    for (const auto code : word) {
        const auto script = script_of(code);
        if (script && first && script != first) return true;
        if (script) first = script;
    }
    return false;
}

std::string in_script(std::string_view text, Script wanted) {
    std::string settled;
    for (; !text.empty(); text.remove_prefix(first_character(text).bytes)) {
        const auto [code, bytes] = first_character(text);
        const auto* twins = script_of(code) ? twins_of(code) : nullptr;
        if (twins != nullptr && (*twins)[wanted] != 0) {
            append(settled, (*twins)[wanted]);
        } else {
            settled += text.substr(0, bytes);
        }
    }
    return settled;
}

// A word of letters that two scripts have is left as it was read where the page has both.
void settle_scripts(Reading& reading) {
    Counts page{};
    std::vector<Counts> lines(reading.lines.size());
    std::vector<std::u32string> codes;
    bool is_foreign = false;
    for (const auto& word : reading.words) {
        codes.push_back(codes_of(word.text));
        count_own(codes.back(), page);
        count_own(codes.back(), lines[word.line]);
        for (const auto code : codes.back())
            is_foreign = is_foreign || script_of(code).value_or(Latin) != Latin;
    }
    if (!is_foreign) return;
    for (std::size_t i = 0; i < reading.words.size(); ++i) {
        auto& word = reading.words[i];
        Counts own{};
        count_own(codes[i], own);
        const auto read = codes[i].empty() ? std::nullopt : script_of(codes[i].front());
        const bool is_odd = is_mixed(codes[i]) || (read && page[*read] == 0);
        if (!is_odd) continue;
        auto wanted = most_of(own);
        if (!wanted) wanted = most_of(lines[word.line]);
        if (!wanted) wanted = most_of(page);
        word.text = in_script(word.text, wanted.value_or(Latin));
    }
}

// ---- letters that stand alone

constexpr std::string_view kRounds = "0Oo";
constexpr std::string_view kStrokes = "1lI";
constexpr std::string_view kDoubtful = "0Oo1lI";
constexpr double kSureStroke = 0.9;  // below, it may be a rule or a cursor
constexpr std::string_view kBothSizes = "CcKkPpSsUuVvWwXxYyZz";

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}
bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

bool is_number(std::string_view text) {
    return std::ranges::any_of(text, is_digit) && std::ranges::none_of(text, is_upper) &&
           std::ranges::count_if(text, is_lower) <= 1;
}

// As high as a capital: nothing in it is higher or reaches below the line.
bool is_as_high_as_capitals(std::string_view text) {
    constexpr std::string_view kOther = "gjpqy,;@$()[]{}|/\\QJ";
    const auto is_tall = [](char c) {
        return is_digit(c) || is_upper(c) ||
               std::string_view("bdfhkl").find(c) != std::string_view::npos;
    };
    return std::ranges::any_of(text, is_tall) && text.find_first_of(kOther) == text.npos &&
           std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

struct Around {
    std::size_t numbers = 0;
    std::size_t letters = 0;             // each by itself
    std::vector<std::uint32_t> heights;  // of words as high as capitals
    std::vector<std::size_t> words;
};

class Places {
public:
    explicit Places(const Reading& reading) : reading_(reading) {
        for (std::size_t i = 0; i < reading.words.size(); ++i) {
            const auto& box = reading.words[i].box;
            if (box.height > kHighest) continue;
            for (auto band = box.y / kBand; band <= (box.y + box.height) / kBand; ++band) {
                if (rows_.size() <= band) rows_.resize(band + 1);
                rows_[band].push_back(i);
            }
        }
    }

    // What stands in the same row or column, not far away.
    Around around(std::size_t of) const {
        const auto& box = reading_.words[of].box;
        Around found;
        if (box.height > kHighest) return found;
        const auto reach = kReach * box.height;
        const auto top = box.y - std::min(box.y, reach);
        for (auto band = top / kBand;
             band <= (box.y + box.height + reach) / kBand && band < rows_.size();
             ++band) {
            for (const auto i : rows_[band]) {
                const auto& other = reading_.words[i];
                // Of several bands only the first that is looked at.
                if (i == of || std::max(other.box.y, top) / kBand != band) continue;
                if (!is_beside(box, other.box, reach)) continue;
                found.words.push_back(i);
                add(other, found);
            }
        }
        return found;
    }

private:
    static constexpr std::uint32_t kBand = 64;
    static constexpr std::uint32_t kReach = 24;  // heights
    static constexpr std::uint32_t kHighest = 256;

    static bool overlap(
        std::uint32_t a, std::uint32_t a_size, std::uint32_t b, std::uint32_t b_size
    ) {
        const auto common = std::int64_t{std::min(a + a_size, b + b_size)} - std::max(a, b);
        return 2 * common > std::int64_t{std::min(a_size, b_size)};
    }

    static bool is_beside(
        const media::PixelRect& a, const media::PixelRect& b, std::uint32_t reach
    ) {
        if (2 * b.height < a.height || b.height > 2 * a.height) return false;
        const auto away =
            [](std::uint32_t x, std::uint32_t x_size, std::uint32_t y, std::uint32_t y_size) {
                return std::max(std::int64_t{y} - x - x_size, std::int64_t{x} - y - y_size);
            };
        const bool in_row =
            overlap(a.y, a.height, b.y, b.height) && away(a.x, a.width, b.x, b.width) <= reach;
        const bool in_column =
            overlap(a.x, a.width, b.x, b.width) && away(a.y, a.height, b.y, b.height) <= reach;
        return in_row || in_column;
    }

    static void add(const Word& word, Around& found) {
        const bool is_alone = word.text.size() == 1;
        // As doubtful as this one.
        if (is_alone && kDoubtful.find(word.text[0]) != kDoubtful.npos) return;
        if (is_number(word.text)) ++found.numbers;
        if (is_alone && (is_upper(word.text[0]) || is_lower(word.text[0]))) ++found.letters;
        if (is_as_high_as_capitals(word.text)) found.heights.push_back(word.box.height);
    }

    const Reading& reading_;
    std::vector<std::vector<std::size_t>> rows_;
};

std::uint32_t middle_of(std::vector<std::uint32_t>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

char settled(char letter, const media::PixelRect& box, Around around) {
    if (kStrokes.find(letter) != kStrokes.npos) {
        if (around.numbers > around.letters) return '1';
        return letter == 'l' ? 'I' : letter;
    }
    const bool is_round = kRounds.find(letter) != kRounds.npos;
    if (is_round && around.numbers > around.letters) return '0';
    const char capital = is_lower(letter) ? static_cast<char>(letter - 32) : letter;
    if (around.heights.empty()) return letter;
    const auto high = middle_of(around.heights);
    if (100 * box.height >= 88 * high) return is_round && letter == '0' ? '0' : capital;
    if (100 * box.height <= 82 * high) return is_round ? 'o' : static_cast<char>(capital + 32);
    return letter;
}

// "9h" of "0h" and "4h".
std::string form_of(std::string text) {
    std::ranges::replace_if(text, is_digit, '9');
    return text;
}

// "Oh" between "4h" and "8h" is "0h", and "Ql" before "Q2" is "Q1".
std::string as_others(const std::string& text, const Around& around, const Reading& reading) {
    constexpr std::ptrdiff_t kEnough = 2;
    auto digits = text;
    for (auto& c : digits) {
        if (kRounds.find(c) != kRounds.npos) c = '0';
        if (kStrokes.find(c) != kStrokes.npos) c = '1';
    }
    const auto others = [&](const std::string& form) {
        return std::ranges::count_if(around.words, [&](std::size_t i) {
            return form_of(reading.words[i].text) == form;
        });
    };
    const auto as_digits = others(form_of(digits));
    return as_digits >= kEnough && as_digits > others(form_of(text)) ? digits : text;
}

bool is_doubtful(const std::string& text) {
    constexpr std::size_t kLabel = 4;
    const auto has = [&](std::string_view letters) {
        return text.find_first_of(letters) != text.npos;
    };
    if (text.size() == 1) return has(kDoubtful) || has(kBothSizes);
    return text.size() <= kLabel && has(kDoubtful);
}

// None: it is no letter.
std::string settled_alone(const Word& word, const Around& around, const Reading& reading) {
    if (word.text.size() > 1) return as_others(word.text, around, reading);
    const bool is_stroke = kStrokes.find(word.text[0]) != kStrokes.npos;
    const bool is_sure = !is_stroke || word.confidence >= kSureStroke;
    if (!is_sure && around.numbers + around.letters < 2) return {};
    return std::string(1, settled(word.text[0], word.box, around));
}

// Low letters, and capitals that look like low ones, as in "roW" or "srC".
bool is_of_low_letters(std::string_view text) {
    constexpr std::string_view kLow = "acemnorsuvwxz";
    constexpr std::string_view kLikeLow = "COSUVWXZ";
    return text.size() > 1 && is_lower(text[0]) && text.find_first_of(kLikeLow) != text.npos &&
           text.find_first_not_of("acemnorsuvwxzCOSUVWXZ") == text.npos &&
           text.find_first_of(kLow) != text.npos;
}

// Lower than words with capitals around it: then it has none.
std::string without_capitals(const Word& word, Around around) {
    auto text = word.text;
    if (around.heights.empty() || 100 * word.box.height > 82 * middle_of(around.heights))
        return text;
    for (auto& c : text) {
        if (is_upper(c)) c = static_cast<char>(c + 32);
    }
    return text;
}

// ---- codes in a column

constexpr std::size_t kMostSettled = 5'000;  // all that stands around each is looked at
constexpr std::size_t kLongestCode = 16;
constexpr std::ptrdiff_t kEnoughCodes = 3;

enum class Shape : char { Digit = '9', Capital = 'A', Small = 'a' };

char shape_of(char c) {
    if (is_digit(c)) return static_cast<char>(Shape::Digit);
    if (is_upper(c)) return static_cast<char>(Shape::Capital);
    return is_lower(c) ? static_cast<char>(Shape::Small) : c;
}

std::string shapes_of(std::string text) {
    std::ranges::transform(text, text.begin(), shape_of);
    return text;
}

// A number of an order, a ticket or a plate: letters and digits, one of which may be the other.
bool is_code(std::string_view text) {
    return text.size() > 4 && text.size() <= kLongestCode && std::ranges::any_of(text, is_digit) &&
           text.find_first_of(kDoubtful) != text.npos && std::ranges::all_of(text, [](char c) {
               return is_digit(c) || is_upper(c) || is_lower(c) || c == '-' || c == '/' || c == '#';
           });
}

// The letter of that shape that looks like it; 0 if there is none.
char in_shape(char c, char shape) {
    if (shape_of(c) == shape) return c;
    const bool is_round = kRounds.find(c) != kRounds.npos;
    if (!is_round && kStrokes.find(c) == kStrokes.npos) return 0;
    switch (Shape{shape}) {
        case Shape::Digit: return is_round ? '0' : '1';
        case Shape::Capital: return is_round ? 'O' : 'I';
        case Shape::Small: return is_round ? 'o' : 'l';
    }
    return 0;
}

// "0A-62524" among "KX-18250" and others is "OA-62524".
std::string as_other_codes(const std::string& text, const Around& around, const Reading& reading) {
    std::map<std::string, std::ptrdiff_t> forms;
    for (const auto i : around.words) {
        const auto& other = reading.words[i].text;
        if (other.size() == text.size()) ++forms[shapes_of(other)];
    }
    if (forms.empty()) return text;
    const auto usual =
        std::ranges::max_element(forms, {}, [](const auto& form) { return form.second; });
    if (usual->second < kEnoughCodes || usual->second <= 2 * forms[shapes_of(text)]) return text;
    auto settled = text;
    for (std::size_t i = 0; i < text.size(); ++i) {
        settled[i] = in_shape(text[i], usual->first[i]);
        if (settled[i] == 0) return text;
    }
    return settled;
}

void settle_lone_letters(Reading& reading) {
    std::vector<std::size_t> words(reading.lines.size());
    for (const auto& word : reading.words) ++words[word.line];
    std::optional<Places> places;
    std::vector<std::pair<std::size_t, std::string>> changes;
    for (std::size_t i = 0; i < reading.words.size(); ++i) {
        const auto& word = reading.words[i];
        const bool is_odd = is_of_low_letters(word.text) || is_code(word.text);
        if (is_odd && changes.size() < kMostSettled) {
            if (!places) places.emplace(reading);
            const auto around = places->around(i);
            changes.emplace_back(
                i,
                is_code(word.text) ? as_other_codes(word.text, around, reading)
                                   : without_capitals(word, around)
            );
            continue;
        }
        if (words[word.line] > 1) {
            // No word of any language; in fonts for programs, whose strokes have feet, it is a name.
            const bool has_feet = 10 * word.box.width > 3 * word.box.height;
            if (word.text == "l" && !has_feet) changes.emplace_back(i, "I");
            continue;
        }
        if (!is_doubtful(word.text)) continue;
        if (!places) places.emplace(reading);
        changes.emplace_back(i, settled_alone(word, places->around(i), reading));
    }
    for (auto& [i, text] : changes) reading.words[i].text = std::move(text);
    drop_empty(reading);
}

}  // namespace

void settle_letters(Reading& reading) {
    settle_scripts(reading);
    settle_lone_letters(reading);
}

}  // namespace fovea::reading
