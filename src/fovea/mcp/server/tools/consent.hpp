// Whether a model may be asked, for tools whose client may have a person in front of it (V7).
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/mcp/server/eyes.hpp"
#include "fovea/mcp/server/served_tool.hpp"
#include "fovea/tools/analysis_tool.hpp"

#include <stop_token>
#include <string>

namespace fovea::mcp {

// What is missing is asked for on the spot. ConsentRequired else, with how to agree.
Result<void> check_model(
    const std::string& model, const Call& call, const Eyes& eyes, const std::stop_token& stop
);

// eyes.analyze, which asks on the spot as well. Borrows both.
tools::AskAnalysis analyze_with_consent(const Call& call, const Eyes& eyes);

}  // namespace fovea::mcp
