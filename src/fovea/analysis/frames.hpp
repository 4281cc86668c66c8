// The frames of a stored recording that show what happens in it, as stored pictures (M10).
//
//     const auto sampled = TRY(frames_of(file, {.max_frames = 16}, services, stop));
//     sampled.frames[0].time;   sampled.frames[0].image;
//
// Remembered like pages of documents: a second question looks at no recording again.
#pragma once

#include "fovea/analysis/material.hpp"
#include "fovea/base/result.hpp"
#include "fovea/delivery/stored_document.hpp"
#include "fovea/media/progress.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::analysis {

struct FrameRequest {
    std::size_t max_frames = 16;
    std::uint32_t max_edge = 1568;
    std::chrono::milliseconds from{0};
    std::optional<std::chrono::milliseconds> to = {};
    media::Progress watching = {};  // how far it was looked over
    media::Progress taking = {};    // of the frames
};

struct StoredFrame {
    std::chrono::milliseconds time{0};
    content::ImageBlock image;

    bool operator==(const StoredFrame&) const = default;
};

struct StoredFrames {
    std::chrono::milliseconds duration{0};  // of the whole recording
    bool cut_short = false;                 // it says that it is longer than what is in it
    std::optional<std::chrono::milliseconds> seen_until =
        {};  // where there was no time for all of it
    media::PixelSize size;
    std::vector<StoredFrame> frames;

    bool operator==(const StoredFrames&) const = default;
};

// As media::sample_frames() says; InvalidInput for a range outside of the recording.
// Animated GIF and WebP count as recordings (M1); one that stands still is one frame.
Result<StoredFrames> frames_of(
    const Material& file,
    const FrameRequest& request,
    const delivery::DocumentServices& services,
    const std::stop_token& stop
);

// "only the part up to 0:12 was seen: …", for whoever is told about the frames.
std::string seen_until_note(std::chrono::milliseconds time);

// All of them on one picture, each below its time, for a model that takes few pictures.
Result<content::ImageBlock> sheet_of(
    const StoredFrames& sampled,
    std::uint32_t max_edge,
    const delivery::DocumentServices& services,
    const std::stop_token& stop
);

}  // namespace fovea::analysis
