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
// lies outside. A guard may object to files inside (file_guard.hpp): these are neither opened nor
// listed, whichever way leads to them, and the error says why. A name that is not there as it was written may be one whose spaces and accents are
// written otherwise (alike_path.hpp), under the same rules; InvalidInput when that is true of several.
//
// Several threads may use one. What a person names on their own command line does not pass here
// (source.hpp).
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/fd.hpp"
#include "fovea/base/result.hpp"
#include "fovea/ingest/file_guard.hpp"
#include "fovea/ingest/workspace_file.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
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

struct WalkOptions {
    std::size_t max_entries = 1'000'000;  // looked at, files and folders
    // A file that a rule closes, in place of the visit. Not told of those of Fovea itself.
    std::function<void(const WalkedFile&)> on_closed = {};
};

enum class WalkEnd {
    Complete,
    Enough,   // the visitor said so
    Limited,  // there was more than the limit allows
};

class Workspace {
public:
    // ConfigInvalid for a root that is not a folder.
    static Result<Workspace> open(const std::vector<std::string>& roots, FileGuard guard = {});

    // One in which there is nothing, and `why` is what whoever names a path is told.
    static Workspace closed(Error why);

    // The same folders, under another guard.
    Workspace under(FileGuard guard) const;

    // The same for a call that a person agreed to: files that ask first are open.
    Workspace agreed() const;

    Result<WorkspaceFile> open_file(std::string_view path) const;

    // Why a file that is there may not be read; nothing where it may, and where none is there.
    std::optional<Objection> objection(std::string_view path) const;

    // Why there is nothing in it; nothing for one that was opened.
    const std::optional<Error>& why_closed() const { return why_closed_; }

    // FileTooLarge when there are more than `max_bytes`.
    Result<Bytes> read(std::string_view path, std::size_t max_bytes) const;

    // Regular files below a folder ("" or ".": below all roots), each folder's by their names. Links
    // to files inside count as files; links to folders are not followed, so a loop has no way to be;
    // `.git` and what the guard objects to are left out. A `path` that is a file gives that file alone.
    Result<WalkEnd> walk(
        std::string_view path,
        const std::function<Walk(const WalkedFile&)>& visit,
        const WalkOptions& options = {},
        const std::stop_token& stop = {}
    ) const;

private:
    struct Root {
        std::filesystem::path path;  // absolute, without links
        Fd folder;
    };
    struct Roots {
        std::vector<Root> all;
        std::vector<std::filesystem::path> paths;  // of all
    };

    explicit Workspace(std::shared_ptr<const Roots> roots) : roots_(std::move(roots)) {}

    // Where a path lies in a root; nothing when it cannot lie there.
    static std::optional<std::filesystem::path> inside(const Root& root, std::string_view path);

    // The place of what is called so but for its spaces and accents (alike_path.hpp).
    static Result<std::optional<std::filesystem::path>> alike(
        const Root& root, std::string_view path
    );

    // What is open, as a guard wants to know it.
    std::optional<Objection> judge(int opened) const;
    std::optional<Objection> judge(RealFile file) const;

    Result<std::optional<WorkspaceFile>> open_in(
        const Root& root, const std::filesystem::path& place, std::string_view path
    ) const;

    std::shared_ptr<const Roots> roots_;  // of all that under() and agreed() made of this one
    FileGuard guard_;
    bool is_agreed_ = false;
    std::optional<Error> why_closed_;
};

}  // namespace fovea::ingest
