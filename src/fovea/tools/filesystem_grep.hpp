// filesystem_grep: lines of text files in the workspace that match a regular expression (T1).
//
//     {"pattern": "TODO|FIXME", "path": "src", "glob": "*.{cpp,hpp}", "context": 2}
//
//     src/net/codec/sse.cpp:41:    // TODO: …        a match
//     src/net/codec/sse.cpp-42-    return {};        a line around it
//
// Expressions are RE2's: those of Perl and ECMAScript without backreferences and look-around, matched
// in linear time and within the limits of search_limits.hpp, so that none can hang: when the time is
// over, what was found so far comes with a line that says so. Binary files are skipped, long lines cut
// around the match. Files that the workspace closes are not searched; how many, is told.
#pragma once

#include "fovea/ingest/workspace.hpp"
#include "fovea/tools/search_limits.hpp"
#include "fovea/tools/tool.hpp"

#include <chrono>
#include <stop_token>
#include <string>

namespace fovea::tools {

class FilesystemGrep final : public Tool {
public:
    explicit FilesystemGrep(
        ingest::Workspace workspace, std::chrono::milliseconds time = kSearchTime
    );

    const providers::ToolSpec& spec() const override { return spec_; }
    Effect effect() const override { return Effect::ReadsWorkspace; }
    std::string toolset() const override { return "files"; }
    ToolOutcome run(const ToolCall& call, const std::stop_token& stop) override;

private:
    ingest::Workspace workspace_;
    std::chrono::milliseconds time_;
    providers::ToolSpec spec_;
};

}  // namespace fovea::tools
