#include "fovea/config/show.hpp"

#include "fovea/config/collections.hpp"
#include "fovea/config/schema.hpp"

namespace fovea::config {
namespace {

std::string origin_of(const Loaded& loaded, const std::string& name) {
    const auto found = loaded.origins.find(name);
    return found == loaded.origins.end() ? "default" : found->second;
}

}  // namespace

std::vector<Shown> shown(const Loaded& loaded) {
    std::vector<Shown> lines;
    for (const auto& key : keys()) {
        const auto name = std::string(key.name);
        lines.push_back({name, to_text(key.get(loaded.settings)), origin_of(loaded, name)});
    }
    for (const auto& collection : collections()) {
        for (const auto& entry : collection.entries(loaded.settings)) {
            for (const auto& field : collection.fields) {
                const auto name =
                    std::string(collection.name) + "." + entry + "." + std::string(field.name);
                // Entries have no defaults worth telling: what nobody set is left out.
                if (!loaded.origins.contains(name)) continue;
                const auto value = collection.get(loaded.settings, entry, field.name);
                lines.push_back({name, to_text(value), origin_of(loaded, name)});
            }
        }
    }
    return lines;
}

}  // namespace fovea::config
