// What vision_analyze and video_analyze share: where their file comes from, and what they answer.
#pragma once

#include "fovea/analysis/analyze.hpp"
#include "fovea/ingest/intake.hpp"
#include "fovea/ingest/workspace.hpp"
#include "fovea/tools/tool.hpp"
#include "fovea/tools/tool_input.hpp"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::tools {

// Asks whoever is configured. Several threads may call it at once.
using AskAnalysis = std::function<Result<analysis::Analysis, analysis::AnalysisFailed>(
    const analysis::AnalysisRequest& request, const std::stop_token& stop
)>;

// Where the files of a call come from. Borrows both.
struct AnalysisSources {
    const ingest::Workspace& workspace;
    ingest::Intake intake;
    // A picture that the caller may see, by "sha256:<hex>"; empty: none.
    std::function<Result<content::ImageBlock>(const std::string& name)> find_stored = {};
};

// All that a call gave.
struct AnalyzedFiles {
    ToolOutcome outcome;
    std::vector<analysis::Material> files = {};
    std::optional<analysis::Analysis> analysis = {};  // none where it failed
};

// The files of exactly one of "file_path", "file_url", "file_base64" and "file_paths", as far as the
// tool knows them; InvalidInput for none and for several.
Result<std::vector<analysis::Material>> take_files(
    const ToolInput& input,
    analysis::Expected expected,
    const AnalysisSources& sources,
    const std::stop_token& stop
);

// The outcome for the model: the envelope in a fence (T4), its cost for the session (ETH-10).
AnalyzedFiles tell(
    Result<analysis::Analysis, analysis::AnalysisFailed> done,
    std::vector<analysis::Material> files,
    std::size_t max_characters
);

// Pages and frames as the progress of a call.
analysis::OnProgress progress_for(const ToolCall& call);

}  // namespace fovea::tools
