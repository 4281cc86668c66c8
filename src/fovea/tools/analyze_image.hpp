// analyze_image as a model calls it (V2): proxy::analyze_image, with its pictures from the workspace
// and from the session.
//
//     AnalyzeImage tool(workspace, intake, {.find_stored = …, .look = …}, {.model = "local/ocr"});
//     const ToolOutcome outcome = tool.run(call, stop);
//
// A path lies inside the workspace (V11); "sha256:…" is a picture of the session and of no other. What
// the vision model said comes fenced, its usage counts towards the session (ETH-10), and the outcome's
// entries hold the telemetry (V10).
#pragma once

#include "fovea/ingest/intake.hpp"
#include "fovea/ingest/workspace.hpp"
#include "fovea/proxy/describe/analyze_image.hpp"
#include "fovea/tools/tool.hpp"

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>

namespace fovea::tools {

struct AnalyzeImageServices {
    // A picture that the caller may see, by "sha256:<8 or more digits>".
    std::function<Result<content::ImageBlock>(const std::string& name)> find_stored;
    // Pictures have no other names, with "sha256:" before them or without.
    bool only_stored = false;
    proxy::Look look;
    // Whether such a model may be asked: registered, sees, agreed to. Empty: all may.
    std::function<Result<void>(const std::string& model, const std::stop_token& stop)> check_model =
        {};
    store::Clock now = store::system_now;
};

struct AnalyzeImageSettings {
    std::string model;  // where the call names none
    std::chrono::milliseconds timeout{60'000};
    std::size_t max_images = 10;  // of a call
};

// All that a call gave.
struct Analyzed {
    ToolOutcome outcome;
    proxy::Description description = {};  // empty where it failed
};

class AnalyzeImage final : public Tool {
public:
    // Borrows what the intake borrows.
    AnalyzeImage(
        ingest::Workspace workspace,
        const ingest::Intake& intake,
        AnalyzeImageServices services,
        AnalyzeImageSettings settings
    );

    const providers::ToolSpec& spec() const override { return spec_; }
    Effect effect() const override { return Effect::ReadsWorkspace; }
    std::string toolset() const override { return "vision"; }
    ToolOutcome run(const ToolCall& call, const std::stop_token& stop) override;

    // The same, with what it says beyond words: places, and whether it was known.
    Analyzed analyze(const ToolCall& call, const std::stop_token& stop) const;

private:
    Result<content::ImageBlock> find(
        const std::string& name, const ToolCall& call, const std::stop_token& stop
    ) const;

    ingest::Workspace workspace_;
    ingest::Intake intake_;
    AnalyzeImageServices services_;
    AnalyzeImageSettings settings_;
    providers::ToolSpec spec_;
};

}  // namespace fovea::tools
