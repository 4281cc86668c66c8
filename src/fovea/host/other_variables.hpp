// The variables called FOVEA_… that are no settings: what else reads them, or sets them.
#pragma once

#include <string>
#include <vector>

namespace fovea::host {

// For config::Sources::other_variables: a variable that is neither a
// setting nor here is a misspelt one, and an error.
std::vector<std::string> other_variables();

}  // namespace fovea::host
