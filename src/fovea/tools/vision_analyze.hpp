// vision_analyze: one question about pictures or PDFs, one envelope (T2, ETH-1).
//
//     {"file_path": "invoice.pdf", "prompt": "What is the total?", "pages": "1-2",
//      "format": {"type": "json_schema", "schema": {…}}}
//
// Exactly one of file_path, file_url, file_base64 and file_paths. A path lies inside the workspace
// (V11), a URL passes the gate (Q2). What is answered comes fenced, 8,000 characters at most.
#pragma once

#include "fovea/tools/analysis_tool.hpp"

#include <string>

namespace fovea::tools {

// As it is offered.
providers::ToolSpec vision_analyze_spec();

class VisionAnalyze final : public AnalysisTool {
public:
    VisionAnalyze(AnalysisSources sources, AskAnalysis ask);

private:
    Result<Asked> read(boost::json::object arguments) const override;
};

}  // namespace fovea::tools
