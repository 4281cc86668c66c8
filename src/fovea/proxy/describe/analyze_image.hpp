// The tool `analyze_image` (V2): one question about one or more pictures, answered by the vision
// model in one call.
//
//     const auto outcome = analyze_image(input, {.find = …, .look = …}, settings, stop);
//     outcome.text;      // a fence, or the error's words: what the model is told
//     outcome.entries;   // vision_proxy.tool_call, for the session
//
// Crops are resolved to pixels here and cut from the original before anything leaves; a crop that
// cannot be made ends the call, it never sends the whole picture instead.
#pragma once

#include "fovea/base/error.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/content/seen.hpp"
#include "fovea/proxy/describe/analyze_input.hpp"
#include "fovea/proxy/describe/describe.hpp"
#include "fovea/proxy/turn_sight.hpp"
#include "fovea/store/entry.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::proxy {

struct AnalyzeServices {
    // A path or "sha256:<8 or more digits>", as far as whoever asks may see it.
    std::function<Result<content::ImageBlock>(const std::string& name)> find;
    Look look;
    // Whether such a model may be asked at all: registered, sees, agreed to. Empty: all may.
    std::function<Result<void>(const std::string& model)> check_model = {};
    store::Clock now = store::system_now;
};

struct AnalyzeSettings {
    std::string model;  // where the call names none
    std::chrono::milliseconds timeout{60'000};
};

struct AnalyzeOutcome {
    std::string text;
    std::optional<Error> error = {};
    std::vector<content::ImageBlock> images = {};  // as they were looked at
    Description description = {};
    std::vector<store::Entry> entries = {};
};

AnalyzeOutcome analyze_image(
    const AnalyzeInput& input,
    const AnalyzeServices& services,
    const AnalyzeSettings& settings,
    const std::stop_token& stop
);

}  // namespace fovea::proxy
