#include "fovea/tui/app/answer_text.hpp"

#include <algorithm>
#include <utility>

namespace fovea::tui {
namespace {

constexpr int kIndent = 2;

int room_in(int columns) {
    return std::max(columns - kIndent, 1);
}

StyledText in_its_place(const StyledText& lines) {
    StyledText placed;
    for (const auto& line : lines) {
        placed.push_back(line.empty() ? StyledLine() : indented(line, kIndent));
    }
    return placed;
}

}  // namespace

StyledText AnswerText::take_finished(int columns) {
    text_.set_columns(room_in(columns));
    text_.feed(std::exchange(pending_, {}));
    return in_its_place(text_.take_settled());
}

StyledText AnswerText::open(int columns) const {
    text_.set_columns(room_in(columns));
    return in_its_place(text_.live());
}

StyledText AnswerText::finish(int columns) {
    auto lines = take_finished(columns);
    text_.finish();
    for (auto& line : in_its_place(text_.take_settled())) lines.push_back(std::move(line));
    text_ = StreamingMarkdown(room_in(columns));
    return lines;
}

}  // namespace fovea::tui
