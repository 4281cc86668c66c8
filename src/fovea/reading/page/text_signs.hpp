// What single lines give away: the prompt of a shell, the output of programs, the text of a program.
//
// Looks at letters and signs alone, and forgives what a recogniser gets wrong in them. A word of
// prose can have such a sign by chance; only several lines say something.
#pragma once

#include <string_view>

namespace fovea::reading {

// "anna@host:~/src$ ls", "$ make", ">>> import os", "PS C:\Users>".
bool has_prompt(std::string_view line);

// "> ls", "% ls" and ") ls", as recognisers read the arrows of modern shells. Means something only
// among monospaced lines: letters quote with the same sign.
bool has_bare_prompt(std::string_view line);

// "drwxr-xr-x 2 …", "make: *** …", a line of a log with its time.
bool has_program_output(std::string_view line);

// "for (auto& x : y) {", "return total;". Without the number that an editor puts before it.
bool has_program_text(std::string_view line);

// The line without its indentation and without the number of the line, if it has one.
std::string_view without_number(std::string_view line);

}  // namespace fovea::reading
