#include "fovea/reading/answer/find_numbered.hpp"

#include "fovea/reading/answer/rects.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace fovea::reading {
namespace {

// A row of a table is one line.
struct Line {
    std::string text;
    media::PixelRect box;
    double confidence = 1;
    bool is_code = false;
};

std::vector<Line> lines_of(const View& view) {
    std::vector<Line> lines;
    const Passage* before = nullptr;
    for (const auto& passage : view.passages) {
        const bool same_row = before != nullptr && passage.kind == BlockKind::Table &&
                              before->block == passage.block && before->row == passage.row;
        before = &passage;
        if (!same_row) {
            lines.push_back(
                {passage.text, passage.box, passage.confidence, passage.kind == BlockKind::Code}
            );
            continue;
        }
        lines.back().text += " | " + passage.text;
        lines.back().box = around(lines.back().box, passage.box);
        lines.back().confidence = std::min(lines.back().confidence, passage.confidence);
    }
    return lines;
}

std::optional<std::size_t> number_in(std::string_view word) {
    std::size_t number = 0;
    const auto* const end = word.data() + word.size();
    const auto read = std::from_chars(word.data(), end, number);
    if (read.ec != std::errc() || number == 0) return std::nullopt;
    const std::string_view rest(read.ptr, static_cast<std::size_t>(end - read.ptr));
    const bool is_number =
        rest.empty() || rest == "st" || rest == "nd" || rest == "rd" || rest == "th";
    return is_number ? std::optional(number) : std::nullopt;
}

// "line 3", "the 3rd line", "the second line", "the last line"; the word must stand beside "line".
std::optional<std::size_t> line_asked(const Question& question, std::size_t lines) {
    constexpr std::string_view kOrdinals[] = {
        "first",
        "second",
        "third",
        "fourth",
        "fifth",
        "sixth",
        "seventh",
        "eighth",
        "ninth",
        "tenth",
    };
    for (std::size_t i = 0; i < question.asked.size(); ++i) {
        if (question.asked[i] != "line") continue;
        for (const auto beside : {i + 1, i - 1, i + 2}) {  // "line number 3"
            if (beside >= question.words.size()) continue;
            const auto& word = question.words[beside];
            if (const auto number = number_in(word)) return number;
            if (beside >= i) continue;
            if (word == "last") return lines;
            const auto* const found = std::ranges::find(kOrdinals, word);
            if (found != std::end(kOrdinals)) {
                return static_cast<std::size_t>(found - std::begin(kOrdinals)) + 1;
            }
        }
    }
    return std::nullopt;
}

// Its number in the margin: "142 > const k = limit;"
bool is_numbered(const Line& line, std::size_t number) {
    const auto digits = std::to_string(number);
    const bool starts = line.is_code && line.text.starts_with(digits);
    return starts && (line.text.size() == digits.size() || line.text[digits.size()] == ' ');
}

}  // namespace

Findings find_numbered_line(const Question& question, const View& view) {
    const auto lines = lines_of(view);
    const auto number = line_asked(question, lines.size());
    if (!number) return {};
    auto line =
        std::ranges::find_if(lines, [&](const Line& each) { return is_numbered(each, *number); });
    const bool has_margin = line != lines.end();
    if (!has_margin && *number > lines.size()) return {};
    if (!has_margin) line = lines.begin() + static_cast<std::ptrdiff_t>(*number - 1);
    auto name = "line " + std::to_string(*number);
    if (!has_margin) name += " from the top";
    Findings findings;
    findings.list.push_back({std::move(name), line->text, line->box, line->confidence});
    for (const auto& term : question.terms) {
        const bool is_said = term == std::to_string(*number) || number_in(term) == number;
        if (is_said) findings.covered.push_back(term);
    }
    return findings;
}

}  // namespace fovea::reading
