// The JSON value in a model's answer. Models wrap it in words and fences, however they are asked.
//
//     extract_json("Here it is:\n```json\n{\"a\": 1}\n```");   // {"a": 1}
//
// Looked at in this order, and the first that is JSON counts: the whole text, what stands between ```
// fences, the first {…} or […] that is no part of another.
#pragma once

#include "fovea/base/result.hpp"

#include <boost/json/value.hpp>

#include <string_view>

namespace fovea {

// ResponseNotJson, with how the text begins.
Result<boost::json::value> extract_json(std::string_view text);

}  // namespace fovea
