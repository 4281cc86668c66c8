#include "fovea/tui/screen/styled_text.hpp"

#include "fovea/tui/screen/graphemes.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace fovea::tui {
namespace {

enum class Breaking { BetweenWords, Anywhere };

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
            } else {
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
