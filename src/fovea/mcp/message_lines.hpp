// Cuts what a server writes into lines, one message each. Does no I/O.
//
//     for (const Line& line : lines.feed(bytes)) …
//     if (lines.pending_bytes() > enough) …            // a line without end
//
// Lines end with LF or CRLF; those of nothing but blanks are left out. Of a line longer than `max_line`
// only its size and both ends are kept, where its id stands; the lines behind it come as ever.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fovea::mcp {

struct LongLine {
    std::uint64_t bytes = 0;
    std::string ends;  // how it begins, and how it ends

    bool operator==(const LongLine&) const = default;
};
using Line = std::variant<std::string, LongLine>;

class MessageLines {
public:
    explicit MessageLines(std::size_t max_line) : max_line_(max_line) {}

    std::vector<Line> feed(std::string_view bytes);

    // Of the line whose end has not come.
    std::uint64_t pending_bytes() const { return bytes_; }

private:
    void add(std::string_view piece);

    std::size_t max_line_;
    std::string pending_;      // all of the line, or its beginning when it is too long
    std::string end_;          // of a line that is too long
    std::uint64_t bytes_ = 0;  // of the line so far
};

}  // namespace fovea::mcp
