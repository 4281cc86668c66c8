// video_analyze: one question about a recording, one envelope (T3, ETH-23).
//
//     {"file_url": "https://example.com/demo.mp4", "prompt": "When does it fail?", "start": "1:00"}
//
// Exactly one of file_url and file_path. A model that takes video gets it; others see the frames that
// show what happens, with their times. What is answered comes fenced, 30,000 characters at most.
#pragma once

#include "fovea/tools/analysis_tool.hpp"

#include <stop_token>
#include <string>

namespace fovea::tools {

// As it is offered.
providers::ToolSpec video_analyze_spec();

class VideoAnalyze final : public Tool {
public:
    VideoAnalyze(AnalysisSources sources, AskAnalysis ask);

    const providers::ToolSpec& spec() const override { return spec_; }
    // The network is reached, for the file and for the model (ETH-25).
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
