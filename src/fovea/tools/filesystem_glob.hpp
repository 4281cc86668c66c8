// filesystem_glob: names of files in the workspace that fit a pattern (T1).
//
//     {"pattern": "**/*.{png,jpg}", "path": "shots"}
//
// Patterns as in path_glob.hpp, relative to `path` or to the workspace. In the order of their paths,
// one a line, 1,000 at most. Files of .git are left out; links to folders are not followed. Files that
// the workspace closes are not named; how many would fit, is told. It ends as filesystem_grep does
// when the time is over.
#pragma once

#include "fovea/ingest/workspace.hpp"
#include "fovea/tools/search_limits.hpp"
#include "fovea/tools/tool.hpp"

#include <chrono>
#include <stop_token>
#include <string>

namespace fovea::tools {

class FilesystemGlob final : public Tool {
public:
    explicit FilesystemGlob(
        ingest::Workspace workspace, std::chrono::milliseconds time = kSearchTime
    );

    const providers::ToolSpec& spec() const override { return spec_; }
    Effect effect() const override { return Effect::ReadsWorkspace; }
    std::string toolset() const override { return "files"; }
    ToolOutcome run(const ToolCall& call, const std::stop_token& stop) override;

private:
    Result<ToolOutcome> glob(const ToolCall& call, const std::stop_token& stop) const;

    ingest::Workspace workspace_;
    std::chrono::milliseconds time_;
    providers::ToolSpec spec_;
};

}  // namespace fovea::tools
