#include "fovea/tools/filesystem_grep.hpp"

#include "fovea/tools/grep_file.hpp"
#include "fovea/tools/left_out.hpp"
#include "fovea/tools/path_glob.hpp"
#include "fovea/tools/search_limits.hpp"
#include "fovea/tools/tool_input.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <re2/re2.h>
#include <utility>

namespace fovea::tools {
namespace {

constexpr std::string_view kDescription =
    "Searches the text files of the workspace for a regular expression (RE2 syntax: no "
    "backreferences, no look-around), line by line. Results are sorted by path: "
    "\"file:line:text\". "
    "mode \"files\" gives only the names of files with a match, \"count\" their number of matching "
    "lines. glob narrows the files: \"*.cpp\" by name, \"src/**/*.cpp\" by path.";

constexpr std::string_view kSchema = R"({
"type":"object",
"properties":{
"pattern":{"type":"string","description":"regular expression"},
"path":{"type":"string","description":"folder or file to search; without it, the whole workspace"},
"glob":{"type":"string","description":"only files that match, such as *.{ts,tsx}"},
"ignore_case":{"type":"boolean"},
"context":{"type":"integer","minimum":0,"maximum":20,"description":"lines shown around a match"},
"max_results":{"type":"integer","minimum":1,"maximum":1000,"description":"200 without it"},
"mode":{"type":"string","enum":["content","files","count"]}},
"required":["pattern"],
"additionalProperties":false})";

struct Search {
    std::unique_ptr<re2::RE2> expression;
    std::string path;
    std::optional<PathGlob> glob = {};
    bool glob_is_of_names = false;
    GrepSettings settings;
};

Result<Search> search_of(const std::string& text) {
    const auto input = TRY(ToolInput::parse(
        text,
        "filesystem_grep",
        {"pattern", "path", "glob", "ignore_case", "context", "max_results", "mode"}
    ));
    Search search;
    const auto pattern = TRY(input.text("pattern", {.required = true})).value_or("");
    const bool ignore_case = TRY(input.flag("ignore_case"));
    search.expression = TRY(compile_pattern(pattern, {.ignore_case = ignore_case}));
    search.path = TRY(input.text("path")).value_or("");
    if (const auto glob = TRY(input.text("glob"))) {
        search.glob = TRY(PathGlob::parse(*glob));
        search.glob_is_of_names = glob->find('/') == std::string::npos;
    }
    search.settings.context = TRY(input.whole("context", {.most = 20})).value_or(0);
    search.settings.max_results =
        TRY(input.whole("max_results", {.least = 1, .most = 1000})).value_or(200);
    const auto mode = TRY(input.choice("mode", {"content", "files", "count"}));
    search.settings.mode = mode == "files"   ? GrepMode::Files
                           : mode == "count" ? GrepMode::Count
                                             : GrepMode::Content;
    return search;
}

bool is_wanted(const Search& search, const ingest::WalkedFile& file) {
    if (!search.glob) return true;
    if (!search.glob_is_of_names) {
        return search.glob->matches(file.below) || search.glob->matches(file.path);
    }
    return search.glob->matches(std::filesystem::path(file.below).filename().string());
}

// What the model has to know about results that are not all there is.
struct Missing {
    std::optional<GrepEnd> end = {};  // Full or TimeOver
    bool has_cut_lines = false;
    std::size_t closed = 0;  // files
    ingest::WalkEnd walk = ingest::WalkEnd::Complete;
};

std::string words_about(const Missing& missing, const GrepOutput& out, std::size_t searched) {
    std::string words;
    if (missing.end == GrepEnd::Full) {
        words += fmt::format(
            "[the first {} results; there are more: narrow the search]\n", out.results()
        );
    }
    if (missing.end == GrepEnd::TimeOver) {
        words +=
            "[timed out before all files were searched: narrow the search by path or glob, "
            "or simplify the pattern]\n";
    }
    if (missing.has_cut_lines) {
        words += fmt::format(
            "[of lines over {} bytes only the beginning was searched: the pattern is large]\n",
            searched
        );
    }
    words += left_out_line(missing.closed);
    if (missing.walk == ingest::WalkEnd::Limited) {
        words += "[not all folders were searched: there are too many files; give a path]\n";
    }
    return words;
}

Result<ToolOutcome> grep(
    const ingest::Workspace& workspace,
    const std::string& text,
    std::chrono::milliseconds time,
    const std::stop_token& stop
) {
    const auto search = TRY(search_of(text));
    const SearchDeadline deadline(time);
    GrepOutput out(search.settings);
    std::optional<Error> stopped;
    Missing missing;
    const auto visit = [&](const ingest::WalkedFile& walked) {
        if (deadline.is_over()) {
            missing.end = GrepEnd::TimeOver;
            return ingest::Walk::Enough;
        }
        if (!is_wanted(search, walked)) return ingest::Walk::On;
        auto file = workspace.open_file(walked.path);
        if (!file.ok()) return ingest::Walk::On;  // gone, or not ours to read
        const auto done = grep_file(
            *search.expression, search.settings, walked.path, file.value(), out, deadline, stop
        );
        if (done.ok() && done.value() == GrepEnd::Complete) return ingest::Walk::On;
        if (!done.ok() && done.error().code != ErrorCode::Cancelled) return ingest::Walk::On;
        if (done.ok()) {
            missing.end = done.value();
        } else {
            stopped = done.error();
        }
        return ingest::Walk::Enough;
    };
    const auto on_closed = [&](const ingest::WalkedFile& walked) {
        if (is_wanted(search, walked)) ++missing.closed;
    };
    missing.walk = TRY(workspace.walk(search.path, visit, {.on_closed = on_closed}, stop));
    if (stopped) return *stopped;
    missing.has_cut_lines = out.has_cut_lines();
    auto list = out.take_text();
    if (list.empty()) list = "no match\n";
    list += words_about(missing, out, searched_bytes(*search.expression));
    return said(std::move(list));
}

}  // namespace

FilesystemGrep::FilesystemGrep(ingest::Workspace workspace, std::chrono::milliseconds time)
    : workspace_(std::move(workspace)),
      time_(time),
      spec_{
          .name = "filesystem_grep",
          .description = std::string(kDescription),
          .input_schema = std::string(kSchema)} {}

ToolOutcome FilesystemGrep::run(const ToolCall& call, const std::stop_token& stop) {
    auto outcome = grep(workspace_for(call, workspace_), call.input, time_, stop);
    return outcome.ok() ? std::move(outcome).value() : failed(outcome.error());
}

}  // namespace fovea::tools
