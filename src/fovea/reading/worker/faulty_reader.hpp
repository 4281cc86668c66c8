// What the faulty reader and its test know of each other.
#pragma once

#include <cstdint>

namespace fovea::reading {

constexpr std::uint32_t kFaultyLines = 60;

}  // namespace fovea::reading
