// Files that a model, a tool or a client names lie inside the workspace roots (V11).
//
//     const auto workspace = TRY(Workspace::open({"."}));
//     const Bytes bytes = TRY(workspace.read("shots/login.png", 32 << 20));
//     TRY(workspace.walk("src", [&](const WalkedFile& file) { … return Walk::On; }, {}, stop));
//
// A path is relative to a root (the first that has it), or absolute and inside one of them. `..`
// segments, links that lead out, devices, pipes and folders are refused; a file is opened once, from
// the root down, and read from what was opened, so nothing can be swapped in between. Whatever is
// refused is FileNotFound with the same words as for a file that is not there: nobody learns what
// lies outside. A name that is not there as it was written may be one whose spaces and accents are
// written otherwise (alike_path.hpp), under the same rules; InvalidInput when that is true of several.
//
// Several threads may use one. What a person names on their own command line does not pass here
// (source.hpp).
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/fd.hpp"
#include "fovea/base/result.hpp"
#include "fovea/ingest/workspace_file.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::ingest {

struct WalkedFile {
    std::string path;   // as open_file() takes it: relative to the first root, absolute in others
    std::string below;  // relative to the folder that the walk began at
};

enum class Walk { On, Enough };

struct WalkLimits {
    std::size_t max_entries = 1'000'000;  // looked at, files and folders
};

enum class WalkEnd {
    Complete,
    Enough,   // the visitor said so
    Limited,  // there was more than the limit allows
};

class Workspace {
public:
    // ConfigInvalid for a root that is not a folder.
    static Result<Workspace> open(const std::vector<std::string>& roots);

    Result<WorkspaceFile> open_file(std::string_view path) const;

    // FileTooLarge when there are more than `max_bytes`.
    Result<Bytes> read(std::string_view path, std::size_t max_bytes) const;

    // Regular files below a folder ("" or ".": below all roots), each folder's by their names. Links
    // to files inside count as files; links to folders are not followed, so a loop has no way to be;
    // `.git` is left out. A `path` that is a file gives that file alone.
    Result<WalkEnd> walk(
        std::string_view path,
        const std::function<Walk(const WalkedFile&)>& visit,
        const WalkLimits& limits = {},
        const std::stop_token& stop = {}
    ) const;

private:
    struct Root {
        std::filesystem::path path;  // absolute, without links
        Fd folder;
    };

    explicit Workspace(std::vector<Root> roots) : roots_(std::move(roots)) {}

    // Where a path lies in a root; nothing when it cannot lie there.
    static std::optional<std::filesystem::path> inside(const Root& root, std::string_view path);

    // The place of what is called so but for its spaces and accents (alike_path.hpp).
    static Result<std::optional<std::filesystem::path>> alike(
        const Root& root, std::string_view path
    );
    static std::optional<WorkspaceFile> open_in(
        const Root& root, const std::filesystem::path& place
    );

    std::vector<Root> roots_;
};

}  // namespace fovea::ingest
