// The settings of the vision proxy as pi-vision-proxy calls them: two layers of load().
//
//   vision-proxy.json       {"maxBatch": 4}, over the configuration files
//   FOVEA_PROXY_MAX_BATCH   over FOVEA_VISION_MAX_BATCH; PI_VISION_PROXY_MAX_BATCH where it is not set
//
// Both set keys of [vision], by the schema's own ranges and words.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/config/apply.hpp"

#include <boost/json/fwd.hpp>

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace fovea::config {

struct ProxyName {
    std::string_view name;       // behind "vision."; as a command "max-batch"
    std::string_view json_name;  // of the model, the second of two
    std::string_view variable;   // behind FOVEA_PROXY_ and PI_VISION_PROXY_; empty: none

    const Key& key() const;  // "vision.max_batch"
};

// The settings with one value, in the order in which they are shown.
std::span<const ProxyName> proxy_names();

const ProxyName* find_proxy_name(std::string_view name);

// Sets what vision-proxy.json has; names that are not known are passed over.
Result<void> apply_proxy_file(const std::filesystem::path& file, Layers& layers);

Result<void> apply_proxy_variables(const Environment& environment, Layers& layers);

// Writes one setting into the file's object, as pi-vision-proxy reads it.
void write_proxy_json(const ProxyName& name, const Settings& settings, boost::json::object& object);

// A value as the proxy's commands take and show it: on, off, 0.8, local/ocr.
std::string proxy_text(const Value& value);

}  // namespace fovea::config
