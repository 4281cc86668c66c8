// What the vision proxy did, as session entries (V10): vision_proxy.tool_call, .joint_description,
// .command and .skip.
#pragma once

#include "fovea/base/digest.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/providers/provider.hpp"
#include "fovea/store/entry.hpp"
#include "fovea/store/timestamp.hpp"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::proxy {

struct TelemetryFields {
    std::vector<Sha256> images = {};
    std::string model = {};
    std::string grounding_format = {};
    std::chrono::milliseconds latency{0};
    providers::Usage usage = {};  // as the provider reported it
    std::optional<bool> cache_hit = {};
    std::string reason = {};

    // Where there are any: "question", "crop_form", "filename_hint" … and their values.
    std::map<std::string, std::string> texts = {};
    std::map<std::string, double> numbers = {};
    std::vector<media::PixelRect> crop_resolved_pixels = {};
    std::vector<media::PixelSize> dimensions = {};
};

store::Entry telemetry_entry(
    std::string_view type, const TelemetryFields& fields, store::Time time
);

}  // namespace fovea::proxy
