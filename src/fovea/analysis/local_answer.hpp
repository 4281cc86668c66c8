// How local/ocr answers about files (P5): from the text layer of a document's pages, from recognised
// text where a page has none and of pictures, and from the text of a recording's frames.
//
//     const auto answer = TRY(answer_locally(files, "What is the total?", scope, services, stop));
#pragma once

#include "fovea/analysis/analysis.hpp"
#include "fovea/analysis/material.hpp"
#include "fovea/analysis/parts.hpp"
#include "fovea/base/result.hpp"
#include "fovea/delivery/stored_document.hpp"
#include "fovea/reading/answer/picture_reader.hpp"

#include <chrono>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::analysis {

struct LocalServices {
    const delivery::DocumentServices& documents;
    std::function<Result<reading::PictureReader*>()> local;
    providers::BlobSource& files;
    std::chrono::milliseconds timeout{60'000};
};

struct LocalAnswer {
    std::string text;
    std::string value = {};  // the bare answer, where it is certain
    std::vector<Citation> citations = {};
    bool complete = true;
    std::vector<std::string> notes = {};  // what was not looked at
};

Result<LocalAnswer> answer_locally(
    std::span<const Material> files,
    const std::string& question,
    const Scope& scope,
    const LocalServices& services,
    const std::stop_token& stop
);

}  // namespace fovea::analysis
