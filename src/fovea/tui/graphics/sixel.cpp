#include "fovea/tui/graphics/sixel.hpp"

#include "fovea/tui/graphics/escapes.hpp"
#include "fovea/tui/graphics/palette.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace fovea::tui {
namespace {

constexpr std::size_t kRegisters = 256;
constexpr std::uint32_t kBand = 6;
constexpr char kEmpty = '?';  // no pixel of the six

unsigned percent(std::uint8_t value) {
    return (value * 100U + 127U) / 255U;
}

// A run as "!5~", or as it is where that is shorter.
void add_run(std::string& out, char sixel, std::size_t count) {
    if (count > 3) {
        out += '!' + std::to_string(count) + sixel;
    } else {
        out.append(count, sixel);
    }
}

// Which pixels of a band have one colour.
std::string pass_of(std::string_view sixels) {
    std::string out;
    sixels = sixels.substr(0, sixels.find_last_not_of(kEmpty) + 1);
    for (std::size_t at = 0; at < sixels.size();) {
        const auto end = std::min(sixels.find_first_not_of(sixels[at], at), sixels.size());
        add_run(out, sixels[at], end - at);
        at = end;
    }
    return out;
}

class Bands {
public:
    explicit Bands(const IndexedPicture& picture)
        : picture_(picture),
          width_(picture.size.width),
          passes_(picture.palette.size() * width_, kEmpty) {}

    std::string band(std::uint32_t top) {
        const auto rows = std::min(kBand, picture_.size.height - top);
        std::vector<bool> used(picture_.palette.size(), false);
        for (std::uint32_t y = 0; y < rows; ++y) {
            for (std::size_t x = 0; x < width_; ++x) {
                const auto colour = picture_.at(x, top + y);
                auto& sixel = passes_[colour * width_ + x];
                sixel = static_cast<char>(kEmpty + ((sixel - kEmpty) | 1 << y));
                used[colour] = true;
            }
        }
        std::string out;
        for (std::size_t colour = 0; colour < used.size(); ++colour) {
            if (!used[colour]) continue;
            const auto begin = passes_.begin() + static_cast<std::ptrdiff_t>(colour * width_);
            if (!out.empty()) out += '$';
            out += '#' + std::to_string(colour);
            out += pass_of({&*begin, width_});
            std::fill_n(begin, width_, kEmpty);
        }
        return out;
    }

private:
    const IndexedPicture& picture_;
    std::size_t width_;
    std::string passes_;  // of each colour, the sixels of the band at hand
};

}  // namespace

std::string sixel_picture(const media::Picture& picture) {
    const auto indexed = with_palette(picture, kRegisters);
    const auto size = indexed.size;
    // Pixels that are not written stay as they are; the raster tells terminals the size beforehand.
    std::string out =
        "\x1bP0;1;0q\"1;1;" + std::to_string(size.width) + ";" + std::to_string(size.height);
    for (std::size_t i = 0; i < indexed.palette.size(); ++i) {
        const auto& [red, green, blue] = indexed.palette[i];
        out += '#' + std::to_string(i) + ";2;" + std::to_string(percent(red)) + ";" +
               std::to_string(percent(green)) + ";" + std::to_string(percent(blue));
    }
    Bands bands(indexed);
    for (std::uint32_t top = 0; top < size.height; top += kBand) {
        if (top > 0) out += '-';
        out += bands.band(top);
    }
    return out += kStringEnd;
}

std::uint32_t sixel_height(std::uint32_t most) {
    return most < kBand ? most : most - most % kBand;
}

}  // namespace fovea::tui
