// Names of frames and sessions as Claude Code gives them: random UUIDs of version 4.
#pragma once

#include <string>

namespace fovea::protocol::claude {

// "0b9c1f3e-6a1d-4e0c-9f57-2c6f0d1e8a44"
std::string random_uuid();

}  // namespace fovea::protocol::claude
