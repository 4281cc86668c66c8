// A part of a picture as JSON names it: the same three forms as on a command line
// (media/transform/crop.hpp).
//
//     {"region": "top-left"}   {"normalized": {"x": 0, "y": 0, "width": 0.5, "height": 1}}
//     {"pixels": {"x": 10, "y": 20, "width": 300, "height": 200}}
//     "r=top-left"
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/transform/crop.hpp"

#include <boost/json/fwd.hpp>

#include <string>

namespace fovea::content {

// Of an object exactly one of region, normalized and pixels; its other fields are the caller's to
// check. InvalidInput otherwise; `where` is what its place is called in a message.
Result<media::Crop> crop_from_json(const boost::json::value& value, const std::string& where);
Result<media::Crop> crop_from_json(const boost::json::object& object, const std::string& where);

}  // namespace fovea::content
