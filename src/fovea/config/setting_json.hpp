// A setting's value for programs.
#pragma once

#include "fovea/config/value.hpp"

#include <boost/json/value.hpp>

namespace fovea::config {

boost::json::value setting_json(const Value& value);

}  // namespace fovea::config
