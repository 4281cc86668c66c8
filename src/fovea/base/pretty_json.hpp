// JSON for people and for diffs: two spaces a level, one field a line, lists of numbers on one line,
// a line end at the end. The same value always becomes the same bytes.
#pragma once

#include <boost/json/fwd.hpp>

#include <string>

namespace fovea {

std::string to_pretty_json(const boost::json::value& value);

}  // namespace fovea
