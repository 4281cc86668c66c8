#include "fovea/cli/headless/claude/print_frame.hpp"

#include "fovea/cli/output.hpp"
#include "fovea/protocol/claude/bounded_frame.hpp"

#include <boost/json.hpp>

namespace fovea::cli::claude {

bool print_frame(const boost::json::object& frame) {
    return print_line(protocol::claude::bounded_line(frame));
}

bool print_result(const boost::json::object& frame) {
    return frame.at("type") != "result" || print_frame(frame);
}

}  // namespace fovea::cli::claude
