// filesystem_grep: lines of text files in the workspace that match a regular expression (T1).
//
//     {"pattern": "TODO|FIXME", "path": "src", "glob": "*.{cpp,hpp}", "context": 2}
//
//     src/net/sse.cpp:41:    // TODO: …        a match
//     src/net/sse.cpp-42-    return {};        a line around it
//
// Expressions are RE2's: those of Perl and ECMAScript without backreferences and look-around, matched
// in linear time, so that none can hang. Binary files are skipped, long lines cut around the match.
#pragma once

#include "fovea/ingest/workspace.hpp"
#include "fovea/tools/tool.hpp"

#include <stop_token>
#include <string>

namespace fovea::tools {

class FilesystemGrep final : public Tool {
public:
    // Borrows the workspace.
    explicit FilesystemGrep(const ingest::Workspace& workspace);

    const providers::ToolSpec& spec() const override { return spec_; }
    Effect effect() const override { return Effect::ReadsWorkspace; }
    std::string toolset() const override { return "files"; }
    ToolOutcome run(const ToolCall& call, const std::stop_token& stop) override;

private:
    const ingest::Workspace& workspace_;
    providers::ToolSpec spec_;
};

}  // namespace fovea::tools
