// What vision_analyze and video_analyze share: where their files come from, and what they answer.
//
// Exactly one of "file_path", "file_url", "file_base64" and "file_paths" names them, as far as a tool
// knows these words; none and several are InvalidInput. A path lies inside the workspace (V11), a URL
// passes the gate (Q2).
#pragma once

#include "fovea/analysis/analyze.hpp"
#include "fovea/ingest/intake.hpp"
#include "fovea/ingest/workspace.hpp"
#include "fovea/tools/tool.hpp"
#include "fovea/tools/tool_input.hpp"

#include <boost/json/object.hpp>

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

// Where the files of a call come from. Borrows what the intake borrows.
struct AnalysisSources {
    ingest::Workspace workspace;
    ingest::Intake intake;
    // A picture that the caller may see, by "sha256:<8 or more digits>"; empty: none.
    std::function<Result<content::ImageBlock>(const std::string& name)> find_stored = {};
};

// All that a call gave.
struct AnalyzedFiles {
    ToolOutcome outcome;
    std::vector<analysis::Material> files = {};
    std::optional<analysis::Analysis> analysis = {};  // none where it failed
};

// Reads the call, takes its files in, asks, and tells the answer: the envelope in a fence (T4), its cost
// for the session (ETH-10). A tool adds what it is called and what may be said besides the files.
class AnalysisTool : public Tool {
public:
    const providers::ToolSpec& spec() const override { return spec_; }
    // The network is reached, for the file and for the model that the operator chose (ETH-25).
    Effect effect() const override { return Effect::Other; }
    std::string toolset() const override { return "vision"; }
    ToolOutcome run(const ToolCall& call, const std::stop_token& stop) override;

    // The same, with the envelope's parts, of arguments that were read already: a file may be among them as
    // 32 MB of base64. What the call has for an input is not looked at.
    AnalyzedFiles analyze(
        boost::json::object arguments, const ToolCall& call, const std::stop_token& stop
    ) const;

protected:
    struct Asked {
        ToolInput input;                    // names the files
        analysis::AnalysisRequest request;  // all but the files
    };

    AnalysisTool(
        providers::ToolSpec spec,
        analysis::Expected expected,
        std::size_t max_characters,  // of the answer
        AnalysisSources sources,
        AskAnalysis ask
    );

private:
    virtual Result<Asked> read(boost::json::object arguments) const = 0;
    Result<analysis::AnalysisRequest> request_of(
        boost::json::object arguments, const ToolCall& call, const std::stop_token& stop
    ) const;

    providers::ToolSpec spec_;
    analysis::Expected expected_;
    std::size_t max_characters_;
    AnalysisSources sources_;
    AskAnalysis ask_;
};

inline constexpr std::size_t kMaxAnalysisPrompt = 64 << 10;

}  // namespace fovea::tools
