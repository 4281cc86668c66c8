// vision-proxy.json, beside the user's configuration file: what the commands of the vision proxy changed, and
// which providers may get pictures. Its settings are a layer of load() (vision_proxy_layer.hpp); who agreed
// to what is read by proxy/consent.
//
//     {
//       "mode": "fallback",
//       "provider": "openai", "modelId": "gpt-5-mini",
//       "tool": "on", "maxImagesPerCall": 10, "maxBatch": 4, "cacheSize": 50,
//       "pHashSimilarityThreshold": 0.8,
//       "groundingModels": {"Qwen/Qwen2.5-VL-7B-Instruct": {"format": "qwen_pixels"}},
//       "consents": {"openai": {"https://api.openai.com:443": "2026-11-15T12:00:00.000Z"}}
//     }
//
// Files of pi-vision-proxy 1.3.0 (mode, provider, modelId, systemPrompt, includeContext) and 1.4.0
// load as they are, and keys that nobody here knows stay when the file is written again. Written
// whole or not at all, under a lock, readable by its owner alone. A broken file is ConfigInvalid and
// is never overwritten: somebody may still want what is in it.
#pragma once

#include "fovea/base/result.hpp"

#include <boost/json/fwd.hpp>

#include <filesystem>
#include <functional>
#include <utility>

namespace fovea::config {

class VisionProxyFile {
public:
    explicit VisionProxyFile(std::filesystem::path path) : path_(std::move(path)) {}

    const std::filesystem::path& path() const { return path_; }

    // Empty when there is no file.
    Result<boost::json::object> read() const;

    // Reads, edits and writes as one step that no other process can come between. Nothing is written
    // when the edit fails, or when it changes nothing.
    Result<void> change(const std::function<Result<void>(boost::json::object&)>& edit) const;

private:
    std::filesystem::path path_;
};

}  // namespace fovea::config
