// One file searched for an expression, line by line, and how results are written.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/ingest/workspace_file.hpp"
#include "fovea/tools/search_limits.hpp"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace fovea::tools {

enum class GrepMode : std::uint8_t { Content, Files, Count };

struct GrepSettings {
    GrepMode mode = GrepMode::Content;
    std::size_t context = 0;      // lines before and after
    std::size_t max_results = 0;  // matching lines, over all files; files in the other modes
};

class GrepOutput {
public:
    static constexpr std::size_t kMaxBytes = 50'000;

    explicit GrepOutput(const GrepSettings& settings) : settings_(settings) {}

    // A line that matches, or stands around one that does; `at` is where the match begins.
    void line(
        std::string_view path,
        std::uint64_t number,
        std::string_view text,
        bool match,
        std::size_t at = 0
    );
    void file(std::string_view path, std::uint64_t matches);

    void gap() { text_ += "--\n"; }
    void result() { ++results_; }
    void cut_line() { has_cut_lines_ = true; }
    std::size_t results() const { return results_; }
    bool is_empty() const { return text_.empty(); }
    bool is_full() const { return results_ >= settings_.max_results || text_.size() >= kMaxBytes; }
    bool has_cut_lines() const { return has_cut_lines_; }  // of which only a part was searched
    std::string take_text() { return std::move(text_); }

private:
    const GrepSettings& settings_;
    std::string text_;
    std::size_t results_ = 0;
    bool has_cut_lines_ = false;
};

enum class GrepEnd : std::uint8_t {
    Complete,
    Full,      // the output takes no more
    TimeOver,  // what was found before is in the output
};

// Cancelled soon after `stop`, however large the file is.
Result<GrepEnd> grep_file(
    const re2::RE2& expression,
    const GrepSettings& settings,
    std::string_view path,
    ingest::WorkspaceFile& file,
    GrepOutput& out,
    const SearchDeadline& deadline,
    const std::stop_token& stop
);

}  // namespace fovea::tools
