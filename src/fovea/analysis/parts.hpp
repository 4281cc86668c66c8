// Files as a remote model takes them (T2, T3, R1).
//
//     const auto parts = TRY(parts_of(files, target, scope, services, stop));
//     message.content = parts.blocks;            // each file below a line that names it
//     parts.origins[reply.boxes[0].image];       // which page or moment a picture is
//
//   picture    goes as it is; delivery fits it
//   document   natively, cut to the pages that are meant; else pictures of the pages with the text layer
//              in front of each; for a blind model the text, and descriptions of pages without any
//   video      natively by bytes or address; else frames, each below its time
//
// Pictures are counted against what one request may hold: pages beyond that go as text.
#pragma once

#include "fovea/analysis/analysis.hpp"
#include "fovea/analysis/material.hpp"
#include "fovea/base/result.hpp"
#include "fovea/delivery/stored_document.hpp"
#include "fovea/delivery/target.hpp"
#include "fovea/proxy/turn_sight.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::analysis {

enum class Stage : std::uint8_t { Pages, Watching, Frames };

std::string_view name_of(Stage stage);  // "pages", "watching", "frames"

using OnProgress = std::function<void(Stage stage, std::size_t done, std::size_t total)>;

// What of the files is meant.
struct Scope {
    std::optional<std::string> pages = {};               // of documents: "120-125"
    std::optional<std::chrono::milliseconds> from = {};  // of videos
    std::optional<std::chrono::milliseconds> to = {};
    OnProgress on_progress = {};

    media::Progress progress_of(Stage stage) const;
};

// Which part of which file a picture of the request is, and how its pixels become the file's units.
struct Origin {
    std::size_t file = 0;
    std::optional<std::uint32_t> page = {};
    std::optional<std::chrono::milliseconds> time = {};
    double scale = 1;

    bool operator==(const Origin&) const = default;
};

struct Parts {
    std::vector<content::ContentBlock> blocks = {};
    std::vector<Origin> origins = {};     // of the pictures, in their order
    std::vector<std::string> notes = {};  // what was left out or sent in another form

    // What may be cited: of each file its pages, or how long it is.
    std::vector<media::PageNumbers> pages = {};
    std::vector<std::chrono::milliseconds> durations = {};
};

struct PartServices {
    const delivery::DocumentServices& documents;
    proxy::Look look = {};                // for pages without text, and nobody to see them
    std::string describer = "local/ocr";  // who looks then
    std::chrono::milliseconds timeout{60'000};
};

Result<Parts> parts_of(
    std::span<const Material> files,
    const delivery::Target& target,
    const Scope& scope,
    const PartServices& services,
    const std::stop_token& stop
);

}  // namespace fovea::analysis
