// Reads one entry of the catalogue's "image_token_rules".
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/models/image_tokens.hpp"

#include <boost/json/fwd.hpp>

#include <string_view>

namespace fovea::models {

// ConfigInvalid, naming the rule, for an unknown kind or a missing or impossible number.
Result<ImageTokenRule> read_image_token_rule(std::string_view name, const boost::json::value& json);

}  // namespace fovea::models
