// A walk keeps paths, not open folders: however deep a tree is, one descriptor is open at a time, and
// each folder is opened from its root down again, so that none can be swapped for a link that leads
// out.
#include "fovea/ingest/open_beneath.hpp"
#include "fovea/ingest/real_path.hpp"
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
    bool is_closed = false;  // by a rule: counted, and not told
};

// Of the entry of a folder.
RealFile file_of(const fs::path& path, const struct stat& facts) {
    return {
        .path = path,
        .device = facts.st_dev,
        .inode = facts.st_ino,
        .names = S_ISREG(facts.st_mode) ? facts.st_nlink : 1};
}

using Judge = std::function<std::optional<Objection>(RealFile file)>;

struct CloseFolder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};

class Walker {
public:
    Walker(
        int root,
        fs::path root_name,  // before each path; empty for the first root
        const std::function<Walk(const WalkedFile&)>& visit,
        const WalkOptions& options,
        const Judge& judge,  // empty: nobody objects
        std::size_t& entries_left,
        const std::stop_token& stop
    )
        : root_(root),
          root_name_(std::move(root_name)),
          visit_(visit),
          options_(options),
          judge_(judge),
          entries_left_(entries_left),
          stop_(stop) {}

    // False where there is neither a file nor a folder.
    Result<bool> run(const fs::path& start, std::set<std::pair<dev_t, ino_t>>& seen) {
        const auto first = entry_at(start, "");
        if (first.kind == Kind::File) {
            report(start, start.filename(), first.is_closed);
            return true;
        }
        if (first.kind != Kind::Folder) return false;
        std::vector<Entry> waiting = {first};  // below `start`; the next one last
        while (!waiting.empty() && end_ != WalkEnd::Enough) {
            const Entry next = std::move(waiting.back());
            waiting.pop_back();
            const auto place = next.name.empty() ? start : start / next.name;
            if (next.kind == Kind::File) {
                report(place, next.name, next.is_closed);
            } else {
                TRY(open_folder(place, next.name, seen, waiting));
            }
        }
        return true;
    }

    WalkEnd end() const { return end_; }

private:
    // What a path is, with links followed as far as they stay inside.
    Entry entry_at(const fs::path& place, const std::string& name) const {
        const auto found = open_beneath(root_, place, Opened::Facts);
        struct stat facts {};
        if (!found || ::fstat(found.number(), &facts) != 0) return {name};
        return judged(name, judge_ ? real_path(found.number()) : fs::path(), facts);
    }

    // Folders of Fovea itself are left out as a whole; those that a rule is about are walked, so that
    // their files are counted.
    Entry judged(const std::string& name, const fs::path& real, const struct stat& facts) const {
        Entry entry{name, kind_of(facts.st_mode)};
        const auto objection =
            judge_ && entry.kind != Kind::Other ? judge_(file_of(real, facts)) : std::nullopt;
        if (!objection) return entry;
        if (objection->kind == Objection::Kind::Own) return {name};
        entry.is_closed = true;
        return entry;
    }

    void report(const fs::path& place, const fs::path& below, bool is_closed) {
        const WalkedFile file{
            .path = (root_name_ / place).lexically_normal().string(), .below = below.string()};
        if (is_closed) {
            if (options_.on_closed) options_.on_closed(file);
        } else if (visit_(file) == Walk::Enough) {
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
            waiting.push_back({(below / entry.name).string(), entry.kind, entry.is_closed});
        }
        return {};
    }

    Result<std::vector<Entry>> entries_of(int folder, const fs::path& place) {
        std::vector<Entry> entries;
        const std::unique_ptr<DIR, CloseFolder> listing(::fdopendir(::dup(folder)));
        if (!listing) return entries;
        const auto real = judge_ ? real_path(folder) : fs::path();
        while (const dirent* found = ::readdir(listing.get())) {
            const std::string name = found->d_name;
            if (name == "." || name == ".." || name == ".git") continue;
            if (stop_.stop_requested()) return Error{ErrorCode::Cancelled, "cancelled"};
            if (entries_left_ == 0) {
                end_ = WalkEnd::Limited;
                break;
            }
            --entries_left_;
            entries.push_back(entry_in(folder, name, place, real));
        }
        return entries;
    }

    Entry entry_in(int folder, const std::string& name, const fs::path& place, const fs::path& real)
        const {
        struct stat facts {};
        if (::fstatat(folder, name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0) return {name};
        if (!S_ISLNK(facts.st_mode)) {
            return judged(name, real.empty() ? fs::path() : real / name, facts);
        }
        const auto target = entry_at(place / name, name);
        return target.kind == Kind::File ? target : Entry{name};
    }

    int root_;
    fs::path root_name_;
    const std::function<Walk(const WalkedFile&)>& visit_;
    const WalkOptions& options_;
    const Judge& judge_;
    std::size_t& entries_left_;
    const std::stop_token& stop_;
    WalkEnd end_ = WalkEnd::Complete;
};

}  // namespace

Result<WalkEnd> Workspace::walk(
    std::string_view path,
    const std::function<Walk(const WalkedFile&)>& visit,
    const WalkOptions& options,
    const std::stop_token& stop
) const {
    if (why_closed_) return *why_closed_;
    const Judge judge =
        guard_ ? Judge([this](RealFile file) { return this->judge(std::move(file)); }) : Judge();
    const bool everywhere = path.empty() || path == "." || path == "./";
    std::size_t entries_left = options.max_entries;
    std::set<std::pair<dev_t, ino_t>> seen;  // a root inside another one is walked once
    auto end = WalkEnd::Complete;
    const auto walk_in = [&](const Root& root, const fs::path& place) -> Result<bool> {
        const bool is_first = &root == &roots_->all.front();
        const auto name = is_first ? fs::path() : root.path;
        Walker walker(root.folder.number(), name, visit, options, judge, entries_left, stop);
        const bool found = TRY(walker.run(place, seen));
        end = walker.end();
        return found;
    };
    if (everywhere) {
        for (const auto& root : roots_->all) {
            TRY(walk_in(root, "."));
            if (end != WalkEnd::Complete) break;
        }
        return end;
    }
    for (const auto& root : roots_->all) {
        const auto place = inside(root, path);
        if (place && TRY(walk_in(root, *place))) return end;
    }
    for (const auto& root : roots_->all) {
        const auto place = TRY(alike(root, path));
        if (place && TRY(walk_in(root, *place))) return end;
    }
    return Error{
        ErrorCode::FileNotFound, "file or folder not found in the workspace: " + std::string(path)};
}

}  // namespace fovea::ingest
