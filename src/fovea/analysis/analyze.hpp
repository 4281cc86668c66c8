// One question about one or more files, answered by one model (T2, T3).
//
//     const auto done = analyze({.files = files, .prompt = "Extract the total."}, services, stop);
//     done.value().text;   done.value().usage.cost_usd;
//
// The same question about the same files is asked once: answers are kept, and of several who ask at
// the same time one does and the others wait for it. With a schema the answer must be JSON that
// satisfies it: natively where the model can be bound to one, else it is checked and asked for again,
// at most twice; ResponseNotJson after that.
#pragma once

#include "fovea/analysis/analysis.hpp"
#include "fovea/analysis/material.hpp"
#include "fovea/analysis/model_chain.hpp"
#include "fovea/analysis/parts.hpp"
#include "fovea/base/result.hpp"
#include "fovea/delivery/deliver.hpp"
#include "fovea/delivery/stored_document.hpp"
#include "fovea/proxy/grounding/format.hpp"
#include "fovea/proxy/turn_sight.hpp"
#include "fovea/reading/answer/picture_reader.hpp"
#include "fovea/store/result_cache.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::analysis {

inline constexpr int kMaxSchemaRetries = 2;

struct AnalysisRequest {
    std::vector<Material> files;
    std::string prompt;
    std::optional<std::string> model = {};   // else the chain
    std::optional<std::string> schema = {};  // a JSON schema, as text
    Scope scope = {};
    std::chrono::milliseconds timeout{60'000};        // of a remote model
    std::chrono::milliseconds local_timeout{60'000};  // of local/ocr
};

// All of it outlives the call.
struct AnalysisServices {
    const delivery::Services& delivery;
    const delivery::DocumentServices& documents;
    const store::ResultCache& answers;
    std::function<Result<reading::PictureReader*>()> local;
    ModelNames names = {};  // where the request names none
    std::function<Result<delivery::Target>(const std::string& name, const std::stop_token&)>
        find_model;
    // Whether its provider was agreed to (V7).
    std::function<Result<void>(const delivery::Target&)> check_consent;
    // How it is asked for places; none: it is not.
    std::function<proxy::grounding::Format(const delivery::Target&)> format_of = {};
    proxy::Look look = {};  // describes pages for the blind; empty: nobody does
    std::string describer = "local/ocr";
};

Result<Analysis, AnalysisFailed> analyze(
    const AnalysisRequest& request, const AnalysisServices& services, const std::stop_token& stop
);

}  // namespace fovea::analysis
