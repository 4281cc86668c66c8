// vision_analyze: one question about pictures or PDFs, one envelope (T2, ETH-1).
//
//     {"file_path": "invoice.pdf", "prompt": "What is the total?", "pages": "1-2",
//      "format": {"type": "json_schema", "schema": {…}}}
//
// Exactly one of file_path, file_url, file_base64 and file_paths. A path lies inside the workspace
// (V11), a URL passes the gate (Q2). What is answered comes fenced, 8,000 characters at most.
#pragma once

#include "fovea/tools/analysis_tool.hpp"

#include <stop_token>
#include <string>

namespace fovea::tools {

// As it is offered.
providers::ToolSpec vision_analyze_spec();

class VisionAnalyze final : public Tool {
public:
    VisionAnalyze(AnalysisSources sources, AskAnalysis ask);

    const providers::ToolSpec& spec() const override { return spec_; }
    // A file leaves the machine, for a model that the operator chose.
    Effect effect() const override { return Effect::Other; }
    std::string toolset() const override { return "vision"; }
    ToolOutcome run(const ToolCall& call, const std::stop_token& stop) override;

    // The same, with the envelope's parts.
    AnalyzedFiles analyze(const ToolCall& call, const std::stop_token& stop) const;

private:
    AnalysisSources sources_;
    AskAnalysis ask_;
    providers::ToolSpec spec_;
};

}  // namespace fovea::tools
