// What the tools of our server look with. Everything given outlives them.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/context/variants.hpp"
#include "fovea/ingest/intake.hpp"
#include "fovea/mcp/server/person_questions.hpp"
#include "fovea/media/compare/compare.hpp"
#include "fovea/proxy/turn_sight.hpp"
#include "fovea/tools/analysis_tool.hpp"
#include "fovea/tools/browser_screenshot.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>

namespace fovea::mcp {

struct Eyes {
    ingest::Intake intake;  // the door for pictures, and where they are kept
    context::KeptVariants& variants;
    proxy::Look look;
    // Whether such a model may be asked: registered, sees, agreed to.
    std::function<Result<void>(const std::string& model, const std::stop_token& stop)> check_model;
    // After ConsentRequired: puts the question to the person, and keeps a yes (V7). ConsentRequired
    // where they said no, or nobody can be asked.
    std::function<Result<void>(
        const std::string& model, const std::function<Said(const std::string& question)>& ask
    )>
        agree;
    std::function<Result<media::Compared>(
        const content::ImageBlock& first,
        const content::ImageBlock& second,
        const std::stop_token& stop
    )>
        compare;
    tools::AskAnalysis analyze;  // of files of any kind
    tools::TakeShot take_shot;   // of web pages
    std::string model;           // who looks where a call names nobody
    std::function<std::chrono::milliseconds(const std::string& model)> timeout;
    std::size_t max_images = 10;  // of a call
};

}  // namespace fovea::mcp
