// What a server writes on its standard error: lines for the log, and the last of them for whoever
// asks why it ended. Does no I/O.
//
//     ErrorOutput errors({token});
//     for (const auto& line : errors.feed(bytes)) log(line);
//
// Lines are cleaned and cut, values that must stay hidden are taken out, and after a number of lines
// no more are given, so that a flood costs nothing but the reading.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::mcp {

class ErrorOutput {
public:
    explicit ErrorOutput(std::vector<std::string> hidden) : hidden_(std::move(hidden)) {}

    std::vector<std::string> feed(std::string_view bytes);

    // The last line that says something; may be empty.
    std::string last_words() const { return shown(last_); }

private:
    void finish_line(std::vector<std::string>& lines);
    std::string shown(const std::string& line) const;

    std::vector<std::string> hidden_;
    std::string pending_;  // of the line that is not ended; what is too much of it is dropped
    std::string last_;     // as it came
    std::size_t given_ = 0;
};

}  // namespace fovea::mcp
