// Everything that looks at files for one command: the store, models that see, questions about files.
// Opened when it is first asked for, then kept.
//
//     OpenedSight sight(invocation);
//     TRY(sight.open());
//     const auto done = sight.analysis().ask({.files = files, .prompt = "…"}, stop);
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/cli/opened_analysis.hpp"
#include "fovea/cli/opened_delivery.hpp"
#include "fovea/cli/opened_vision.hpp"

#include <optional>

namespace fovea::cli {

class OpenedSight {
public:
    explicit OpenedSight(const Invocation& invocation) : invocation_(invocation) {}  // borrowed

    // Does nothing where it is open already.
    Result<void> open() {
        if (analysis_) return {};
        delivery_.emplace(invocation_);
        TRY(delivery_->open());
        vision_.emplace(invocation_, *delivery_);
        TRY(vision_->open());
        analysis_.emplace(invocation_, *delivery_, *vision_);
        return {};
    }

    // These of an open one.
    OpenedDelivery& delivery() { return *delivery_; }
    OpenedVision& vision() { return *vision_; }
    OpenedAnalysis& analysis() { return *analysis_; }

private:
    const Invocation& invocation_;
    // Each borrows those above it; made anew in this order after one that failed.
    std::optional<OpenedDelivery> delivery_;
    std::optional<OpenedVision> vision_;
    std::optional<OpenedAnalysis> analysis_;
};

}  // namespace fovea::cli
