// Questions about what went wrong: the failing line of a stack trace or of a compiler's output, and
// the error message.
#pragma once

#include "fovea/reading/answer/finding.hpp"

namespace fovea::reading {

// The frame or message that names the failing file and line first, then the code at that line and
// the error message as far as they are in the picture.
Findings find_failing_line(const Question& question, const View& view);

// Lines that say what went wrong, the plainest first.
Findings find_errors(const Question& question, const View& view);

}  // namespace fovea::reading
