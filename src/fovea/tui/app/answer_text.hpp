// The words of an answer while they come: lines that are finished, and the last ones that still change.
//
//     AnswerText answer;
//     answer.add("The linker mis");
//     for (auto& line : answer.take_finished(columns)) print(line);
//     show(answer.open(columns));
//     for (auto& line : answer.finish(columns)) print(line);
#pragma once

#include "fovea/tui/screen/styled_text.hpp"

#include <string>
#include <string_view>

namespace fovea::tui {

class AnswerText {
public:
    void add(std::string_view piece) { text_ += piece; }
    bool is_begun() const { return is_begun_ || !text_.empty(); }

    StyledText take_finished(int columns);
    StyledText open(int columns) const;
    StyledText finish(int columns);

private:
    std::string text_;
    bool is_begun_ = false;
};

}  // namespace fovea::tui
