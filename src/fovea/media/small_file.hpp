// A file so small that whoever works on it for long was made to: budgets are tighter below this.
#pragma once

#include <cstdint>

namespace fovea::media {

constexpr std::uint64_t kSmallFile = 2'000'000;  // bytes

}  // namespace fovea::media
