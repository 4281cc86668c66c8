// Writes a file whole or not at all: a temporary file beside it, then a rename.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"

#include <filesystem>

namespace fovea {

enum class Readers { Everyone, OwnerOnly };  // Everyone: as the umask allows

Result<void> write_file(
    const std::filesystem::path& path, ByteView bytes, Readers readers = Readers::Everyone
);

}  // namespace fovea
