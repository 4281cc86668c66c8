// Which of many values is the largest.
#pragma once

#include <cstddef>
#include <span>

namespace fovea::nn {

// The first of them where several are; 0 where there is none.
std::size_t index_of_largest(std::span<const float> values);

}  // namespace fovea::nn
