#include "fovea/ingest/workspace.hpp"

#include "fovea/ingest/alike_path.hpp"
#include "fovea/ingest/open_beneath.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <utility>

namespace fovea::ingest {
namespace {

namespace fs = std::filesystem;

bool has_parent_step(const fs::path& path) {
    return std::ranges::any_of(path, [](const fs::path& step) { return step == ".."; });
}

// The part of an absolute path below the root, "." for the root; nothing when it is not below.
std::optional<fs::path> below(const fs::path& root, const fs::path& path) {
    const auto [at_root, at_path] = std::ranges::mismatch(root, path);
    if (at_root != root.end()) return std::nullopt;
    fs::path rest;
    for (auto step = at_path; step != path.end(); ++step) rest /= *step;
    return rest.empty() ? "." : rest;
}

Error not_found(std::string_view path) {
    return {ErrorCode::FileNotFound, "there is no file " + std::string(path) + " in the workspace"};
}

}  // namespace

Result<Workspace> Workspace::open(const std::vector<std::string>& roots) {
    Workspace workspace{std::vector<Root>{}};
    for (const auto& given : roots) {
        std::error_code failed;
        auto path = fs::canonical(given, failed);
        Fd folder(
            failed ? -1 : ::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        );
        if (!folder) {
            return Error{
                ErrorCode::ConfigInvalid, "workspace.roots: " + given + " is not a folder"};
        }
        workspace.roots_.push_back({std::move(path), std::move(folder)});
    }
    return workspace;
}

std::optional<fs::path> Workspace::inside(const Root& root, std::string_view path) {
    const fs::path named{std::string(path)};
    if (path.empty() || path.find('\0') != std::string_view::npos || has_parent_step(named)) {
        return std::nullopt;
    }
    return named.is_absolute() ? below(root.path, named.lexically_normal()) : named;
}

Result<std::optional<fs::path>> Workspace::alike(const Root& root, std::string_view path) {
    const auto place = inside(root, path);
    if (!place) return std::optional<fs::path>();
    return alike_path(*place, [&](const fs::path& folder) {
        return open_beneath(root.folder.number(), folder, Opened::Content);
    });
}

std::optional<WorkspaceFile> Workspace::open_in(const Root& root, const fs::path& place) {
    auto file = open_beneath(root.folder.number(), place, Opened::Content);
    struct stat facts {};
    if (!file || ::fstat(file.number(), &facts) != 0 || !S_ISREG(facts.st_mode)) return {};
    return WorkspaceFile(std::move(file), static_cast<std::uint64_t>(facts.st_size));
}

Result<WorkspaceFile> Workspace::open_file(std::string_view path) const {
    for (const auto& root : roots_) {
        const auto place = inside(root, path);
        if (!place) continue;
        if (auto file = open_in(root, *place)) return std::move(*file);
    }
    for (const auto& root : roots_) {
        const auto place = TRY(alike(root, path));
        if (!place) continue;
        if (auto file = open_in(root, *place)) return std::move(*file);
    }
    return not_found(path);
}

Result<Bytes> Workspace::read(std::string_view path, std::size_t max_bytes) const {
    auto file = TRY(open_file(path));
    return file.read_all(max_bytes);
}

}  // namespace fovea::ingest
