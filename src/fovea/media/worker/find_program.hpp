// Where our helper programs are.
#pragma once

#include "fovea/base/result.hpp"

#include <filesystem>
#include <string_view>

namespace fovea::media {

// The helper beside the running program, or where it is installed. `purpose` is for the person who
// reads that it is missing: "decodes pictures".
Result<std::filesystem::path> find_program(std::string_view name, std::string_view purpose);

// fovea-cage, the launcher of programs that are not ours.
Result<std::filesystem::path> find_cage_program();

}  // namespace fovea::media
