// How models say where things are (V8). Each family was trained on its own convention, and each is
// asked in its own: a model that must translate gets worse.
//
//     const auto format = format_named("qwen_1000");            // as in vision-proxy.json and fences
//     prompt = with_instruction(std::move(prompt), *format, images.size());
//     fence(FenceTag::Description, image, id_of(*format), reply);
//
// A format is one line of a table here and one prompts/grounding_*.md. What comes back is read by
// parse.hpp, if anybody asks for boxes; the text itself is passed on as it is (PVP-4.4).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fovea::proxy::grounding {

enum class Format : std::uint8_t {
    None,
    QwenPixels,      // Qwen2.5-VL: pixels of the picture after its own resize
    Qwen1000,        // Qwen3-VL and later, Qwen2-VL: 0 to 1000
    MolmoPoints,     // Molmo: points in percent
    Molmo2Points,    // Molmo2: lists of points, 0 to 1000
    DeepseekBbox,    // DeepSeek-VL2: 0 to 999
    InternvlPixels,  // for deployments that answer in pixels; the published models do not
    Internvl1000,    // InternVL 1.5 to 3.5: 0 to 1000
    Gemini1000,      // Gemini: 0 to 1000, y first
    ClaudePixels,    // no format of its own: asked for pixels of the picture as it was shrunk
};

struct FormatFacts {
    Format format = Format::None;
    std::string_view id;         // in vision-proxy.json, on fences, behind --format
    std::string_view catalogue;  // the catalogue's name for it; empty where it has none
    std::string_view meaning;    // for a person, in a few words
    std::string_view example;    // of an answer
};

// All of them, `none` last.
std::span<const FormatFacts> formats();

const FormatFacts& facts_of(Format format);
std::string_view id_of(Format format);

// By its id or by the catalogue's name; nothing for any other word.
std::optional<Format> format_named(std::string_view name);

// "qwen_pixels, qwen_1000, …, none": for messages.
std::string known_ids();

// What is added to a vision prompt about `images` pictures, several of which are told apart by
// `Image-N:`; empty for None.
std::string instruction(Format format, std::size_t images);

// The prompt with the instruction below it; for None the prompt as it is (PVP-4.3).
std::string with_instruction(std::string prompt, Format format, std::size_t images);

}  // namespace fovea::proxy::grounding
