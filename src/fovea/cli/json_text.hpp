// JSON as this program prints it: numbers as people write them. Boost.JSON would write 0.25 as
// 2.5E-1.
#pragma once

#include <boost/json/fwd.hpp>

#include <string>

namespace fovea::cli {

std::string json_text(const boost::json::value& value);

}  // namespace fovea::cli
