// Something that a person has to decide before anything goes on: what will happen, and a key for each answer.
#pragma once

#include "fovea/tui/screen/styled_text.hpp"

#include <functional>
#include <string>
#include <vector>

namespace fovea::tui {

struct Answer {
    char key = 'y';
    std::string label;
    std::function<void()> act;
};

struct Question {
    std::string id = {};  // of the call that it is about; may be empty
    StyledText lines = {};
    std::vector<Answer> answers = {};
    std::function<void()> on_escape = {};  // none: Escape does what it does elsewhere
    std::function<void()> on_drop = {};    // nobody wants to know any more
};

// "y allow   a always   n deny", as they stand below the question; each by itself where they do not fit in one line.
StyledText answers_lines(const std::vector<Answer>& answers, int columns);

}  // namespace fovea::tui
