// The least size that a server takes of a picture, where its error tells it.
//
//     height:1 or width:1 must be larger than 10             Qwen's API: 11
//     height:27 or width:257 must be larger than factor:28   vLLM, SGLang and Ollama for Qwen and GLM: 28
//     image width and height must be at least 32 pixels      32
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace fovea::providers {

std::optional<std::uint32_t> least_edge_in(std::string_view message);

}  // namespace fovea::providers
