#include "fovea/reading/answer/colour_names.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace fovea::reading {
namespace {

struct Hue {
    int end;  // in degrees; the first whose end is over the colour's hue names it
    const char* name;
};

constexpr Hue kHues[] = {
    {16, "red"},
    {44, "orange"},
    {68, "yellow"},
    {160, "green"},
    {190, "cyan"},
    {255, "blue"},
    {290, "purple"},
    {340, "pink"},
    {361, "red"},
};

struct Tint {
    int hue = 0;        // degrees
    int chroma = 0;     // 0 to 255: how far the strongest channel is over the weakest
    int lightness = 0;  // 0 to 255
};

Tint tint_of(const media::Colour& colour) {
    const int red = colour.red, green = colour.green, blue = colour.blue;
    const int most = std::max({red, green, blue});
    const int least = std::min({red, green, blue});
    Tint tint{.hue = 0, .chroma = most - least, .lightness = (most + least) / 2};
    if (tint.chroma == 0) return tint;
    if (most == red) tint.hue = 60 * (green - blue) / tint.chroma;
    if (most == green && most != red) tint.hue = 120 + 60 * (blue - red) / tint.chroma;
    if (most == blue && most != red && most != green) {
        tint.hue = 240 + 60 * (red - green) / tint.chroma;
    }
    if (tint.hue < 0) tint.hue += 360;
    return tint;
}

std::string grey_name(int lightness) {
    if (lightness < 24) return "black";
    if (lightness < 96) return "dark grey";
    if (lightness < 168) return "grey";
    if (lightness < 247) return "light grey";
    return "white";
}

}  // namespace

std::string colour_name(const media::Colour& colour) {
    const auto tint = tint_of(colour);
    // A tint of a few steps is seen as grey, and near black and white even more of it is.
    const int room = 255 - std::abs(2 * tint.lightness - 255);
    if (tint.chroma < 26 && (tint.chroma < 12 || tint.chroma * 4 < room)) {
        return grey_name(tint.lightness);
    }
    if (tint.lightness < 24) return "black";
    std::string name;
    for (const auto& hue : kHues) {
        if (tint.hue >= hue.end) continue;
        name = hue.name;
        break;
    }
    if (name == "orange" && tint.lightness < 96) return "brown";
    if (tint.lightness < 72) return "dark " + name;
    if (tint.lightness > 250) return "white";
    if (tint.lightness > 184) return "light " + name;
    return name;
}

std::string hex_text(const media::Colour& colour) {
    constexpr char kDigits[] = "0123456789ABCDEF";
    std::string text = "#";
    for (const std::uint8_t channel : {colour.red, colour.green, colour.blue}) {
        text += kDigits[channel >> 4];
        text += kDigits[channel & 15];
    }
    return text;
}

std::string colour_text(const media::Colour& colour) {
    return colour_name(colour) + " " + hex_text(colour);
}

int distance(const media::Colour& a, const media::Colour& b) {
    return std::abs(a.red - b.red) + std::abs(a.green - b.green) + std::abs(a.blue - b.blue);
}

bool is_reddish(const media::Colour& colour) {
    const auto tint = tint_of(colour);
    return tint.chroma >= 90 && (tint.hue < 16 || tint.hue >= 340);
}

}  // namespace fovea::reading
