// How models and people name a stored file.
#pragma once

#include "fovea/content/blocks.hpp"

#include <string>

namespace fovea::content {

// "sha256:1a2b3c4d", which every surface takes. Empty for an address, which names itself.
std::string short_name(const FileRef& source);

}  // namespace fovea::content
