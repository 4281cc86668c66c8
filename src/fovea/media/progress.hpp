// Tells how far long work is: pages drawn, frames taken. Called from the thread that does the work.
#pragma once

#include <cstddef>
#include <functional>

namespace fovea::media {

using Progress = std::function<void(std::size_t done, std::size_t total)>;

}  // namespace fovea::media
