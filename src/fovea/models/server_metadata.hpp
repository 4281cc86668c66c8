// What a server tells about its models, read from its own reply. Pure: whoever owns a socket asks.
//
//     POST /api/show {"model": ID}     Ollama       read_ollama_show(body)
//     GET /props                       llama.cpp    read_llamacpp_props(body)
//     GET /models                      OpenRouter   read_openrouter_models(body, id)
//
// Only what the reply says is set; a field of another type than expected counts as not said, because
// servers of every age answer here. A body that is not the expected object is LlmError.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/models/price.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace fovea::models {

struct ServerMetadata {
    std::optional<bool> vision, pdf, video, tools, json_schema;
    std::optional<std::uint32_t> context, max_output;
    TokenPrices prices;

    bool operator==(const ServerMetadata&) const = default;
};

Result<ServerMetadata> read_ollama_show(std::string_view body);
Result<ServerMetadata> read_llamacpp_props(std::string_view body);

// Nothing when the list has no such model.
Result<std::optional<ServerMetadata>> read_openrouter_models(
    std::string_view body, std::string_view id
);

}  // namespace fovea::models
