// filesystem_read: a file of the workspace, as a model can use it (T1).
//
//     {"path": "src/main.cpp", "offset": 2001, "limit": 500}
//
// Text comes with the numbers of its lines, 2,000 lines and 50,000 characters at most, and says how to
// read on. A picture (by its bytes, whatever its name) passes the gate, is stored and comes as an
// image behind a line about it; a PDF comes as a document. Base64 in text is lifted out, so that a
// picture in a JSON file is seen instead of read. Other binary files are named for what they are, and
// not shown.
#pragma once

#include "fovea/ingest/intake.hpp"
#include "fovea/ingest/workspace.hpp"
#include "fovea/tools/tool.hpp"

#include <stop_token>
#include <string>

namespace fovea::tools {

class FilesystemRead final : public Tool {
public:
    // Borrows what the intake borrows.
    FilesystemRead(ingest::Workspace workspace, const ingest::Intake& intake);

    const providers::ToolSpec& spec() const override { return spec_; }
    Effect effect() const override { return Effect::ReadsWorkspace; }
    std::string toolset() const override { return "files"; }
    ToolOutcome run(const ToolCall& call, const std::stop_token& stop) override;

private:
    Result<ToolOutcome> read(const ToolCall& call, const std::stop_token& stop) const;

    ingest::Workspace workspace_;
    ingest::Intake intake_;
    providers::ToolSpec spec_;
};

}  // namespace fovea::tools
