#include "fovea/config/load.hpp"

#include "fovea/config/apply.hpp"
#include "fovea/config/project_rules.hpp"
#include "fovea/config/schema.hpp"
#include "fovea/config/sdk_variables.hpp"
#include "fovea/config/short_forms.hpp"
#include "fovea/config/tree.hpp"
#include "fovea/config/variables.hpp"
#include "fovea/config/vision_proxy_layer.hpp"

#include <system_error>

#include <utility>

namespace fovea::config {
namespace {

Error invalid(std::string message) {
    return {ErrorCode::ConfigInvalid, std::move(message)};
}

// False where nothing is. What is there and cannot be read is an error: whoever set local_only there
// must not be online because of a wrong mode.
Result<bool> is_file(const std::filesystem::path& path) {
    namespace fs = std::filesystem;
    std::error_code failed;
    if (fs::symlink_status(path, failed).type() == fs::file_type::not_found) return false;
    const auto type = failed ? fs::file_type::unknown : fs::status(path, failed).type();
    if (type == fs::file_type::regular) return true;
    const auto why = type == fs::file_type::not_found   ? std::string("it is a link to nothing")
                     : type == fs::file_type::directory ? std::string("it is a folder")
                     : failed                           ? failed.message()
                                                        : std::string("it is not a file");
    return invalid("cannot read the configuration file " + path.string() + ": " + why);
}

// The one file at this place, in whichever format it is.
Result<std::optional<std::filesystem::path>> find_file(const std::filesystem::path& place) {
    std::optional<std::filesystem::path> found;
    if (!is_config_extension(place.extension().string())) {
        if (TRY(is_file(place))) found = place;
        return found;
    }
    for (const char* extension : {".toml", ".yaml", ".yml", ".json"}) {
        auto candidate = place;
        candidate.replace_extension(extension);
        if (!TRY(is_file(candidate))) continue;
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

// Said of the first such setting, with its line.
Error not_trusted(const std::filesystem::path& file, const std::vector<LeftOut>& settings) {
    const auto& first = settings.front();
    const auto more = settings.size() - 1;
    const auto folder = project_folder(file).string();
    auto where = at_line(first.line, first.name).message;
    return invalid(
        file.string() + where + (more == 0 ? "" : " (and " + std::to_string(more) + " more)") +
        " controls where keys and data go, what programs run, what may be reached or which limits "
        "apply; a project may set it only if you trust the project" +
        (first.hint.empty() ? "" : " (" + first.hint + ")") +
        ". Read the file, then run: fovea config trust " + folder +
        " (or, to leave such settings out: fovea config trust --limited " + folder + ")"
    );
}

Result<Place> find_place(Role role, const std::filesystem::path& place) {
    const auto file = TRY(find_file(place));
    return Place{.role = role, .path = file.value_or(place), .exists = file.has_value()};
}

Result<void> apply_place(
    const TrustStore& decisions, const Environment& environment, Place& place, Layers& layers
) {
    if (!place.exists) return {};
    if (place.role == Role::VisionProxy) return apply_proxy_file(place.path, layers);
    const auto text = TRY(read_text(place.path));
    if (place.role != Role::Project) return apply_file({place.path, text}, layers);
    place.trust = decisions.find(place.path, text);
    if (place.trust == Trust::Trusted) return apply_file({place.path, text}, layers);
    const auto left_out = TRY(apply_harmless({place.path, text}, environment, layers));
    if (place.trust == Trust::Undecided && !left_out.empty()) {
        return not_trusted(place.path, left_out);
    }
    for (const auto& each : left_out) place.left_out.push_back(each.name);
    return {};
}

}  // namespace

std::string_view name_of(Role role) {
    switch (role) {
        case Role::User: return "user";
        case Role::Project: return "project";
        case Role::Only: return "--config";
        case Role::VisionProxy: return "vision-proxy";
    }
    return "user";
}

std::filesystem::path vision_proxy_file(const Sources& sources) {
    if (!sources.user_file) return {};
    return sources.user_file->parent_path() / "vision-proxy.json";
}

Result<std::vector<Place>> find_places(const Sources& sources) {
    std::vector<Place> places;
    const bool replaced = sources.only_file.has_value();
    if (replaced) {
        if (!TRY(is_file(*sources.only_file))) {
            return invalid("configuration file not found: " + sources.only_file->string());
        }
        places.push_back({.role = Role::Only, .path = *sources.only_file, .exists = true});
    }
    if (sources.user_file && !replaced) {
        places.push_back(TRY(find_place(Role::User, *sources.user_file)));
    }
    if (sources.project_file && !replaced) {
        auto place = TRY(find_place(Role::Project, *sources.project_file));
        if (place.exists) {
            const auto text = TRY(read_text(place.path));
            place.trust = TrustStore(sources.trust_folder).find(place.path, text);
        }
        places.push_back(std::move(place));
    }
    const auto proxy = vision_proxy_file(sources);
    if (sources.with_proxy_file && TRY(is_file(proxy))) {
        places.push_back({.role = Role::VisionProxy, .path = proxy, .exists = true});
    }
    return places;
}

Result<Loaded> load(const Sources& sources) {
    Layers layers;
    for (const auto& key : keys()) layers.loaded.origins[std::string(key.name)] = "default";
    const TrustStore decisions(sources.trust_folder);
    auto places = TRY(find_places(sources));
    for (auto& place : places) TRY(apply_place(decisions, sources.environment, place, layers));
    layers.loaded.places = std::move(places);
    TRY(apply_environment(sources.environment, layers));
    TRY(apply_proxy_variables(sources.environment, layers));
    TRY(check_variables(sources.variables, sources.other_variables, layers.loaded.settings));
    TRY(fold_short_forms(layers));
    TRY(check_strangers(layers.loaded.settings));
    apply_sdk_variables(sources.environment, layers.loaded);
    return std::move(layers.loaded);
}

}  // namespace fovea::config
