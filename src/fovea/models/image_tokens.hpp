// How many tokens a picture costs, by each provider's published rule. Always an estimate: bills
// come from what the provider reports.
//
//     const ImageTokenRule* rule = catalogue.rule("anthropic_patch28_std");
//     const auto tokens = TRY(estimate_image_tokens(*rule, PixelSize{1920, 1080}));   // 1560
//
// A rule is data (catalogue.json), one struct for each kind of arithmetic. Where a rule knows no
// such detail, or the provider would refuse the picture, the answer is an error and not a guess.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

namespace fovea::models {

// The providers' words for how closely a picture is looked at. Auto is what happens when a request
// does not say.
enum class Detail : std::uint8_t { Auto, Low, Medium, High, UltraHigh, Original };
inline constexpr std::size_t kDetails = 6;

// "low", "ultra_high" …; nothing for any other word.
std::optional<Detail> detail_from(std::string_view word);
std::string_view name_of(Detail detail);

// One number per detail; absent where the rule has none.
template <class T>
using PerDetail = std::array<std::optional<T>, kDetails>;

// Anthropic: the largest size with the same shape whose patches stay in the budget.
struct PatchFitRule {
    std::uint32_t patch = 28;
    std::uint32_t max_edge = 0;
    std::uint32_t max_tokens = 0;
};

// OpenAI's newer models: 32-pixel patches, a longest side and a budget per detail.
struct PatchBudgetRule {
    struct Limits {
        std::uint32_t max_dim = 0;
        std::optional<std::uint32_t> budget;
    };
    std::uint32_t multiplier_thousandths =
        1000;  // 1.2 as 1200: tokens round up, so no binary fractions
    std::uint32_t reject_patches = 0;
    Detail auto_detail = Detail::High;
    PerDetail<Limits> details;
};

// OpenAI's older models: tiles of 512 pixels over a picture of 768 on its short side.
struct TileRule {
    std::uint32_t base = 0;
    std::uint32_t per_tile = 0;
    std::uint32_t fit = 2048;
    std::uint32_t short_side = 768;
};

// Gemini up to 2.5: square crops whose side is the short side over a divisor.
struct CropUnitRule {
    std::uint32_t small_edge = 384;
    std::uint32_t tokens_per_tile = 258;
    std::uint32_t divisor_thousandths = 1500;
};

// Gemini 3: a number per detail, whatever the size.
struct FlatRule {
    PerDetail<std::uint32_t> tokens;
};

// Qwen-VL: both sides rounded to a factor, pixels kept between two bounds.
struct SmartResizeRule {
    std::uint32_t factor = 28;
    std::uint64_t min_pixels = 0;
    std::uint64_t max_pixels = 0;
};

// InternVL: the grid of tiles whose shape is nearest, and a thumbnail.
struct GridRule {
    std::uint32_t tile = 448;
    std::uint32_t tokens_per_tile = 256;
    std::uint32_t max_tiles = 12;
    bool thumbnail = true;
};

// DeepSeek-VL2: the grid of at most nine tiles that keeps most pixels, and an overview.
struct OverviewGridRule {
    std::uint32_t tile = 384;
    std::uint32_t grid = 14;
};

struct FixedRule {
    std::uint32_t tokens = 0;
};

// Not published, measured from outside: linear in the pixels between a floor and a cap.
struct MeasuredRule {
    std::uint32_t floor = 0;
    std::uint32_t cap = 0;
};

// The model takes pictures, and nobody has said what they cost.
struct UnknownRule {};

// The rule of thumb from before providers published theirs: one token for so many pixels.
struct PixelsPerTokenRule {
    std::uint32_t pixels = 750;
};

using ImageTokenRule = std::variant<
    PatchFitRule,
    PatchBudgetRule,
    TileRule,
    CropUnitRule,
    FlatRule,
    SmartResizeRule,
    GridRule,
    OverviewGridRule,
    FixedRule,
    MeasuredRule,
    UnknownRule,
    PixelsPerTokenRule>;

// InvalidInput for a picture without pixels, a detail the rule does not know, a shape the model
// refuses or a rule that knows no numbers; LimitExceeded for a picture the provider would reject.
Result<std::uint32_t> estimate_image_tokens(
    const ImageTokenRule& rule, media::PixelSize size, Detail detail = Detail::Auto
);

// The size to which the provider shrinks (or rounds) the picture before the model sees it. Boxes
// that a model reports in "pixels" are pixels of this one. Rules that do not say give `size` back.
Result<media::PixelSize> size_seen_by_model(
    const ImageTokenRule& rule, media::PixelSize size, Detail detail = Detail::Auto
);

}  // namespace fovea::models
