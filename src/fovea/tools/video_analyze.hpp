// video_analyze: one question about a recording, one envelope (T3, ETH-23).
//
//     {"file_url": "https://example.com/demo.mp4", "prompt": "When does it fail?", "start": "1:00"}
//
// Exactly one of file_url and file_path. A model that takes video gets it; others see the frames that
// show what happens, with their times. What is answered comes fenced, 30,000 characters at most.
#pragma once

#include "fovea/tools/analysis_tool.hpp"

#include <string>

namespace fovea::tools {

// As it is offered.
providers::ToolSpec video_analyze_spec();

class VideoAnalyze final : public AnalysisTool {
public:
    VideoAnalyze(AnalysisSources sources, AskAnalysis ask);

private:
    Result<Asked> read(boost::json::object arguments) const override;
};

}  // namespace fovea::tools
