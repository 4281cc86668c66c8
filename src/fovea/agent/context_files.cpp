#include "fovea/agent/context_files.hpp"

#include "fovea/agent/own_files.hpp"
#include "fovea/agent/strangers_text.hpp"
#include "fovea/base/bytes.hpp"
#include "fovea/base/shorten.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/ingest/workspace.hpp"

#include <algorithm>
#include <set>
#include <string_view>

namespace fovea::agent {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kNames[] = {"AGENTS.md", "CLAUDE.md", "FOVEA.md"};

// A larger file is no text that somebody wrote for a prompt.
constexpr std::size_t kMaxRead = 4 << 20;

// Deeper than anybody works; a loop of mounts must not make this endless.
constexpr int kMaxFolders = 100;

bool is_there(const fs::path& path) {
    std::error_code ignored;
    return fs::exists(fs::symlink_status(path, ignored));
}

// Folders from `root` down to `folder`, both included.
std::vector<fs::path> folders_between(const fs::path& root, fs::path folder) {
    std::vector<fs::path> folders{folder};
    for (int i = 0; folder != root && folder.has_relative_path() && i < kMaxFolders; ++i) {
        folder = folder.parent_path();
        folders.push_back(folder);
    }
    std::reverse(folders.begin(), folders.end());
    return folders;
}

class Finder {
public:
    explicit Finder(const ContextPlaces& places) : places_(places) {}

    // Files of `folder`, none of which may lead out of `root`.
    void look(
        const fs::path& root,
        const fs::path& folder,
        Author author,
        const ingest::FileGuard& guard = {}
    ) {
        const auto workspace = ingest::Workspace::open({root.string()});
        if (!workspace.ok()) return;
        for (const auto name : kNames) {
            const auto path = folder / name;
            if (!is_there(path)) continue;
            if (!is_own_folder(folder)) {
                leave_out(path, "its folder belongs to another user or is writable by everyone");
                continue;
            }
            std::error_code ignored;
            const auto rules = fs::is_symlink(path, ignored) ? guard : ingest::FileGuard();
            const auto bytes = workspace.value().under(rules).read(path.string(), kMaxRead);
            if (!bytes.ok()) {
                leave_out(path, bytes.error().message);
            } else if (!is_own_file(path)) {
                leave_out(path, "it belongs to another user");
            } else {
                add(path, as_text(bytes.value()), author);
            }
        }
    }

    ContextFiles take() { return std::move(found_); }

private:
    void leave_out(const fs::path& path, const std::string& why) {
        found_.problems.push_back(path.string() + " is left out: " + why);
    }

    void add(const fs::path& path, std::string_view bytes, Author author) {
        auto text = to_utf8(bytes);
        text.erase(text.find_last_not_of(" \t\r\n") + 1);
        if (text.empty() || !known_.insert(text).second) return;
        const auto left = places_.max_all - std::min(places_.max_all, found_.text.size());
        if (left == 0) {
            leave_out(path, "there are too many context files");
            return;
        }
        found_.text +=
            (found_.text.empty() ? "" : "\n\n") + ("# " + to_utf8(path.string())) + "\n\n";
        const auto fitting =
            shorten(text, std::min(places_.max_file, left), "\n[cut: the file is longer]");
        found_.text += author == Author::Stranger ? strangers_text(fitting) : fitting;
        found_.has_strangers_text |= author == Author::Stranger;
        found_.paths.push_back(path);
    }

    const ContextPlaces& places_;
    ContextFiles found_;
    std::set<std::string> known_;  // CLAUDE.md is often a copy of AGENTS.md, or a link to it
};

}  // namespace

fs::path project_root(const fs::path& cwd) {
    auto folder = cwd;
    for (int i = 0; i < kMaxFolders; ++i) {
        if (!is_own_folder(folder)) break;
        if (is_there(folder / ".git")) return folder;
        if (!folder.has_relative_path()) break;
        folder = folder.parent_path();
    }
    return cwd;
}

ContextFiles find_context_files(const ContextPlaces& places) {
    Finder finder(places);
    std::error_code failed;
    if (!places.user_folder.empty()) {
        const auto folder = fs::canonical(places.user_folder, failed);
        if (!failed) finder.look(folder, folder, Author::User);
    }
    const auto cwd = fs::canonical(places.cwd, failed);
    if (failed) return finder.take();
    const auto root = project_root(cwd);
    for (const auto& folder : folders_between(root, cwd)) {
        finder.look(root, folder, places.project, places.guard);
    }
    return finder.take();
}

}  // namespace fovea::agent
