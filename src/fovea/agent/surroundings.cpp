#include "fovea/agent/surroundings.hpp"

#include "fovea/agent/context_files.hpp"
#include "fovea/agent/own_files.hpp"
#include "fovea/agent/strangers_text.hpp"

#include <algorithm>
#include <utility>

namespace fovea::agent {
namespace {

void append(std::vector<std::string>& all, std::vector<std::string> some) {
    for (auto& each : some) all.push_back(std::move(each));
}

std::vector<SkillPlace> places_of_skills(
    const SurroundingPlaces& places, const std::vector<Plugin>& plugins
) {
    std::vector<SkillPlace> all;
    if (!places.user_folder.empty()) all.push_back({places.user_folder / "skills", {}, "user"});
    const auto project = places.cwd / ".fovea";
    if (is_own_folder(places.cwd) && is_own_folder(project) && is_own_folder(project / "skills")) {
        all.push_back({project / "skills", places.cwd, "project", places.project});
    }
    for (auto& place : skill_places(plugins)) all.push_back(std::move(place));
    return all;
}

}  // namespace

Result<Surroundings> gather_surroundings(
    const SurroundingPlaces& places, config::Settings& settings
) {
    Surroundings around;
    PluginPlaces plugin_places{.named = settings.plugins, .home = places.home};
    if (!places.user_folder.empty()) plugin_places.user_folder = places.user_folder / "plugins";
    auto loaded = TRY(load_plugins(plugin_places));
    append(around.problems, std::move(loaded.problems));
    append(around.problems, add_plugins(loaded.plugins, settings));
    around.plugins = std::move(loaded.plugins);

    auto context = find_context_files(
        {.user_folder = places.user_folder,
         .cwd = places.cwd,
         .project = places.project,
         .guard = places.guard}
    );
    append(around.problems, std::move(context.problems));
    around.context_files = std::move(context.paths);

    auto found = find_skills(places_of_skills(places, around.plugins), places.guard);
    append(around.problems, std::move(found.problems));
    around.skills = std::move(found.skills);

    const bool has_strangers_words =
        context.has_strangers_text ||
        std::ranges::find(around.skills, Author::Stranger, &Skill::author) != around.skills.end();
    const auto notice = has_strangers_words ? std::string(kStrangersNotice) : std::string();
    for (const auto& section : {notice, context.text, describe_skills(around.skills)}) {
        if (!section.empty()) around.sections.push_back(section);
    }
    return around;
}

}  // namespace fovea::agent
