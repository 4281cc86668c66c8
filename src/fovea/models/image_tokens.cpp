#include "fovea/models/image_tokens.hpp"

#include "fovea/media/transform/fit.hpp"
#include "fovea/models/image_resize_rules.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace fovea::models {
namespace {

using media::PixelSize;

constexpr std::array<std::string_view, kDetails> kDetailNames = {
    "auto", "low", "medium", "high", "ultra_high", "original"};

Result<std::uint32_t> as_tokens(std::uint64_t count) {
    if (count > std::numeric_limits<std::uint32_t>::max()) {
        return Error{
            ErrorCode::LimitExceeded,
            "a picture of this shape costs " + std::to_string(count) + " tokens"};
    }
    return static_cast<std::uint32_t>(count);
}

constexpr std::uint32_t kTile = 512;  // of OpenAI's older models

Error unknown_detail(Detail detail) {
    return {
        ErrorCode::InvalidInput,
        "this model's image-token rule has no detail \"" + std::string(name_of(detail)) + "\""};
}

Result<std::uint32_t> estimate(const PatchFitRule& rule, PixelSize size, Detail) {
    return as_tokens(patches(fit_patches(rule, size), rule.patch));
}

Result<std::uint32_t> estimate(const PatchBudgetRule& rule, PixelSize size, Detail detail) {
    const auto resized = TRY(fit_budget(rule, size, detail));
    const auto count = patches(resized, kBudgetPatch);
    if (rule.reject_patches > 0 && count > rule.reject_patches) {
        return Error{
            ErrorCode::LimitExceeded,
            "the picture has " + std::to_string(count) + " patches, the model takes " +
                std::to_string(rule.reject_patches)};
    }
    // Both factors below then have 32 bits, so their product cannot overflow.
    if (count > std::numeric_limits<std::uint32_t>::max()) return as_tokens(count);
    return as_tokens(divide_up(count * rule.multiplier_thousandths, 1000));
}

Result<std::uint32_t> estimate(const TileRule& rule, PixelSize size, Detail detail) {
    if (detail == Detail::Low) return rule.base;
    if (detail != Detail::High && detail != Detail::Auto) return unknown_detail(detail);

    const auto [numerator, denominator] = fit_tiles(rule, size);
    const auto across = divide_up(size.width * numerator, denominator * kTile);
    const auto down = divide_up(size.height * numerator, denominator * kTile);
    return as_tokens(rule.base + across * down * rule.per_tile);
}

Result<std::uint32_t> estimate(const CropUnitRule& rule, PixelSize size, Detail detail) {
    // Gemini's mediaResolution: these two override the tiles (seen 2026-11).
    if (detail == Detail::Low) return 64u;
    if (detail == Detail::Medium) return 256u;
    if (detail == Detail::UltraHigh || detail == Detail::Original) return unknown_detail(detail);

    if (size.longest_edge() <= rule.small_edge) return rule.tokens_per_tile;
    const std::uint64_t short_side = std::min(size.width, size.height);
    const auto unit = std::max<std::uint64_t>(1, short_side * 1000 / rule.divisor_thousandths);
    const auto across = divide_up(size.width, unit);
    const auto down = divide_up(size.height, unit);
    if (across * down > std::numeric_limits<std::uint32_t>::max()) return as_tokens(across * down);
    return as_tokens(across * down * rule.tokens_per_tile);
}

Result<std::uint32_t> estimate(const FlatRule& rule, PixelSize, Detail detail) {
    const auto& tokens = rule.tokens[static_cast<std::size_t>(detail)];
    if (!tokens) return unknown_detail(detail);
    return *tokens;
}

Result<std::uint32_t> estimate(const SmartResizeRule& rule, PixelSize size, Detail) {
    return as_tokens(patches(TRY(smart_resize(rule, size)), rule.factor));
}

// dynamic_preprocess of InternVL: the nearest aspect ratio; among equals a larger grid, if the
// picture has pixels for half of it.
Result<std::uint32_t> estimate(const GridRule& rule, PixelSize size, Detail) {
    const auto aspect = double(size.width) / double(size.height);
    const auto tile_area = double(rule.tile) * double(rule.tile);
    auto best_difference = std::numeric_limits<double>::infinity();
    std::uint32_t best = 1;
    for (std::uint32_t count = 1; count <= rule.max_tiles; ++count) {
        for (std::uint32_t across = 1; across <= count; ++across) {
            if (count % across != 0) continue;
            const auto difference = std::abs(aspect - double(across) / double(count / across));
            const auto worth_it = double(size.pixels()) > 0.5 * tile_area * count;
            if (difference < best_difference || (difference == best_difference && worth_it)) {
                best_difference = difference;
                best = count;
            }
        }
    }
    return as_tokens(
        std::uint64_t{rule.tokens_per_tile} * (best + (rule.thumbnail && best > 1 ? 1 : 0))
    );
}

// select_best_resolution of DeepSeek-VL2: most of the picture's own pixels kept, then least
// padding.
Result<std::uint32_t> estimate(const OverviewGridRule& rule, PixelSize size, Detail) {
    constexpr std::uint32_t kMaxTiles = 9;
    double most_kept = -1;
    double least_wasted = 0;
    std::uint64_t rows = 1;
    std::uint64_t columns = 1;
    for (std::uint32_t across = 1; across <= kMaxTiles; ++across) {
        for (std::uint32_t down = 1; across * down <= kMaxTiles; ++down) {
            const auto width = double(across) * rule.tile;
            const auto height = double(down) * rule.tile;
            const auto scale = std::min(width / size.width, height / size.height);
            const auto scaled = std::floor(size.width * scale) * std::floor(size.height * scale);
            const auto kept = std::min(scaled, double(size.pixels()));
            const auto wasted = width * height - kept;
            if (kept > most_kept || (kept == most_kept && wasted < least_wasted)) {
                most_kept = kept;
                least_wasted = wasted;
                rows = down;
                columns = across;
            }
        }
    }
    const std::uint64_t grid = rule.grid;
    return as_tokens(grid * (grid + 1) + 1 + grid * rows * (grid * columns + 1));
}

Result<std::uint32_t> estimate(const FixedRule& rule, PixelSize, Detail) {
    return rule.tokens;
}

Result<std::uint32_t> estimate(const MeasuredRule& rule, PixelSize size, Detail) {
    // DeepSeek V4.1 as measured by third parties: the cap is reached at about 1300 x 1300.
    constexpr double kPixelsAtCap = 1300.0 * 1300.0;
    const auto linear = std::ceil(double(size.pixels()) * rule.cap / kPixelsAtCap);
    return static_cast<std::uint32_t>(std::clamp(linear, double(rule.floor), double(rule.cap)));
}

Result<std::uint32_t> estimate(const UnknownRule&, PixelSize, Detail) {
    return Error{ErrorCode::InvalidInput, "it is not known how this model counts image tokens"};
}

Result<std::uint32_t> estimate(const PixelsPerTokenRule& rule, PixelSize size, Detail) {
    return as_tokens(divide_up(size.pixels(), rule.pixels));
}

PixelSize shrink(PixelSize size, const TileRule& rule, Detail detail) {
    if (detail == Detail::Low) return media::fit_within(size, kTile);
    const auto factor = fit_tiles(rule, size).factor();
    const auto side = [&](std::uint32_t length) {
        return std::max(1u, static_cast<std::uint32_t>(std::lround(length * factor)));
    };
    return {side(size.width), side(size.height)};
}

Result<void> check(PixelSize size) {
    if (size.width > 0 && size.height > 0) return {};
    return Error{
        ErrorCode::InvalidInput,
        "a picture of " + std::to_string(size.width) + "x" + std::to_string(size.height) +
            " has no pixels to count"};
}

}  // namespace

std::optional<Detail> detail_from(std::string_view word) {
    const auto found = std::find(kDetailNames.begin(), kDetailNames.end(), word);
    if (found == kDetailNames.end()) return std::nullopt;
    return static_cast<Detail>(found - kDetailNames.begin());
}

std::string_view name_of(Detail detail) {
    return kDetailNames[static_cast<std::size_t>(detail)];
}

Result<std::uint32_t> estimate_image_tokens(
    const ImageTokenRule& rule, PixelSize size, Detail detail
) {
    TRY(check(size));
    return std::visit([&](const auto& kind) { return estimate(kind, size, detail); }, rule);
}

Result<PixelSize> size_seen_by_model(const ImageTokenRule& rule, PixelSize size, Detail detail) {
    TRY(check(size));
    if (const auto* fit = std::get_if<PatchFitRule>(&rule)) return fit_patches(*fit, size);
    if (const auto* budget = std::get_if<PatchBudgetRule>(&rule))
        return fit_budget(*budget, size, detail);
    if (const auto* smart = std::get_if<SmartResizeRule>(&rule)) return smart_resize(*smart, size);
    if (const auto* tiles = std::get_if<TileRule>(&rule)) return shrink(size, *tiles, detail);
    return size;
}

}  // namespace fovea::models
