// Questions about files, for one command or one run: who answers them, with what, and what was
// answered before.
//
//     OpenedAnalysis analysis(invocation, opened, vision);
//     const auto done = analysis.ask({.files = files, .prompt = "…"}, stop);
#pragma once

#include "fovea/analysis/analyze.hpp"
#include "fovea/cli/opened_delivery.hpp"
#include "fovea/cli/opened_vision.hpp"

#include <stop_token>

namespace fovea::cli {

class OpenedAnalysis {
public:
    // Borrows all three; the latter two are open.
    OpenedAnalysis(const Invocation& invocation, OpenedDelivery& opened, OpenedVision& vision);

    // Several threads may ask at once. The times that it may take are those of the settings.
    Result<analysis::Analysis, analysis::AnalysisFailed> ask(
        analysis::AnalysisRequest request, const std::stop_token& stop
    );

private:
    Result<delivery::Target> find_model(const std::string& name, const std::stop_token& stop);
    analysis::AnalysisServices services();

    const Invocation& invocation_;
    OpenedDelivery& opened_;
    OpenedVision& vision_;
    delivery::Services delivery_;
    delivery::DocumentServices documents_;
};

}  // namespace fovea::cli
