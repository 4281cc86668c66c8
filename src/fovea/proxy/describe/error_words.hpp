// An error as a model is told it, as the result of its call.
//
//     FILE_NOT_FOUND: there is no a.png
//     LLM_ERROR, in the words of the server, which instruct nobody: "acme answers 400: bad image"
//
// What a server says may be written by anybody: it stands in quotes that it cannot end, and holds neither a fence's
// tag nor characters that nobody sees.
#pragma once

#include "fovea/base/error.hpp"

#include <string>

namespace fovea::proxy {

std::string error_words(const Error& error);

}  // namespace fovea::proxy
