#include "fovea/tools/filesystem_glob.hpp"

#include "fovea/tools/left_out.hpp"
#include "fovea/tools/path_glob.hpp"
#include "fovea/tools/shown_path.hpp"
#include "fovea/tools/tool_input.hpp"

#include <fmt/format.h>

#include <utility>

namespace fovea::tools {
namespace {

constexpr std::size_t kMaxFiles = 1000;

constexpr std::string_view kDescription =
    "Lists files of the workspace whose path matches a pattern, sorted by path, at most 1000. * is "
    "any "
    "characters within a name, ** any folders, ? one character, {a,b} either, [a-z] one of. "
    "\"*.png\" is files of the folder itself, \"**/*.png\" also those below it.";

constexpr std::string_view kSchema = R"({
"type":"object",
"properties":{
"pattern":{"type":"string","description":"such as src/**/*.{cpp,hpp}"},
"path":{"type":"string","description":"the folder to look in; without it, the whole workspace"}},
"required":["pattern"],
"additionalProperties":false})";

// Where the walk begins: the given folder, and those that the pattern names in front.
std::string start_of(const std::string& path, const std::string& folder) {
    if (folder.starts_with('/') || path.empty()) return folder;
    return folder.empty() ? path : path + "/" + folder;
}

}  // namespace

FilesystemGlob::FilesystemGlob(ingest::Workspace workspace, std::chrono::milliseconds time)
    : workspace_(std::move(workspace)),
      time_(time),
      spec_{
          .name = "filesystem_glob",
          .description = std::string(kDescription),
          .input_schema = std::string(kSchema)} {}

Result<ToolOutcome> FilesystemGlob::glob(const ToolCall& call, const std::stop_token& stop) const {
    const auto input = TRY(ToolInput::parse(call.input, "filesystem_glob", {"pattern", "path"}));
    const auto pattern = TRY(input.text("pattern", {.required = true})).value_or("");
    const auto path = TRY(input.text("path")).value_or("");
    const auto parts = split_glob(pattern.starts_with("./") ? pattern.substr(2) : pattern);
    const auto glob = TRY(PathGlob::parse(parts.rest));
    std::string list;
    std::size_t count = 0;
    std::size_t closed = 0;
    const SearchDeadline deadline(time_);
    bool time_over = false;
    const auto visit = [&](const ingest::WalkedFile& file) {
        time_over = deadline.is_over();
        if (time_over) return ingest::Walk::Enough;
        if (!glob.matches(file.below)) return ingest::Walk::On;
        if (++count > kMaxFiles) return ingest::Walk::Enough;
        list += shown_path(file.path) + "\n";
        return ingest::Walk::On;
    };
    const auto on_closed = [&](const ingest::WalkedFile& file) {
        if (!deadline.is_over() && glob.matches(file.below)) ++closed;
    };
    const auto end = workspace_for(call, workspace_)
                         .walk(start_of(path, parts.folder), visit, {.on_closed = on_closed}, stop);
    if (!end.ok()) {
        // The folder in front of a pattern is part of the pattern: nothing fits it. A given one is
        // a mistake to be told.
        const bool part_of_pattern = !parts.folder.empty() && path.empty();
        if (end.error().code != ErrorCode::FileNotFound || !part_of_pattern) return end.error();
    }
    if (count == 0) list = "no file matches " + shown_path(pattern) + "\n";
    if (count > kMaxFiles) {
        list +=
            fmt::format("[the first {} files; there are more: narrow the pattern]\n", kMaxFiles);
    }
    if (time_over) {
        list += "[timed out before all folders were searched: give a path]\n";
    }
    list += left_out_line(closed);
    if (end.ok() && end.value() == ingest::WalkEnd::Limited) {
        list += "[not all folders were searched: there are too many files; give a path]\n";
    }
    return said(std::move(list));
}

ToolOutcome FilesystemGlob::run(const ToolCall& call, const std::stop_token& stop) {
    auto outcome = glob(call, stop);
    return outcome.ok() ? std::move(outcome).value() : failed(outcome.error());
}

}  // namespace fovea::tools
