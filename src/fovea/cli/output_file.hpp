// Writes a file whole or not at all: a temporary file beside it, then a rename.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"

#include <filesystem>

namespace fovea::cli {

Result<void> write_file(const std::filesystem::path& path, ByteView bytes);

}  // namespace fovea::cli
