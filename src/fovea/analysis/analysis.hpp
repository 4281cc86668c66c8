// What one question about files gives (T2): words, the JSON that was asked for, who answered, what it
// cost, and where in the files it stands.
//
//     print(to_json(analysis));                   // the envelope, for programs and people
//     tell_model(fenced(analysis, files, 8000));  // the same as data, for a model (T4)
#pragma once

#include "fovea/analysis/material.hpp"
#include "fovea/base/error.hpp"
#include "fovea/providers/provider.hpp"

#include <boost/json/object.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fovea::analysis {

// Where something stands. A box is [x1, y1, x2, y2]: pixels of the upright picture or of the
// recording, points of a page (72 to the inch), from the top left.
struct Citation {
    std::size_t file = 0;  // by index
    std::optional<std::uint32_t> page = {};
    std::optional<std::chrono::milliseconds> time = {};
    std::optional<std::array<double, 4>> box = {};
    std::string label = {};  // what stands there

    bool operator==(const Citation&) const = default;
};

struct Analysis {
    std::string text;
    std::string value = {};  // the bare answer, where it is certain; of local/ocr alone
    std::optional<std::string> parsed = {};  // JSON that satisfies the schema
    std::string model;                       // with its provider's name
    providers::Usage usage = {};             // of all calls that it took
    std::vector<Citation> citations = {};
    std::vector<std::string> notes =
        {};  // how files were sent, where that matters: one sentence each
    bool complete = true;
    bool from_cache = false;

    bool operator==(const Analysis&) const = default;
};

// Calls that were made cost something all the same.
struct AnalysisFailed {
    Error error;
    std::string model = {};  // who was asked, or would have been (ConsentRequired)
    providers::Usage usage = {};

    bool operator==(const AnalysisFailed&) const = default;
};

inline constexpr std::size_t kVisionResultCharacters = 8'000;
inline constexpr std::size_t kVideoResultCharacters = 30'000;

// {"text", "value"?, "parsed"?, "model", "cost_usd", "input_tokens", "output_tokens", "citations"?, …}. Text
// beyond `max_characters` is cut off, and a marker says so.
boost::json::object to_json(
    const Analysis& analysis, std::span<const Material> files, std::size_t max_characters
);

// The envelope within a fence: files are foreign, and so is every word about them (T4, ETH-22). Never
// much longer than `max_characters`.
std::string fenced(
    const Analysis& analysis, std::span<const Material> files, std::size_t max_characters
);

// So many characters of a text and, where that is not all, a marker.
std::string clipped(std::string_view text, std::size_t max_characters);

// "1:02.5"
std::string time_text(std::chrono::milliseconds time);

}  // namespace fovea::analysis
