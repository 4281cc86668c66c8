#include "fovea/config/guarded_settings.hpp"

#include "fovea/config/apply.hpp"
#include "fovea/config/tree.hpp"

namespace fovea::config {

Result<std::vector<std::string>> guarded_settings(
    const std::filesystem::path& file, const Sources& sources
) {
    Layers aside;
    for (const auto& place : TRY(find_places(sources))) {
        if (place.role != Role::User || !place.exists) continue;
        const auto own = TRY(read_text(place.path));
        TRY(apply_file({place.path, own}, aside));
    }
    const auto text = TRY(read_text(file));
    const auto left_out = TRY(apply_harmless({file, text}, sources.environment, aside));
    std::vector<std::string> names;
    for (const auto& each : left_out) names.push_back(each.name);
    return names;
}

}  // namespace fovea::config
