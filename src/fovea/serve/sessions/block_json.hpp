// Content as clients of the daemon see it: pictures by id and address, never their bytes (DIG-19); what a
// tool was asked as JSON.
#pragma once

#include "fovea/content/blocks.hpp"

#include <boost/json/fwd.hpp>

#include <vector>

namespace fovea::serve {

boost::json::array blocks_json(const std::vector<content::ContentBlock>& blocks);
boost::json::array outputs_json(const std::vector<content::ToolOutput>& outputs);

}  // namespace fovea::serve
