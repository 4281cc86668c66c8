// Which files a run may read, and for whom: the workspace without Fovea's own files, and without what
// permission rules close.
//
//     const auto files = TRY(FileAccess::open(situation, permissions, run_folder));
//     FilesystemGrep grep(files.for_tool("filesystem_grep", "files"));
//
// Where nobody configured a workspace and Fovea was started in "/" or in the user's home, no path is open
// (ingest/guessed_root.hpp), but for those that a person typed.
#pragma once

#include "fovea/agent/file_rules.hpp"
#include "fovea/base/result.hpp"
#include "fovea/config/settings.hpp"
#include "fovea/host/situation.hpp"
#include "fovea/ingest/closed_places.hpp"
#include "fovea/ingest/workspace.hpp"

#include <filesystem>
#include <optional>
#include <string_view>

namespace fovea::host {

// Whether nobody set workspace.roots, so that the current folder is only a guess.
bool is_workspace_guessed(const config::Loaded& loaded);

// Why the guess is not taken; nothing where it is, and where somebody chose.
std::optional<Error> refused_workspace(const config::Loaded& loaded);

class FileAccess {
public:
    // ConfigInvalid for a root that is no folder, and a rule that is none.
    static Result<FileAccess> open(
        const Situation& situation,
        const config::PermissionSettings& permissions,
        const std::filesystem::path& run_folder
    );

    ingest::Workspace for_tool(std::string_view tool, std::string_view toolset) const;
    ingest::FileGuard guard_for(std::string_view tool, std::string_view toolset) const;

    // For prompts and frames that come through a pipe: a program wrote them, or somebody whom it quotes.
    ingest::Workspace for_piped() const;

    // For a prompt on the command line: a person named these files, so they are not asked again, and
    // no folder is a guess too wide.
    ingest::Workspace for_typed() const;

    const std::optional<Error>& refused() const { return refused_; }

private:
    FileAccess(ingest::Workspace workspace, ingest::ClosedPlaces own, agent::FileRules rules)
        : workspace_(std::move(workspace)), own_(std::move(own)), rules_(std::move(rules)) {}

    ingest::Workspace open_to(ingest::FileGuard guard) const;

    ingest::Workspace workspace_;
    ingest::ClosedPlaces own_;
    agent::FileRules rules_;
    std::optional<Error> refused_;
};

}  // namespace fovea::host
