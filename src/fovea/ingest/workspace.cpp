#include "fovea/ingest/workspace.hpp"

#include "fovea/ingest/alike_path.hpp"
#include "fovea/ingest/open_beneath.hpp"
#include "fovea/ingest/real_path.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
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
    return {ErrorCode::FileNotFound, "file not found in the workspace: " + std::string(path)};
}

Error closed_by(const Objection& objection, std::string_view path) {
    return {
        ErrorCode::FileNotFound, std::string(path) + " may not be read by tools: " + objection.why};
}

}  // namespace

Result<Workspace> Workspace::open(const std::vector<std::string>& roots, FileGuard guard) {
    auto opened = std::make_shared<Roots>();
    for (const auto& given : roots) {
        std::error_code failed;
        auto path = fs::canonical(given, failed);
        Fd folder(
            failed ? -1 : ::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        );
        if (!folder && !failed && (errno == EMFILE || errno == ENFILE)) {
            return Error{
                ErrorCode::StoreError,
                "too many files are open at once to work in " + given +
                    ": allow more (ulimit -n), or have less done at once"};
        }
        if (!folder) {
            return Error{
                ErrorCode::ConfigInvalid, "workspace.roots: " + given + " is not a folder"};
        }
        opened->paths.push_back(path);
        opened->all.push_back({std::move(path), std::move(folder)});
    }
    return Workspace(std::move(opened)).under(std::move(guard));
}

Workspace Workspace::closed(Error why) {
    Workspace workspace(std::make_shared<Roots>());
    workspace.why_closed_ = std::move(why);
    return workspace;
}

Workspace Workspace::under(FileGuard guard) const {
    Workspace other(*this);
    other.guard_ = std::move(guard);
    return other;
}

Workspace Workspace::agreed() const {
    Workspace other(*this);
    other.is_agreed_ = true;
    return other;
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

std::optional<Objection> Workspace::judge(RealFile file) const {
    if (!guard_) return std::nullopt;
    if (file.path.empty()) {
        return Objection{Objection::Kind::Own, "its path cannot be determined: /proc is missing"};
    }
    file.roots = roots_->paths;
    auto objection = guard_(file);
    const bool is_settled = is_agreed_ && objection && objection->kind == Objection::Kind::Ask;
    return is_settled ? std::nullopt : objection;
}

std::optional<Objection> Workspace::judge(int opened) const {
    if (!guard_) return std::nullopt;
    struct stat facts {};
    if (::fstat(opened, &facts) != 0) return Objection{Objection::Kind::Own, "it no longer exists"};
    RealFile file{
        .path = real_path(opened),
        .device = facts.st_dev,
        .inode = facts.st_ino,
        .names = S_ISREG(facts.st_mode) ? facts.st_nlink : 1};
    // The kernel adds a word to the path of what was removed meanwhile, which fits no rule then.
    if (facts.st_nlink == 0 && file.path.string().ends_with(" (deleted)")) {
        return Objection{Objection::Kind::Own, "it no longer exists"};
    }
    return judge(std::move(file));
}

Result<std::optional<WorkspaceFile>> Workspace::open_in(
    const Root& root, const fs::path& place, std::string_view path
) const {
    auto file = open_beneath(root.folder.number(), place, Opened::Content);
    struct stat facts {};
    if (!file || ::fstat(file.number(), &facts) != 0 || !S_ISREG(facts.st_mode)) {
        return std::optional<WorkspaceFile>();
    }
    if (const auto objection = judge(file.number())) return closed_by(*objection, path);
    return std::optional(WorkspaceFile(std::move(file), static_cast<std::uint64_t>(facts.st_size)));
}

Result<WorkspaceFile> Workspace::open_file(std::string_view path) const {
    if (why_closed_) return *why_closed_;
    for (const auto& root : roots_->all) {
        const auto place = inside(root, path);
        if (!place) continue;
        if (auto file = TRY(open_in(root, *place, path))) return std::move(*file);
    }
    for (const auto& root : roots_->all) {
        const auto place = TRY(alike(root, path));
        if (!place) continue;
        if (auto file = TRY(open_in(root, *place, path))) return std::move(*file);
    }
    return not_found(path);
}

std::optional<Objection> Workspace::objection(std::string_view path) const {
    for (const auto& root : roots_->all) {
        const auto place = inside(root, path);
        if (!place) continue;
        const auto file = open_beneath(root.folder.number(), *place, Opened::Facts);
        struct stat facts {};
        if (!file || ::fstat(file.number(), &facts) != 0) continue;
        return S_ISREG(facts.st_mode) ? judge(file.number()) : std::nullopt;
    }
    return std::nullopt;
}

Result<Bytes> Workspace::read(std::string_view path, std::size_t max_bytes) const {
    auto file = TRY(open_file(path));
    return file.read_all(max_bytes);
}

}  // namespace fovea::ingest
