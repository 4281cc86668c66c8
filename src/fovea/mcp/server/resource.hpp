// Pictures that were seen before, as resources: fovea://image/sha256:<hex>, with ?max_edge=800 and
// ?crop=r=top-left (or n=x,y,w,h, or p=x,y,w,h) where not the whole is wanted.
//
// The original where it is small enough for a result, else the same fitted (picture_view.hpp).
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/mcp/server/eyes.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <stop_token>
#include <string>

namespace fovea::mcp {

boost::json::array resource_templates();

// One entry of `contents`.
Result<boost::json::object> read_resource(
    const std::string& uri, const Eyes& eyes, const std::stop_token& stop
);

}  // namespace fovea::mcp
