#include "fovea/tui/editor/path_list.hpp"

#include "fovea/base/unseen.hpp"
#include "fovea/base/utf8.hpp"

#include <system_error>

#include <algorithm>
#include <array>
#include <deque>
#include <string_view>
#include <utility>

namespace fovea::tui {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 5> kMadeByTools{
    "node_modules", "__pycache__", "target", "build", "dist"};

bool is_left_out(const std::string& name) {
    return name.empty() || name.front() == '.' ||
           std::ranges::find(kMadeByTools, name) != kMadeByTools.end();
}

// What the editor would not take as it is can be dropped, not chosen.
bool can_be_written(const std::string& name) {
    return to_utf8(name) == name && without_unseen(name) == name &&
           name.find_first_of("\n\t") == name.npos;
}

}  // namespace

// Level by level: where there are too many, the near ones are there.
std::vector<std::string> list_paths(
    const fs::path& folder, const PathLimits& limits, const std::stop_token& stop
) {
    std::vector<std::string> paths;
    std::deque<std::pair<std::string, int>> waiting{{"", 0}};
    while (!waiting.empty() && !stop.stop_requested()) {
        const auto [below, depth] = waiting.front();
        waiting.pop_front();
        std::error_code bad;
        fs::directory_iterator entries(
            folder / below, fs::directory_options::skip_permission_denied, bad
        );
        for (; !bad && entries != fs::directory_iterator(); entries.increment(bad)) {
            const auto name = entries->path().filename().string();
            if (is_left_out(name) || !can_be_written(name)) continue;
            if (paths.size() >= limits.paths) return paths;
            std::error_code unknown;
            const auto status = entries->symlink_status(unknown);
            if (unknown) continue;
            if (fs::is_directory(status)) {
                paths.push_back(below + name + "/");
                if (depth + 1 < limits.depth) waiting.emplace_back(paths.back(), depth + 1);
            } else if (fs::is_regular_file(status) || fs::is_symlink(status)) {
                paths.push_back(below + name);
            }
        }
    }
    std::ranges::sort(paths);
    return paths;
}

}  // namespace fovea::tui
