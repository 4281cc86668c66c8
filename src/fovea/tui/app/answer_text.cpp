#include "fovea/tui/app/answer_text.hpp"

#include <utility>

namespace fovea::tui {
namespace {

constexpr int kIndent = 2;

StyledText laid_out(std::string_view text, int columns) {
    StyledText lines;
    for (const auto& line : lines_of(text)) {
        for (auto& each : wrap(indented(line, kIndent), columns, kIndent)) {
            lines.push_back(std::move(each));
        }
    }
    return lines;
}

}  // namespace

StyledText AnswerText::take_finished(int columns) {
    const auto end = text_.rfind('\n');
    if (end == std::string::npos) return {};
    is_begun_ = true;
    auto lines = laid_out(std::string_view(text_).substr(0, end), columns);
    text_.erase(0, end + 1);
    return lines;
}

StyledText AnswerText::open(int columns) const {
    if (text_.empty()) return {};
    return laid_out(text_, columns);
}

StyledText AnswerText::finish(int columns) {
    auto lines = open(columns);
    text_.clear();
    is_begun_ = false;
    return lines;
}

}  // namespace fovea::tui
