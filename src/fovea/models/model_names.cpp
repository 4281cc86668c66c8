#include "fovea/models/model_names.hpp"

#include "fovea/config/nearest.hpp"
#include "fovea/models/catalogue.hpp"

#include <algorithm>

namespace fovea::models {
namespace {

using config::ModelName;

constexpr std::size_t kMostNearest = 3;
constexpr std::size_t kLongestName = 200;

bool is_provider(const config::Settings& settings, const std::string& name) {
    return settings.providers.contains(name) || config::default_provider(name) != nullptr;
}

std::string in_quotes(std::string_view name) {
    return "\"" + std::string(name.substr(0, kLongestName)) + "\"";
}

std::string full(const ModelName& name) {
    return name.provider.empty() ? name.id : name.provider + "/" + name.id;
}

// Without a provider: of servers of many.
std::vector<ModelName> known_models(const config::Settings& settings) {
    std::vector<ModelName> names = {{"local", "ocr"}};
    for (const auto& model : shipped_catalogue().models()) {
        const auto provider = is_provider(settings, model.provider) ? model.provider : "";
        names.push_back({provider, model.id});
        for (const auto& alias : model.aliases) names.push_back({provider, alias});
    }
    for (const auto& [name, row] : settings.models) {
        const auto split = config::split_model_name(settings, name);
        if (split.ok()) names.push_back(split.value());
        if (!split.ok() && !row.provider.empty()) names.push_back({row.provider, name});
    }
    return names;
}

enum class Compared { Ids, Names };

std::vector<std::string> nearest_of(
    const std::vector<ModelName>& known, std::string_view wanted, Compared compared
) {
    std::vector<std::string> texts;
    for (const auto& each : known)
        texts.push_back(compared == Compared::Ids ? each.id : full(each));
    std::vector<std::string_view> left(texts.begin(), texts.end());
    std::vector<std::string> nearest;
    while (nearest.size() < kMostNearest) {
        const auto found = config::nearest_name(wanted, left);
        if (found.empty()) break;
        const auto at = std::ranges::find(texts, found) - texts.begin();
        nearest.push_back(full(known[static_cast<std::size_t>(at)]));
        std::erase(left, found);
    }
    return nearest;
}

std::string question(const std::vector<std::string>& nearest) {
    std::string text;
    for (std::size_t i = 0; i < nearest.size(); ++i) {
        text += (i == 0 ? "; did you mean " : i + 1 == nearest.size() ? " or " : ", ") + nearest[i];
    }
    return text.empty() ? "" : text + "?";
}

}  // namespace

std::vector<std::string> nearest_models(const config::Settings& settings, const ModelName& name) {
    auto known = known_models(settings);
    const auto is_of_provider = [&](const ModelName& each) {
        return each.provider == name.provider;
    };
    if (!name.provider.empty() && std::ranges::any_of(known, is_of_provider)) {
        std::erase_if(known, [&](const ModelName& each) { return !is_of_provider(each); });
    } else if (!name.provider.empty()) {
        // A provider of the user's own may have any of them.
        for (auto& each : known) each.provider = name.provider;
    }
    return nearest_of(known, name.id, Compared::Ids);
}

std::string did_you_mean(const config::Settings& settings, const ModelName& name) {
    const auto known = known_models(settings);
    const bool is_known = std::ranges::find(known, name.id, &ModelName::id) != known.end();
    return is_known ? "" : question(nearest_models(settings, name));
}

Result<config::ModelName> find_model_name(const config::Settings& settings, std::string_view name) {
    const auto row = settings.models.find(std::string(name));
    if (row != settings.models.end() && is_provider(settings, row->second.provider)) {
        const auto prefix = row->second.provider + "/";
        const auto id = name.starts_with(prefix) ? name.substr(prefix.size()) : name;
        return config::ModelName{row->second.provider, std::string(id)};
    }
    auto split = config::split_model_name(settings, name);
    if (split.ok()) return split;
    const auto* known = shipped_catalogue().find(name);
    if (known != nullptr && is_provider(settings, known->provider)) {
        return config::ModelName{known->provider, std::string(name)};
    }
    if (known != nullptr) {
        return Error{
            ErrorCode::InvalidInput,
            "the model " + in_quotes(name) + " runs on many servers: name yours, as in ollama/" +
                std::string(name)};
    }
    const bool has_slash = name.find('/') != std::string_view::npos;
    const auto nearest =
        nearest_of(known_models(settings), name, has_slash ? Compared::Names : Compared::Ids);
    if (nearest.empty()) return split;
    return Error{ErrorCode::InvalidInput, "unknown model " + in_quotes(name) + question(nearest)};
}

std::string full_model_name(const config::Settings& settings, std::string_view name) {
    const auto found = find_model_name(settings, name);
    return found.ok() ? found.value().provider + "/" + found.value().id : std::string(name);
}

}  // namespace fovea::models
