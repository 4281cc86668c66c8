// Analyses in the result cache, as JSON.
#pragma once

#include "fovea/analysis/analysis.hpp"
#include "fovea/store/result_cache.hpp"

#include <optional>
#include <string>

namespace fovea::analysis {

std::optional<Analysis> kept_analysis(const store::ResultCache& known, const std::string& key);

void keep_analysis(
    const store::ResultCache& known, const std::string& key, const Analysis& analysis
);

}  // namespace fovea::analysis
