// Lines of a pipe, read by a thread that can be called back at any time.
//
//     LineReader reader(STDIN_FILENO, 64 << 20);
//     while (auto line = reader.next(stop)) …
//
// A line that is longer than allowed, or a pipe that cannot be read, is an error; nothing comes
// after it. "\r\n" ends a line as well, and the last line may have no end.
#pragma once

#include "fovea/base/result.hpp"

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>

namespace fovea {

class LineReader {
public:
    LineReader(int fd, std::size_t max_line);
    LineReader(const LineReader&) = delete;
    LineReader& operator=(const LineReader&) = delete;
    ~LineReader();

    // Nothing at the end, and when `stop` is asked for.
    Result<std::optional<std::string>> next(const std::stop_token& stop);

    // The bytes as they come, for who cuts them otherwise. Nothing at the end, and when `stop` is asked
    // for.
    Result<std::optional<std::string>> some(const std::stop_token& stop);

private:
    // Bytes came, false: the end, or `stop`.
    Result<bool> read_more(const std::stop_token& stop);

    int fd_;
    int wake_;  // an eventfd
    std::size_t max_line_;
    std::string pending_;
    std::size_t searched_ = 0;  // of pending_, without a newline
    bool ended_ = false;
};

// Whether there is something to read, or its end, within the time.
bool has_input(int fd, int wait_ms);

}  // namespace fovea
