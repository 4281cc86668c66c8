// Splits a stream of newline-delimited JSON into its lines. Does no I/O and does not parse the JSON:
// the caller feeds whatever the socket gave, in pieces of any size, and takes the lines that became
// complete.
//
//     NdjsonLines lines;
//     for (const std::string& line : TRY(lines.feed(bytes))) handle(line);
//     …
//     if (const auto last = TRY(lines.finish())) handle(*last);
//
// Lines end with LF or CRLF; those of nothing but white space are left out. A line longer than
// `max_line` is an error, so a hostile peer cannot grow the buffer without end; after it the
// splitter stays in error.
#pragma once

#include "fovea/base/result.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::net {

class NdjsonLines {
public:
    explicit NdjsonLines(std::size_t max_line = 32U << 20) : max_line_(max_line) {}

    Result<std::vector<std::string>> feed(std::string_view bytes);

    // For a stream that ended whole: a last line without its newline.
    Result<std::optional<std::string>> finish();

private:
    std::size_t max_line_;
    std::string pending_;  // the last line, until its newline arrives
    bool failed_ = false;
};

}  // namespace fovea::net
