// The one form in which a file's name is told to a model (PVP-S1): what follows the last / or \, as
// valid UTF-8, without control characters and without those that turn the direction of text. Empty
// for a name of dots only. Where pictures lie on somebody's disk is nobody else's business.
#pragma once

#include <string>
#include <string_view>

namespace fovea::proxy {

std::string safe_basename(std::string_view path);

}  // namespace fovea::proxy
