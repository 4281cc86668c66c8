// Who is asked about files (R1, ETH-12): the model that the call names; else the configured vision model;
// else the main model; else, where no vision model is configured, local/ocr, which needs nobody's leave.
//
//     const auto target = TRY(choose_model({.named = "openai/gpt-5-mini", .main = settings.model},
//                                          kinds_of(files), find));
//
// What is not known of a model counts as no (ETH-13). VisionNotSupported, PdfNotSupported and
// VideoNotSupported name the model and the line to add.
#pragma once

#include "fovea/analysis/material.hpp"
#include "fovea/base/result.hpp"
#include "fovea/delivery/target.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>

namespace fovea::analysis {

struct ModelNames {
    std::optional<std::string> named = {};      // by the call
    std::optional<std::string> auxiliary = {};  // vision.model, where somebody set it
    std::string main = "local/ocr";
};

struct Kinds {
    bool pictures = false;
    bool documents = false;
    bool videos = false;

    bool operator==(const Kinds&) const = default;
};

Kinds kinds_of(std::span<const Material> files);

// Finds a model by its name, "provider/id" or an id alone; NoCandidate when there is none.
using FindTarget = std::function<Result<delivery::Target>(const std::string& name)>;

Result<delivery::Target> choose_model(
    const ModelNames& names, const Kinds& kinds, const FindTarget& find
);

}  // namespace fovea::analysis
