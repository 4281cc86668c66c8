// Tokens and cost of calls, added up.
#pragma once

#include <boost/json/object.hpp>

namespace fovea::serve {

// What one call took, on top of what the row has; its cost.
double add_usage(boost::json::object& row, const boost::json::object& call);

}  // namespace fovea::serve
