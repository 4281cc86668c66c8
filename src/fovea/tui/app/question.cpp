#include "fovea/tui/app/question.hpp"

namespace fovea::tui {

StyledLine answers_line(const std::vector<Answer>& answers) {
    StyledLine line("  ");
    for (const auto& answer : answers) {
        if (line.width() > 2) line.add("   ");
        line.add(std::string(1, answer.key), bold_of(Role::Accent)).add(" " + answer.label);
    }
    return line;
}

}  // namespace fovea::tui
