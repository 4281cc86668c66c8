// Results on their way to standard output. A reader that went away ends the work, and a full disk is
// not a success.
#pragma once

#include <chrono>
#include <cstddef>
#include <string_view>

namespace fovea::cli {

// Writes the line and a newline at once. False when nobody can read it any more.
bool print_line(std::string_view line);

// A part of a line, seen at once.
bool print_piece(std::string_view piece);

// The columns that a table on standard output may take: the terminal's, and as many as it likes where none cuts it.
std::size_t output_width();

// A reader that takes nothing is waited for only so long from now on: somebody asked for the end.
void give_up_on_readers(std::chrono::milliseconds patience);

// The exit code of a command that ended with `code`: a runtime error, said on stderr, when some of its
// output was lost. Silent when the reader closed its end on purpose, as `head` does.
int checked_exit(int code);

}  // namespace fovea::cli
