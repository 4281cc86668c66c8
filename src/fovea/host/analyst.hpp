// Questions about files, for one command or one run: who answers them, with what, and what was
// answered before.
//
//     Analyst analyst(situation, machine, vision);
//     const auto done = analyst.ask({.files = files, .prompt = "…"}, stop);
#pragma once

#include "fovea/analysis/analyze.hpp"
#include "fovea/host/machine.hpp"
#include "fovea/host/vision.hpp"

#include <stop_token>

namespace fovea::host {

class Analyst {
public:
    // Borrows all three.
    Analyst(const Situation& situation, Machine& machine, Vision& vision);

    // Several threads may ask at once. The times that it may take are those of the settings.
    Result<analysis::Analysis, analysis::AnalysisFailed> ask(
        analysis::AnalysisRequest request, const std::stop_token& stop
    );

private:
    Result<delivery::Target> find_model(const std::string& name, const std::stop_token& stop);
    analysis::AnalysisServices services();

    const Situation& situation_;
    Machine& machine_;
    Vision& vision_;
    delivery::Services delivery_;
    delivery::DocumentServices documents_;
};

}  // namespace fovea::host
