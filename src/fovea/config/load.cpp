#include "fovea/config/load.hpp"

#include "fovea/config/apply.hpp"
#include "fovea/config/schema.hpp"
#include "fovea/config/short_forms.hpp"

#include <cstdlib>
#include <utility>

namespace fovea::config {
namespace {

Error invalid(std::string message) {
    return {ErrorCode::ConfigInvalid, std::move(message)};
}

bool is_file(const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored);
}

// The one file at this place, in whichever format it is.
Result<std::optional<std::filesystem::path>> find_file(const std::filesystem::path& place) {
    std::optional<std::filesystem::path> found;
    if (!is_config_extension(place.extension().string())) {
        return is_file(place) ? std::optional(place) : found;
    }
    for (const char* extension : {".toml", ".yaml", ".yml", ".json"}) {
        auto candidate = place;
        candidate.replace_extension(extension);
        if (!is_file(candidate)) continue;
        if (found) {
            return invalid(
                "there are two configuration files, " + found->string() + " and " +
                candidate.string() + "; keep one of them"
            );
        }
        found = candidate;
    }
    return found;
}

Result<void> apply_files(const Sources& sources, Layers& layers) {
    if (sources.only_file) {
        if (!is_file(*sources.only_file)) {
            return invalid("no configuration file " + sources.only_file->string());
        }
        return apply_file(*sources.only_file, layers);
    }
    for (const auto& place : {sources.user_file, sources.project_file}) {
        if (!place) continue;
        const auto file = TRY(find_file(*place));
        if (file) TRY(apply_file(*file, layers));
    }
    return {};
}

}  // namespace

Result<Loaded> load(const Sources& sources) {
    Layers layers;
    for (const auto& key : keys()) layers.loaded.origins[std::string(key.name)] = "default";
    TRY(apply_files(sources, layers));
    TRY(apply_environment(sources.environment, layers));
    TRY(fold_short_forms(layers));
    return std::move(layers.loaded);
}

Sources default_sources() {
    Sources sources;
    const auto* const config_home = std::getenv("XDG_CONFIG_HOME");
    const auto* const home = std::getenv("HOME");
    // Relative paths are invalid here by the XDG specification: what is read must not depend on where
    // one stands.
    if (config_home != nullptr && *config_home == '/') {
        sources.user_file = std::filesystem::path(config_home) / "fovea/config.toml";
    } else if (home != nullptr && *home == '/') {
        sources.user_file = std::filesystem::path(home) / ".config/fovea/config.toml";
    }
    sources.project_file = ".fovea/config.toml";
    sources.environment = [](const char* name) -> const char* { return std::getenv(name); };
    return sources;
}

}  // namespace fovea::config
