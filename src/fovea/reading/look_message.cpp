#include "fovea/reading/look_message.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace fovea::reading {
namespace {

constexpr std::uint32_t kMaxTones = 32 * 32 * 32;
constexpr std::uint32_t kMaxHues = 12;

// No picture within the limits has more rows or columns than this to draw lines in.
constexpr std::uint32_t kMaxRules = 100'000'000;

// False for NaN too.
bool is_share(double value) {
    return value >= 0.0 && value <= 1.0;
}

std::optional<std::vector<ColourShare>> read_colours(media::MessageReader& in) {
    const std::size_t count = in.u8();
    if (count > kMaxLookColours) return std::nullopt;
    std::vector<ColourShare> colours(count);
    double together = 0;
    double smallest = 1;
    for (auto& [colour, share] : colours) {
        for (auto* channel : {&colour.red, &colour.green, &colour.blue}) *channel = in.u8();
        share = in.f64();
        if (!is_share(share) || share > smallest) return std::nullopt;
        smallest = share;
        together += share;
    }
    if (together > 1.0 + 1e-9) return std::nullopt;  // sums of doubles
    return colours;
}

}  // namespace

void write(media::MessageWriter& out, const Look& look) {
    out.u8(static_cast<std::uint8_t>(look.colours.size()));
    for (const auto& [colour, share] : look.colours) {
        for (const auto channel : {colour.red, colour.green, colour.blue}) out.u8(channel);
        out.f64(share);
    }
    for (const auto share :
         {look.flat_share,
          look.edge_share,
          look.texture_share,
          look.vivid_share,
          look.clear_share,
          look.brightness}) {
        out.f64(share);
    }
    for (const auto count :
         {look.tones, look.vivid_hues, look.horizontal_rules, look.vertical_rules}) {
        out.u32(count);
    }
    out.u32(static_cast<std::uint32_t>(look.panels.size()));
    for (const auto& panel : look.panels) {
        for (const auto number : {panel.x, panel.y, panel.width, panel.height}) out.u32(number);
    }
}

std::optional<Look> read_look(media::MessageReader& in) {
    auto colours = read_colours(in);
    if (!colours) return std::nullopt;
    Look look;
    look.colours = std::move(*colours);
    for (auto* share :
         {&look.flat_share,
          &look.edge_share,
          &look.texture_share,
          &look.vivid_share,
          &look.clear_share,
          &look.brightness}) {
        *share = in.f64();
        if (!is_share(*share)) return std::nullopt;
    }
    struct Count {
        std::uint32_t* value;
        std::uint32_t largest;
    };
    for (const auto& count :
         {Count{&look.tones, kMaxTones},
          Count{&look.vivid_hues, kMaxHues},
          Count{&look.horizontal_rules, kMaxRules},
          Count{&look.vertical_rules, kMaxRules}}) {
        *count.value = in.u32();
        if (*count.value > count.largest) return std::nullopt;
    }
    const auto panels = in.u32();
    if (panels > kMaxPanels) return std::nullopt;
    look.panels.resize(panels);
    for (auto& panel : look.panels) {
        for (auto* number : {&panel.x, &panel.y, &panel.width, &panel.height}) *number = in.u32();
    }
    return look;
}

}  // namespace fovea::reading
