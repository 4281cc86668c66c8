// Cuts what a browser writes on its debugging pipe into messages: JSON texts, each with a zero byte
// behind it. Does no I/O.
//
//     DevToolsFrames frames;
//     for (const std::string& text : TRY(frames.feed(bytes))) …
//
// A message longer than `max_message` is an error, so a browser gone mad cannot fill our memory.
#pragma once

#include "fovea/base/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::browser {

class DevToolsFrames {
public:
    explicit DevToolsFrames(std::size_t max_message = 96u << 20) : max_message_(max_message) {}

    Result<std::vector<std::string>> feed(std::string_view bytes);

private:
    std::size_t max_message_;
    std::string pending_;
};

}  // namespace fovea::browser
