#include "fovea/config/show.hpp"

#include "fovea/config/collections.hpp"
#include "fovea/config/schema.hpp"

namespace fovea::config {
namespace {

std::string origin_of(const Loaded& loaded, const std::string& name) {
    const auto found = loaded.origins.find(name);
    return found == loaded.origins.end() ? "default" : found->second;
}

// Keys are put into headers and addresses, so neither is shown whole.
Value without_secrets(Value value) {
    if (auto* text = std::get_if<std::string>(&value)) *text = without_password(*text);
    if (auto* list = std::get_if<Texts>(&value)) {
        for (auto& item : *list) item = without_password(item);
    }
    if (const auto* map = std::get_if<TextMap>(&value)) {
        Texts names;
        for (const auto& [name, hidden] : *map) names.push_back(name);
        return names;
    }
    return value;
}

Shown line_of(const Loaded& loaded, const std::string& name, const Value& value) {
    return {name, to_text(value), origin_of(loaded, name), without_secrets(value)};
}

}  // namespace

std::vector<Shown> shown(const Loaded& loaded) {
    std::vector<Shown> lines;
    for (const auto& key : keys()) {
        const auto name = std::string(key.name);
        lines.push_back(line_of(loaded, name, key.get(loaded.settings)));
    }
    for (const auto& collection : collections()) {
        for (const auto& entry : collection.entries(loaded.settings)) {
            for (const auto& field : collection.fields) {
                const auto name =
                    std::string(collection.name) + "." + entry + "." + std::string(field.name);
                // Entries have no defaults worth telling: what nobody set is left out.
                if (!loaded.origins.contains(name)) continue;
                const auto value = collection.get(loaded.settings, entry, field.name);
                lines.push_back(line_of(loaded, name, value));
            }
        }
    }
    return lines;
}

}  // namespace fovea::config
