// The words of an answer while they come: lines that are finished, and the last ones that still change. Markdown, two
// columns in.
//
//     AnswerText answer;
//     answer.add("The linker mis");
//     for (auto& line : answer.take_finished(columns)) print(line);
//     show(answer.open(columns));
//     for (auto& line : answer.finish(columns)) print(line);
#pragma once

#include "fovea/tui/markdown/streaming_markdown.hpp"
#include "fovea/tui/screen/styled_text.hpp"

#include <string>
#include <string_view>

namespace fovea::tui {

class AnswerText {
public:
    void add(std::string_view piece) { pending_ += piece; }

    StyledText take_finished(int columns);
    StyledText open(int columns) const;
    StyledText finish(int columns);

private:
    std::string pending_;  // not laid out yet: widths come with the questions
    mutable StreamingMarkdown text_{1};
};

}  // namespace fovea::tui
