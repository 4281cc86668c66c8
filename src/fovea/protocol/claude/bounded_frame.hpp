// Keeps frames short enough for whoever reads them. The Python SDK of Claude Code gives up on a line
// of 1 MiB, and the whole conversation with it, so long texts are cut and say so.
//
//     print_line(bounded_line(frame));
#pragma once

#include <boost/json/fwd.hpp>

#include <cstddef>
#include <string>

namespace fovea::protocol::claude {

inline constexpr std::size_t kMaxFrame = (1u << 20) - 1024;  // room for the newline, and to spare

// The frame as one line of at most `most` bytes. What was cut ends in "… [N bytes are not shown]".
std::string bounded_line(boost::json::object frame, std::size_t most = kMaxFrame);

}  // namespace fovea::protocol::claude
