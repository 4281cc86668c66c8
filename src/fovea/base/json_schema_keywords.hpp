// Whether the keywords of one schema object have values that make sense. Internal to base/.
#pragma once

#include "fovea/base/result.hpp"

#include <boost/json/fwd.hpp>

#include <string>

namespace fovea {

// The message begins with the keyword: "type: …".
Result<void> check_schema_keywords(const boost::json::object& schema);

// A pattern of ECMA-262, as RE2 writes it: \u0041 becomes \x{0041}.
std::string to_re2(std::string_view pattern);

}  // namespace fovea
