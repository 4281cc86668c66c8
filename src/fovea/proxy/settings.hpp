// What the vision proxy does, and who said so (FR-1.7, FR-2.4, PVP-C1). Layers, later ones winning:
//
//   defaults                        those of the seed's general availability
//   [vision] of the configuration   mode, model, grounding
//   vision-proxy.json               what /vision-proxy … changed; beside the user's configuration
//   the environment                 FOVEA_VISION_*, then FOVEA_PROXY_*; PI_VISION_PROXY_* where the
//                                   latter is not set
//
//     const auto resolved = TRY(load_settings({.loaded = loaded, .file = path, .environment = env}));
//     resolved.settings.max_batch;
//     resolved.origins.at("max_batch");   // "default", the file's path or the variable's name
//
// A value that is not allowed is ConfigInvalid: the sentence says what is, and where it stands.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/config/load.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace fovea::proxy {

enum class ProxyMode : std::uint8_t {
    Auto,    // pictures are described for models that cannot see; "fallback" in the seed
    Always,  // for every model
    Off,     // nobody describes, the tool is not offered, the commands refuse
};

std::string_view name_of(ProxyMode mode);  // "auto", "always", "off"

struct ProxySettings {
    ProxyMode mode = ProxyMode::Auto;
    std::string model = "local/ocr";  // who looks: provider name / model id
    bool tool = true;                 // analyze_image is offered
    int max_images_per_call = 10;     // of analyze_image
    int max_batch = 4;                // pictures in one joint description; 1: none is made
    int cache_size = 50;              // answers of analyze_image that are kept
    double phash_threshold = 0.80;    // pictures at least this alike are said to be
    bool grounding = false;           // ask models for places in their own format
    bool include_context = true;      // the words of the turn go to the vision model, too

    // Over the shipped list: model id -> format; "none" takes a shipped one out.
    std::map<std::string, std::string> grounding_models;
    // Provider -> origin that it was given for ("https://api.openai.com:443") -> when.
    std::map<std::string, std::map<std::string, std::string>> consents;

    bool operator==(const ProxySettings&) const = default;
};

enum class ModelSight : std::uint8_t { Blind, Sees };

// Whether pictures are described for such a model (PVP-B4).
bool describes_for(const ProxySettings& settings, ModelSight sight);

// Whether analyze_image is offered, also to a model that sees (FR-1.1).
bool offers_tool(const ProxySettings& settings);

// Whether so many pictures of one turn get a joint description (FR-2.1, FR-2.4).
bool describes_together(const ProxySettings& settings, std::size_t pictures);

struct ResolvedSettings {
    ProxySettings settings;
    std::map<std::string, std::string> origins;  // by SettingRow::name
};

struct SettingsSources {
    const config::Loaded& loaded;
    std::filesystem::path file;  // vision-proxy.json, which need not exist; empty: none
    config::Environment environment;
};

Result<ResolvedSettings> load_settings(const SettingsSources& sources);

// vision-proxy.json beside the user's configuration file; empty where there is no such place.
std::filesystem::path settings_file_of(const config::Sources& sources);

// The list of settings with one value, for whoever shows or changes them.
struct SettingRow {
    using Member = std::variant<
        ProxyMode ProxySettings::*,
        bool ProxySettings::*,
        int ProxySettings::*,
        double ProxySettings::*,
        std::string ProxySettings::*>;

    std::string_view name;       // "max_batch"; as a command "max-batch"
    std::string_view json_name;  // in vision-proxy.json; of the model, two keys
    std::string_view variable;   // behind FOVEA_PROXY_ and PI_VISION_PROXY_; empty: none
    std::string_view config;     // "vision.mode"; empty: none
    std::string_view allowed;    // "a whole number from 1 to 10"
    Member member;
    double min = 0;
    double max = 0;
};

std::span<const SettingRow> setting_rows();
const SettingRow* find_setting(std::string_view name);

// InvalidInput, saying what is allowed, when the text is not; then nothing is changed.
Result<void> set_from_text(const SettingRow& row, std::string_view text, ProxySettings& settings);
std::string text_of(const SettingRow& row, const ProxySettings& settings);

}  // namespace fovea::proxy
