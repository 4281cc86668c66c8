// Rules with paths, asked about the file that is opened: deny and ask hold however a file was come by, by
// its name, through a link, from a folder above it, or as an @path of a prompt.
//
//     const auto rules = TRY(FileRules::open(settings.permissions, project));
//     const auto workspace = TRY(Workspace::open(roots, rules.guard("filesystem_grep", "files")));
//
// A rule that is for filesystem_read is about reading, whoever reads: it closes its files to every tool
// and to prompts. A rule for another tool closes them to that tool. A pattern is compared as in
// permissions.hpp, with the path that the file really has: absolute, and relative to the project and to
// each root that it lies in. It is about all that lies in a folder that fits, and capital letters and
// the ways to write an accent make no difference (ingest/comparable_path.hpp). Links in the rule's own
// path are followed as well.
//
// A second hard link to a file is another file here: nobody can tell where the first one is.
#pragma once

#include "fovea/agent/permission_rule.hpp"
#include "fovea/base/result.hpp"
#include "fovea/config/settings.hpp"
#include "fovea/ingest/file_guard.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::agent {

class FileRules {
public:
    // ConfigInvalid names a rule that is none. Paths are relative to `project`.
    static Result<FileRules> open(
        const config::PermissionSettings& settings, const std::filesystem::path& project
    );

    // For what a tool reads.
    ingest::FileGuard guard(std::string_view tool, std::string_view toolset) const;

    // For what prompts and frames name.
    ingest::FileGuard guard_of_prompts() const { return guard("filesystem_read", "files"); }

private:
    // A rule, and the forms of its path to compare with.
    struct PathRule {
        PermissionRule rule;
        ingest::Objection objection;
        std::vector<std::string> patterns;
    };

    static Result<void> add(
        const std::vector<std::string>& texts,
        ingest::Objection::Kind kind,
        const std::filesystem::path& project,
        std::vector<PathRule>& rules
    );

    std::vector<PathRule> rules_;  // deny first
    std::filesystem::path project_;
};

}  // namespace fovea::agent
