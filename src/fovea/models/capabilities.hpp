// What one model can do behind one provider, and who says so.
//
//     const auto can = resolve({.id = "llava", .provider = "ollama", .kind = "ollama",
//                               .overrides = settings.models, .server = told});
//     if (!can.vision.value) return missing_capability(can, "vision");
//
// For each value the first that knows it wins: the configuration ([models."id"]), the server, the
// catalogue, the wire format itself. What nobody knows counts as no. What a wire format cannot carry
// is no even where the catalogue says that the model can.
#pragma once

#include "fovea/base/error.hpp"
#include "fovea/config/settings.hpp"
#include "fovea/models/catalogue.hpp"
#include "fovea/models/server_metadata.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::models {

enum class Origin : std::uint8_t { Unknown, WireFormat, Catalogue, Server, Config };

// "unknown", "wire format", "catalogue", "server", "config".
std::string_view name_of(Origin origin);

template <class T>
struct Known {
    T value{};
    Origin origin = Origin::Unknown;

    bool operator==(const Known&) const = default;
};

struct Capabilities {
    std::string id;
    std::string provider;  // the name in the configuration
    std::string kind;

    Known<bool> vision, pdf, video, tools, json_schema, tool_result_images, url_images, cache_marks;
    Known<std::optional<std::uint32_t>> context, max_output;
    Known<std::optional<std::uint32_t>> max_image_px;     // longest edge worth sending
    Known<std::optional<std::uint32_t>> reject_image_px;  // above it the provider refuses
    Known<std::string> image_tokens;                      // name of a rule
    Known<std::string> grounding;                         // name of a format
    Known<std::string> system_role, max_tokens_field, image_detail, api_version;
    Known<std::string> status, sampling_params;
    Known<Prices> prices;
    Known<RequestLimits> limits;  // for this model's context

    bool operator==(const Capabilities&) const = default;
};

struct ModelQuery {
    std::string_view id;        // without the provider's name
    std::string_view provider;  // its name in the configuration
    std::string_view kind;
    const std::map<std::string, config::ModelSettings>& overrides;  // by id or by provider/id
    std::optional<ServerMetadata> server = {};
    std::string_view api_version = {};  // of the provider's settings
};

Capabilities resolve(const ModelQuery& query, const Catalogue& catalogue = shipped_catalogue());

// The error for a model that lacks "vision", "pdf" or "video", with the line to add. VisionNotSupported
// and its kin.
Error missing_capability(const Capabilities& capabilities, std::string_view what);

// The exact-id table by itself: what the catalogue says, and no for all others (ETH-13).
bool supports_vision(std::string_view id);
bool supports_pdf(std::string_view id);
bool supports_video(std::string_view id);

// For `fovea models show ID`: every value and where it came from.
struct CapabilityLine {
    std::string name;
    std::string value;
    std::string_view origin;

    bool operator==(const CapabilityLine&) const = default;
};
std::vector<CapabilityLine> lines_of(const Capabilities& capabilities);

}  // namespace fovea::models
