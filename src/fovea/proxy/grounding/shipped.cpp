#include "fovea/proxy/grounding/shipped.hpp"

#include "fovea/base/ascii.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace fovea::proxy::grounding {
namespace {

constexpr std::string_view kGeminiCaveat =
    "Gemini's boxes are normalised estimates; small things can be off by several per cent";
constexpr std::string_view kClaudeReason =
    "Claude has no coordinate format of its own: it estimates pixels of the picture as it was "
    "shrunk for it, and can be far off";
constexpr std::string_view kGptReason =
    "OpenAI documents no coordinate format for its models: what they answer is a guess, and can be "
    "far off";
constexpr std::string_view kLlamaReason =
    "Llama's vision models were not trained to give coordinates: what they answer is a guess, and "
    "can be far off";

constexpr std::array kShipped = {
    ShippedModel{"Qwen/Qwen2.5-VL-*", Format::QwenPixels, Tier::Curated, ""},
    ShippedModel{"Qwen/Qwen3-VL*", Format::Qwen1000, Tier::Curated, ""},
    ShippedModel{"allenai/Molmo2-*", Format::Molmo2Points, Tier::Curated, ""},
    ShippedModel{"allenai/Molmo-7B-*", Format::MolmoPoints, Tier::Curated, ""},
    ShippedModel{"allenai/Molmo-72B-*", Format::MolmoPoints, Tier::Curated, ""},
    ShippedModel{"allenai/MolmoE-1B-*", Format::MolmoPoints, Tier::Curated, ""},
    ShippedModel{"deepseek-ai/deepseek-vl2*", Format::DeepseekBbox, Tier::Curated, ""},
    ShippedModel{"OpenGVLab/InternVL3*", Format::Internvl1000, Tier::Curated, ""},
    ShippedModel{"google/gemini-*", Format::Gemini1000, Tier::OptIn, kGeminiCaveat},
    ShippedModel{"anthropic/claude-*", Format::ClaudePixels, Tier::Excluded, kClaudeReason},
    ShippedModel{"openai/gpt-*", Format::None, Tier::Excluded, kGptReason},
    ShippedModel{"meta/llama-*-vision*", Format::None, Tier::Excluded, kLlamaReason},
    ShippedModel{"meta-llama/llama-*-vision*", Format::None, Tier::Excluded, kLlamaReason},
};

// With the last * widened step by step, so that no pattern takes more than pattern times name.
bool fits_glob(std::string_view pattern, std::string_view name) {
    std::size_t at = 0;
    std::size_t in_name = 0;
    std::size_t star = std::string_view::npos;
    std::size_t widened_to = 0;
    while (in_name < name.size()) {
        if (at < pattern.size() && pattern[at] == '*') {
            star = at++;
            widened_to = in_name;
        } else if (at < pattern.size() && lower(pattern[at]) == lower(name[in_name])) {
            ++at;
            ++in_name;
        } else if (star != std::string_view::npos) {
            at = star + 1;
            in_name = ++widened_to;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

std::string_view after_slash(std::string_view name) {
    const auto slash = name.find('/');
    return slash == std::string_view::npos ? std::string_view() : name.substr(slash + 1);
}

}  // namespace

std::span<const ShippedModel> shipped_models() {
    return kShipped;
}

bool fits(std::string_view pattern, std::string_view name) {
    if (fits_glob(pattern, name)) return true;
    const auto bare = after_slash(pattern);
    return !bare.empty() && name.find('/') == std::string_view::npos && fits_glob(bare, name);
}

std::vector<std::string> names_of(std::string_view model, const models::Catalogue& catalogue) {
    std::vector<std::string> names;
    const auto add = [&](std::string name) {
        if (!name.empty() && std::ranges::find(names, name) == names.end()) {
            names.push_back(std::move(name));
        }
    };
    add(std::string(model));
    add(std::string(after_slash(model)));
    const auto given = names;
    for (const auto& name : given) {
        const auto* row = catalogue.find(name);
        if (row == nullptr) continue;
        add(row->provider + "/" + row->id);
        add(row->id);
    }
    return names;
}

Shipped shipped_for(std::string_view model, const models::Catalogue& catalogue) {
    const auto names = names_of(model, catalogue);
    Shipped shipped;
    const auto* row = std::ranges::find_if(kShipped, [&](const ShippedModel& candidate) {
        return std::ranges::any_of(names, [&](const std::string& name) {
            return fits(candidate.pattern, name);
        });
    });
    if (row != kShipped.end()) shipped = {row->tier, row->format, row->note};

    for (const auto& name : names) {
        const auto* known = catalogue.find(name);
        if (known == nullptr) continue;
        const auto format = format_named(known->grounding).value_or(Format::None);
        if (format == Format::None) break;
        shipped.format = format;
        if (shipped.tier == Tier::Unlisted) shipped.tier = Tier::Curated;
        break;
    }
    return shipped;
}

}  // namespace fovea::proxy::grounding
