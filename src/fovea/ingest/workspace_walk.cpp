// A walk keeps paths, not open folders: however deep a tree is, one descriptor is open at a time, and
// each folder is opened from its root down again, so that none can be swapped for a link that leads
// out.
#include "fovea/ingest/open_beneath.hpp"
#include "fovea/ingest/workspace.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

namespace fovea::ingest {
namespace {

namespace fs = std::filesystem;

enum class Kind { File, Folder, Other };

Kind kind_of(mode_t mode) {
    if (S_ISREG(mode)) return Kind::File;
    return S_ISDIR(mode) ? Kind::Folder : Kind::Other;
}

struct Entry {
    std::string name;
    Kind kind = Kind::Other;
};

struct CloseFolder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};

class Walker {
public:
    Walker(
        int root,
        fs::path root_name,  // before each path; empty for the first root
        const std::function<Walk(const WalkedFile&)>& visit,
        std::size_t& entries_left,
        const std::stop_token& stop
    )
        : root_(root),
          root_name_(std::move(root_name)),
          visit_(visit),
          entries_left_(entries_left),
          stop_(stop) {}

    // False where there is neither a file nor a folder.
    Result<bool> run(const fs::path& start, std::set<std::pair<dev_t, ino_t>>& seen) {
        const auto kind = kind_at(start);
        if (kind == Kind::File) {
            report(start, start.filename());
            return true;
        }
        if (kind != Kind::Folder) return false;
        std::vector<Entry> waiting = {{"", Kind::Folder}};  // below `start`; the next one last
        while (!waiting.empty() && end_ != WalkEnd::Enough) {
            const Entry next = std::move(waiting.back());
            waiting.pop_back();
            const auto place = next.name.empty() ? start : start / next.name;
            if (next.kind == Kind::File) {
                report(place, next.name);
            } else {
                TRY(open_folder(place, next.name, seen, waiting));
            }
        }
        return true;
    }

    WalkEnd end() const { return end_; }

private:
    // What a path is, with links followed as far as they stay inside.
    Kind kind_at(const fs::path& place) const {
        const auto found = open_beneath(root_, place, Opened::Facts);
        struct stat facts {};
        if (!found || ::fstat(found.number(), &facts) != 0) return Kind::Other;
        return kind_of(facts.st_mode);
    }

    void report(const fs::path& place, const fs::path& below) {
        const auto path = (root_name_ / place).lexically_normal().string();
        if (visit_({.path = path, .below = below.string()}) == Walk::Enough) {
            end_ = WalkEnd::Enough;
        }
    }

    // Puts what is in a folder before everything that waits, in the order of names.
    Result<void> open_folder(
        const fs::path& place,
        const fs::path& below,
        std::set<std::pair<dev_t, ino_t>>& seen,
        std::vector<Entry>& waiting
    ) {
        const auto folder = open_beneath(root_, place, Opened::Content);
        struct stat facts {};
        if (!folder || ::fstat(folder.number(), &facts) != 0 || !S_ISDIR(facts.st_mode)) return {};
        if (!seen.emplace(facts.st_dev, facts.st_ino).second) return {};
        auto entries = TRY(entries_of(folder.number(), place));
        std::ranges::sort(entries, std::greater<>(), &Entry::name);
        for (const auto& entry : entries) {
            if (entry.kind == Kind::Other) continue;
            waiting.push_back({(below / entry.name).string(), entry.kind});
        }
        return {};
    }

    Result<std::vector<Entry>> entries_of(int folder, const fs::path& place) {
        std::vector<Entry> entries;
        const std::unique_ptr<DIR, CloseFolder> listing(::fdopendir(::dup(folder)));
        if (!listing) return entries;
        while (const dirent* found = ::readdir(listing.get())) {
            const std::string name = found->d_name;
            if (name == "." || name == ".." || name == ".git") continue;
            if (stop_.stop_requested()) return Error{ErrorCode::Cancelled, "cancelled"};
            if (entries_left_ == 0) {
                end_ = WalkEnd::Limited;
                break;
            }
            --entries_left_;
            entries.push_back({name, kind_in(folder, name, place)});
        }
        return entries;
    }

    Kind kind_in(int folder, const std::string& name, const fs::path& place) const {
        struct stat facts {};
        if (::fstatat(folder, name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0) return Kind::Other;
        if (!S_ISLNK(facts.st_mode)) return kind_of(facts.st_mode);
        return kind_at(place / name) == Kind::File ? Kind::File : Kind::Other;
    }

    int root_;
    fs::path root_name_;
    const std::function<Walk(const WalkedFile&)>& visit_;
    std::size_t& entries_left_;
    const std::stop_token& stop_;
    WalkEnd end_ = WalkEnd::Complete;
};

}  // namespace

Result<WalkEnd> Workspace::walk(
    std::string_view path,
    const std::function<Walk(const WalkedFile&)>& visit,
    const WalkLimits& limits,
    const std::stop_token& stop
) const {
    const bool everywhere = path.empty() || path == "." || path == "./";
    std::size_t entries_left = limits.max_entries;
    std::set<std::pair<dev_t, ino_t>> seen;  // a root inside another one is walked once
    auto end = WalkEnd::Complete;
    const auto walk_in = [&](const Root& root, const fs::path& place) -> Result<bool> {
        const bool is_first = &root == &roots_.front();
        const auto name = is_first ? fs::path() : root.path;
        Walker walker(root.folder.number(), name, visit, entries_left, stop);
        const bool found = TRY(walker.run(place, seen));
        end = walker.end();
        return found;
    };
    if (everywhere) {
        for (const auto& root : roots_) {
            TRY(walk_in(root, "."));
            if (end != WalkEnd::Complete) break;
        }
        return end;
    }
    for (const auto& root : roots_) {
        const auto place = inside(root, path);
        if (place && TRY(walk_in(root, *place))) return end;
    }
    for (const auto& root : roots_) {
        const auto place = TRY(alike(root, path));
        if (place && TRY(walk_in(root, *place))) return end;
    }
    return Error{
        ErrorCode::FileNotFound,
        "there is no file or folder " + std::string(path) + " in the workspace"};
}

}  // namespace fovea::ingest
