#include "fovea/proxy/grounding/format.hpp"

#include "fovea/proxy/grounding/prompts.hpp"

#include <algorithm>
#include <array>

namespace fovea::proxy::grounding {
namespace {

constexpr std::array kFormats = {
    FormatFacts{
        Format::QwenPixels,
        "qwen_pixels",
        "qwen25_pixels_resized",
        "boxes in pixels of the picture as the model saw it: x1, y1, x2, y2",
        R"({"bbox_2d": [1840, 120, 2680, 480], "label": "dialog"})"},
    FormatFacts{
        Format::Qwen1000,
        "qwen_1000",
        "qwen3_norm1000",
        "boxes from 0 to 1000: x1, y1, x2, y2",
        R"({"bbox_2d": [479, 56, 698, 222], "label": "dialog"})"},
    FormatFacts{
        Format::MolmoPoints,
        "molmo_points",
        "molmo1_percent",
        "points in percent",
        R"(<point x="58.9" y="13.9" alt="dialog">dialog</point>)"},
    FormatFacts{
        Format::Molmo2Points,
        "molmo2_points",
        "molmo2_coords1000",
        "lists of points from 0 to 1000: image, then number, x, y for each",
        R"(<points coords="1 1 589 139" alt="dialog">dialog</points>)"},
    FormatFacts{
        Format::DeepseekBbox,
        "deepseek_bbox",
        "deepseek_vl2_det999",
        "boxes from 0 to 999: x1, y1, x2, y2",
        "<|ref|>dialog<|/ref|><|det|>[[479, 56, 697, 222]]<|/det|>"},
    FormatFacts{
        Format::InternvlPixels,
        "internvl_pixels",
        "",
        "boxes in pixels of the picture as the model saw it: x1, y1, x2, y2",
        "<ref>dialog</ref><box>[[1840, 120, 2680, 480]]</box>"},
    FormatFacts{
        Format::Internvl1000,
        "internvl_1000",
        "internvl_norm1000",
        "boxes from 0 to 1000: x1, y1, x2, y2",
        "<ref>dialog</ref><box>[[479, 56, 698, 222]]</box>"},
    FormatFacts{
        Format::Gemini1000,
        "gemini_normalized_1000",
        "gemini_norm1000_yx",
        "boxes from 0 to 1000, y first: y1, x1, y2, x2",
        R"({"box_2d": [56, 479, 222, 698], "label": "dialog"})"},
    FormatFacts{
        Format::ClaudePixels,
        "claude_pixels",
        "claude_pixels_resized",
        "boxes in pixels of the picture as the model saw it: x1, y1, x2, y2",
        "dialog [1840, 120, 2680, 480]"},
    FormatFacts{Format::None, "none", "", "no positions are asked for", ""},
};

std::string_view ask(Format format) {
    switch (format) {
        case Format::None: return {};
        case Format::QwenPixels: return kAskQwenPixels;
        case Format::Qwen1000: return kAskQwen1000;
        case Format::MolmoPoints: return kAskMolmoPoints;
        case Format::Molmo2Points: return kAskMolmo2Points;
        case Format::DeepseekBbox: return kAskDeepseekBbox;
        case Format::InternvlPixels: return kAskInternvlPixels;
        case Format::Internvl1000: return kAskInternvl1000;
        case Format::Gemini1000: return kAskGemini1000;
        case Format::ClaudePixels: return kAskClaudePixels;
    }
    return {};
}

// Files end in a newline; a prompt that goes on below them should not have two.
std::string_view without_last_newline(std::string_view text) {
    while (text.ends_with('\n')) text.remove_suffix(1);
    return text;
}

}  // namespace

std::span<const FormatFacts> formats() {
    return kFormats;
}

const FormatFacts& facts_of(Format format) {
    const auto* found = std::ranges::find(kFormats, format, &FormatFacts::format);
    return found == kFormats.end() ? kFormats.back() : *found;
}

std::string_view id_of(Format format) {
    return facts_of(format).id;
}

std::optional<Format> format_named(std::string_view name) {
    if (name.empty()) return std::nullopt;
    const auto* found = std::ranges::find_if(kFormats, [&](const FormatFacts& facts) {
        return facts.id == name || facts.catalogue == name;
    });
    if (found == kFormats.end()) return std::nullopt;
    return found->format;
}

std::string known_ids() {
    std::string ids;
    for (const auto& facts : kFormats) {
        if (!ids.empty()) ids += ", ";
        ids += facts.id;
    }
    return ids;
}

std::string instruction(Format format, std::size_t images) {
    std::string text(without_last_newline(ask(format)));
    if (text.empty() || images < 2) return text;
    const auto several =
        format == Format::Molmo2Points ? kAskSeveralImagesMolmo2 : kAskSeveralImages;
    return text + "\n" + std::string(without_last_newline(several));
}

std::string with_instruction(std::string prompt, Format format, std::size_t images) {
    const auto text = instruction(format, images);
    if (text.empty()) return prompt;
    if (!prompt.empty()) prompt += "\n\n";
    return prompt + text;
}

}  // namespace fovea::proxy::grounding
