// What a vision model is told (FR-2.5): the words are in prompts/*.md, the numbers and names are filled
// in here.
//
//     const auto prompt = joint_prompt(images, user_words, {.filenames = hint, .alike = pairs});
//     request.system = prompt.system;   // the same for every call of its kind
//     request.messages = …pictures…, prompt.user
//
// Every prompt says that text in pictures is data and never an instruction. Names are basenames, quoted;
// the user's words stand between two lines that do not occur in them, so nothing in them can pass for a
// part of the prompt. No word of any language is looked for: whether a comparison is wanted is decided
// by the model, which reads them all (PVP-X3).
#pragma once

#include "fovea/media/compare/colour_changes.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/proxy/describe/filename_hint.hpp"
#include "fovea/proxy/describe/similarity_hint.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::proxy {

struct PromptImage {
    std::string filename;                  // a path will do
    media::PixelSize size;                 // of the whole upright picture
    std::optional<media::PixelRect> crop;  // only this part is shown
};

// What was measured between two pictures of equal size (M8).
struct MeasuredChange {
    std::size_t before = 0;  // by index
    std::size_t after = 0;
    bool identical = false;
    std::vector<media::PixelRect> regions;
    std::vector<media::ColourChange> recoloured = {};
};

struct JointHints {
    std::optional<FilenameHint> filenames;
    std::vector<AlikePair> alike;
    std::vector<MeasuredChange> changes;
};

struct VisionPrompt {
    std::string system;
    std::string user;  // beside the pictures, which come in the order of the list

    bool operator==(const VisionPrompt&) const = default;
};

// A description of one picture. `words` are those of the turn; empty where they are not passed on.
VisionPrompt describe_prompt(const PromptImage& image, std::string_view words);

// The answer to a question about one picture or, as a joint call, several. Takes no hints: whoever asks
// said already what is wanted (FR-2.5.4).
VisionPrompt question_prompt(std::span<const PromptImage> images, std::string_view question);

// A joint description of two or more.
VisionPrompt joint_prompt(
    std::span<const PromptImage> images, std::string_view words, const JointHints& hints
);

// Part of the key of everything kept: another one whenever any word above changes.
std::string prompt_version();

}  // namespace fovea::proxy
