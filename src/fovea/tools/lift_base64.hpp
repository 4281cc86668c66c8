// Takes base64 out of texts: a picture or a PDF becomes a stored file and a block, anything else a
// word about its size. No long run of base64 ever reaches a prompt.
//
//     const auto lifted = lift_base64(text, intake, stop);
//     lifted.text;     // "saved [image sha256:1a2b… 640x480]"
//     lifted.blocks;   // the pictures and documents, in their order
//
// Pictures pass the gate like any other. What it refuses, and what is more than a message may hold,
// stays out, and its place says why.
#pragma once

#include "fovea/content/blocks.hpp"
#include "fovea/ingest/intake.hpp"
#include "fovea/tools/base64_runs.hpp"
#include "fovea/tools/tool.hpp"

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::tools {

struct LiftedRun {
    std::size_t begin = 0;  // what is replaced
    std::size_t end = 0;
    std::string words;  // what stands there instead
    std::optional<content::ToolOutput> block = {};
};

// What to put in place of each run, with the files stored already. `room`: pictures that may still
// come; counted down.
std::vector<LiftedRun> lift_runs(
    std::string_view text,
    const ingest::Intake& intake,
    std::size_t& room,
    const std::stop_token& stop
);

struct LiftedText {
    std::string text;
    std::vector<content::ToolOutput> blocks;
};
LiftedText lift_base64(
    std::string_view text, const ingest::Intake& intake, const std::stop_token& stop
);

// All texts of a tool's result; each is followed by what was in it.
void lift_base64(ToolOutcome& outcome, const ingest::Intake& intake, const std::stop_token& stop);

// "sha256:1a2b… 640x480", as results name a picture.
std::string picture_words(const content::ImageBlock& image);

}  // namespace fovea::tools
