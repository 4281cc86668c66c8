#include "fovea/tui/app/question.hpp"

#include <utility>

namespace fovea::tui {

StyledText answers_lines(const std::vector<Answer>& answers, int columns) {
    StyledText each;
    StyledLine together("  ");
    for (const auto& answer : answers) {
        StyledLine line(std::string(1, answer.key), bold_of(Role::Accent));
        line.add(" " + answer.label);
        if (!each.empty()) together.add("   ");
        together.add(line);
        for (auto& part : wrap(indented(line, 2), columns, 4)) each.push_back(std::move(part));
    }
    return together.width() <= columns ? StyledText{together} : each;
}

}  // namespace fovea::tui
