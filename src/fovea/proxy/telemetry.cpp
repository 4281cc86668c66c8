#include "fovea/proxy/telemetry.hpp"

#include "fovea/base/utf8.hpp"

#include <boost/json.hpp>

namespace fovea::proxy {

namespace json = boost::json;

store::Entry telemetry_entry(
    std::string_view type, const TelemetryFields& fields, store::Time time
) {
    json::array images;
    for (const auto& image : fields.images) images.emplace_back(image.hex());
    json::object body{
        {"type", type},
        {"timestamp", store::to_iso_text(time)},
        {"images", std::move(images)},
        {"model", fields.model},
        {"grounding_format", fields.grounding_format.empty() ? "none" : fields.grounding_format},
        {"latency_ms", fields.latency.count()},
        {"input_tokens", fields.usage.input_tokens},
        {"output_tokens", fields.usage.output_tokens},
    };
    if (fields.cache_hit) body["cache_hit"] = *fields.cache_hit;
    if (!fields.reason.empty()) body["reason"] = to_utf8(fields.reason);
    for (const auto& [name, text] : fields.texts) body[name] = to_utf8(text);
    for (const auto& [name, number] : fields.numbers) body[name] = number;
    if (!fields.crop_resolved_pixels.empty()) {
        json::array crops;
        for (const auto& crop : fields.crop_resolved_pixels) {
            crops.push_back(json::array{crop.x, crop.y, crop.width, crop.height});
        }
        body["crop_resolved_pixels"] = std::move(crops);
    }
    if (!fields.dimensions.empty()) {
        json::array sizes;
        for (const auto& size : fields.dimensions) {
            sizes.push_back(json::object{{"width", size.width}, {"height", size.height}});
        }
        body["dimensions"] = std::move(sizes);
    }
    return {.kind = store::EntryKind::Telemetry, .time = time, .body = json::serialize(body)};
}

}  // namespace fovea::proxy
