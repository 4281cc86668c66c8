// What can be asked, as OpenAPI 3.1. Paths, methods and bodies come from the routes; words and answers from
// openapi_words.cpp, and a test says when one of the two lacks something.
#pragma once

#include "fovea/serve/http/route.hpp"

#include <boost/json/fwd.hpp>

#include <string>
#include <vector>

namespace fovea::serve {

boost::json::object openapi_of(const Router& router);

// "GET /sessions": routes that nobody described, and descriptions of routes that there are not.
std::vector<std::string> openapi_gaps(const Router& router);

}  // namespace fovea::serve
