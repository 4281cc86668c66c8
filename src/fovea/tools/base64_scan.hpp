// The pieces that runs of base64 are made of, as they stand in texts: characters in their escaped
// forms too, and the ends of lines.
#pragma once

#include <cstddef>
#include <string_view>

namespace fovea::tools {

// One character of base64, in the standard alphabet ("-" is "+", "_" is "/"). `length` is 0 where
// there is none.
struct Base64Atom {
    char value = 0;
    std::size_t length = 0;
};
Base64Atom atom_at(std::string_view text, std::size_t at);

// "=", "%3D", "\u003d": how long it is, 0 for none.
std::size_t padding_at(std::string_view text, std::size_t at);

// The end of a line and the indentation of the next: "\n", "\r\n", the same escaped; 0 for none.
std::size_t line_end_at(std::string_view text, std::size_t at);

// A piece of one line.
struct Base64Segment {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t characters = 0;
};
Base64Segment segment_at(std::string_view text, std::size_t at);

}  // namespace fovea::tools
