#include "fovea/gateway/way/aliases.hpp"

#include <map>

namespace fovea::gateway {
namespace {

constexpr int kMaxSteps = 8;

std::string one_step(const std::map<std::string, std::string>& aliases, std::string_view name) {
    if (const auto found = aliases.find(std::string(name)); found != aliases.end()) {
        return found->second;
    }
    std::string model(name);
    std::size_t most = 0;
    for (const auto& [alias, stands_for] : aliases) {
        const auto star = fit_alias(alias, name);
        if (!star || alias.size() <= most) continue;
        most = alias.size();
        model = stands_for;
        if (const auto at = model.find('*'); at != model.npos) model.replace(at, 1, *star);
    }
    return model;
}

}  // namespace

bool has_star(std::string_view alias) {
    return alias.find('*') != alias.npos;
}

std::optional<std::string> fit_alias(std::string_view alias, std::string_view name) {
    const auto star = alias.find('*');
    if (star == alias.npos) {
        return alias == name ? std::optional<std::string>("") : std::nullopt;
    }
    const auto before = alias.substr(0, star);
    const auto behind = alias.substr(star + 1);
    if (name.size() < before.size() + behind.size() || !name.starts_with(before) ||
        !name.ends_with(behind)) {
        return std::nullopt;
    }
    return std::string(name.substr(before.size(), name.size() - before.size() - behind.size()));
}

std::string follow_aliases(const config::Settings& settings, std::string model) {
    const auto& aliases = settings.gateway.models;
    for (int i = 0; i < kMaxSteps && aliases.contains(model); ++i) model = aliases.at(model);
    return model;
}

std::string model_behind(const config::Settings& settings, std::string_view name) {
    return follow_aliases(settings, one_step(settings.gateway.models, name));
}

}  // namespace fovea::gateway
