#include "fovea/host/file_access.hpp"

#include "fovea/host/own_places.hpp"
#include "fovea/host/this_process.hpp"
#include "fovea/ingest/guessed_root.hpp"

#include <utility>

namespace fovea::host {

bool is_workspace_guessed(const config::Loaded& loaded) {
    const auto found = loaded.origins.find("workspace.roots");
    return found == loaded.origins.end() || found->second == "default";
}

std::optional<Error> refused_workspace(const config::Loaded& loaded) {
    const auto& roots = loaded.settings.workspace.roots;
    if (!is_workspace_guessed(loaded) || roots.size() != 1) return std::nullopt;
    return ingest::refused_guess(roots.front(), homes_of_user());
}

Result<FileAccess> FileAccess::open(
    const Situation& situation,
    const config::PermissionSettings& permissions,
    const std::filesystem::path& run_folder
) {
    auto rules = TRY(agent::FileRules::open(permissions, situation.working_folder()));
    auto workspace = TRY(ingest::Workspace::open(situation.settings().workspace.roots));
    FileAccess files(
        std::move(workspace),
        ingest::ClosedPlaces(own_places(situation, run_folder)),
        std::move(rules)
    );
    files.refused_ = refused_workspace(situation.loaded);
    return files;
}

ingest::FileGuard FileAccess::guard_for(std::string_view tool, std::string_view toolset) const {
    return ingest::guard_of(own_, rules_.guard(tool, toolset));
}

ingest::Workspace FileAccess::open_to(ingest::FileGuard guard) const {
    return refused_ ? ingest::Workspace::closed(*refused_) : workspace_.under(std::move(guard));
}

ingest::Workspace FileAccess::for_tool(std::string_view tool, std::string_view toolset) const {
    return open_to(guard_for(tool, toolset));
}

ingest::Workspace FileAccess::for_piped() const {
    return open_to(ingest::guard_of(own_, rules_.guard_of_prompts()));
}

ingest::Workspace FileAccess::for_typed() const {
    return workspace_.under(ingest::guard_of(own_, rules_.guard_of_prompts())).agreed();
}

}  // namespace fovea::host
