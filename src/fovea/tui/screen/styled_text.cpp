#include "fovea/tui/screen/styled_text.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/tui/screen/graphemes.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace fovea::tui {
namespace {

enum class Breaking { BetweenWords, Anywhere };

// Scripts whose words have no blanks between them: Chinese and Japanese. (Korean has blanks.)
bool has_no_blanks(char32_t letter) {
    return (letter >= 0x2E80 && letter <= 0x312F) || (letter >= 0x31A0 && letter <= 0x31FF) ||
           (letter >= 0x3400 && letter <= 0x4DBF) || (letter >= 0x4E00 && letter <= 0x9FFF) ||
           (letter >= 0xF900 && letter <= 0xFAFF) || (letter >= 0xFF00 && letter <= 0xFF60) ||
           (letter >= 0x20000 && letter <= 0x3FFFD);
}

// What no line begins with, and what none ends with (the rules of Japanese typesetting, JIS X 4051).
constexpr std::u32string_view kNeverFirst =
    U"、。，．・：；？！）］｝」』】〉》〕〗〙〛’”…‥ー々ゝゞヽヾ〜～％"
    U"ァィゥェォッャュョヮヵヶぁぃぅぇぉっゃゅょゎ!),.:;?]}'\"%";
constexpr std::u32string_view kNeverLast = U"（［｛「『【〈《〔〖〘〚‘“([{'\"";

bool may_break_between(char32_t before, char32_t after) {
    if (!has_no_blanks(before) && !has_no_blanks(after)) return false;
    return kNeverFirst.find(after) == std::u32string_view::npos &&
           kNeverLast.find(before) == std::u32string_view::npos;
}

// Lays one line out into several.
class Wrapping {
public:
    Wrapping(int columns, int hanging, Breaking breaking)
        : columns_(std::max(columns, 1)),
          hanging_(std::clamp(hanging, 0, columns_ / 2)),
          breaking_(breaking) {}

    void take(const Span& span) {
        std::string_view rest = span.text;
        while (!rest.empty()) {
            const auto next = first_grapheme(rest);
            const auto letters = rest.substr(0, next.bytes);
            rest.remove_prefix(next.bytes);
            if (breaking_ == Breaking::BetweenWords && letters == " ") {
                flush_word();
                gap_.add(" ", span.style, span.link);
                ++gap_columns_;
                before_ = 0;
            } else {
                const auto letter = first_character(letters).code;
                if (breaking_ == Breaking::BetweenWords && before_ != 0 &&
                    may_break_between(before_, letter)) {
                    flush_word();
                }
                before_ = letter;
                add_to_word(letters, next.columns, span);
            }
        }
    }

    StyledText finish() {
        flush_word();
        if (!line_.empty() || lines_.empty()) lines_.push_back(std::move(line_));
        return std::move(lines_);
    }

private:
    int room() const { return columns_ - used_; }
    int indent() const { return lines_.empty() ? 0 : hanging_; }

    void begin_line() {
        lines_.push_back(std::exchange(line_, {}));
        used_ = hanging_;
        if (hanging_ > 0) line_.add(std::string(static_cast<std::size_t>(hanging_), ' '));
        has_words_ = false;
    }

    void add_to_word(std::string_view letters, int columns, const Span& span) {
        if (breaking_ == Breaking::Anywhere && columns > room() && used_ > indent()) begin_line();
        if (breaking_ == Breaking::Anywhere) {
            line_.add(std::string(letters), span.style, span.link);
            used_ += columns;
            return;
        }
        // A word that no line can hold is broken where it is full.
        if (word_columns_ + columns > columns_ - hanging_ && word_columns_ > 0) flush_word();
        word_.add(std::string(letters), span.style, span.link);
        word_columns_ += columns;
    }

    void flush_word() {
        if (word_columns_ == 0) return;
        if (gap_columns_ + word_columns_ > room() && has_words_) {
            begin_line();
        } else if (gap_columns_ < room()) {
            line_.add(gap_);
            used_ += gap_columns_;
        }
        gap_ = {};
        gap_columns_ = 0;
        line_.add(std::exchange(word_, {}));
        used_ += std::exchange(word_columns_, 0);
        has_words_ = true;
    }

    const int columns_;
    const int hanging_;
    const Breaking breaking_;
    StyledText lines_;
    StyledLine line_;
    int used_ = 0;
    bool has_words_ = false;
    char32_t before_ = 0;  // the letter; 0: a blank, or nothing
    StyledLine gap_, word_;
    int gap_columns_ = 0, word_columns_ = 0;
};

StyledText broken(const StyledLine& line, int columns, int hanging, Breaking breaking) {
    Wrapping wrapping(columns, hanging, breaking);
    for (const auto& span : line.spans) wrapping.take(span);
    auto lines = wrapping.finish();
    lines.front().drawing = line.drawing;
    return lines;
}

}  // namespace

StyledLine& StyledLine::add(std::string text, Style style, std::string link) {
    if (text.empty()) return *this;
    if (!spans.empty() && spans.back().style == style && spans.back().link == link) {
        spans.back().text += text;
    } else {
        spans.push_back({std::move(text), style, std::move(link)});
    }
    return *this;
}

StyledLine& StyledLine::add(const StyledLine& other) {
    for (const auto& span : other.spans) add(span.text, span.style, span.link);
    if (!drawing) drawing = other.drawing;
    return *this;
}

int StyledLine::width() const {
    int columns = 0;
    for (const auto& span : spans) columns += display_width(span.text);
    return columns;
}

std::string StyledLine::plain() const {
    std::string text;
    for (const auto& span : spans) text += span.text;
    return text;
}

StyledText lines_of(std::string_view text, Style style) {
    StyledText lines;
    for (;;) {
        const auto end = text.find('\n');
        auto line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        std::string shown;
        for (const char letter : line) {
            if (letter == '\t') {
                shown.append(4 - shown.size() % 4, ' ');
            } else {
                shown += letter;
            }
        }
        lines.emplace_back(std::move(shown), style);
        if (end == std::string_view::npos) return lines;
        text.remove_prefix(end + 1);
    }
}

StyledText wrap(const StyledLine& line, int columns, int hanging) {
    return broken(line, columns, hanging, Breaking::BetweenWords);
}

StyledText wrap_anywhere(const StyledLine& line, int columns, int hanging) {
    return broken(line, columns, hanging, Breaking::Anywhere);
}

StyledLine cut(const StyledLine& line, int columns) {
    if (line.width() <= columns) return line;
    StyledLine shown;
    shown.drawing = line.drawing;
    int room = columns - 1;
    for (const auto& span : line.spans) {
        const auto fits = fit_width(span.text, room);
        shown.add(std::string(fits), span.style, span.link);
        room -= display_width(fits);
        if (fits.size() < span.text.size()) {
            if (columns > 0) shown.add("…", span.style);
            break;
        }
    }
    return shown;
}

StyledLine indented(const StyledLine& line, int columns) {
    StyledLine shown(std::string(static_cast<std::size_t>(std::max(columns, 0)), ' '));
    shown.add(line);
    return shown;
}

}  // namespace fovea::tui
