// One pass over bands of sixteen rows. Runs of one colour are the unit: screens have few of them,
// which is what makes this fast, and long runs are what rules and filled areas consist of.
#include "fovea/reading/recognise/measure_look.hpp"

#include "fovea/media/transform/flatness.hpp"
#include "fovea/reading/recognise/colour_bins.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fovea::reading {
namespace {

constexpr std::uint32_t kBandRows = 16;  // also the side of the squares that texture is judged by

// Rows beyond these are sampled. Photographs have no thin lines that could be missed, and cost ten
// times as much a pixel.
constexpr std::uint64_t kMaxPixels = 4'000'000;
constexpr std::uint64_t kMaxRoughPixels = 1'500'000;
constexpr double kRough = 0.5;  // of equal neighbours, below
constexpr std::uint32_t kMaxColumns = 65'536;

constexpr int kStrongStep = 48;  // letters have it against their ground, textures seldom
constexpr int kRuleStep = 10;    // the grid lines of charts are as faint as this
constexpr int kEven = 2;         // browsers dither gradients by a level or two
constexpr int kVividChroma = 96;
constexpr std::uint32_t kMinRule = 48;

struct Row {
    std::vector<std::uint32_t> pixels;  // 0xRRGGBB, over white
    std::uint32_t clear = 0;            // of them, those that are mostly transparent

    std::uint32_t operator[](std::uint32_t x) const { return pixels[x]; }
};

inline int channel(std::uint32_t colour, unsigned shift) {
    return static_cast<int>(colour >> shift & 255);
}

// The channel that differs most.
inline int step(std::uint32_t a, std::uint32_t b) {
    const auto apart = [&](unsigned shift) {
        const auto difference = channel(a, shift) - channel(b, shift);
        return difference < 0 ? -difference : difference;
    };
    return std::max({apart(16), apart(8), apart(0)});
}

int chroma(std::uint32_t colour) {
    const int red = channel(colour, 16);
    const int green = channel(colour, 8);
    const int blue = channel(colour, 0);
    return std::max({red, green, blue}) - std::min({red, green, blue});
}

// Which twelfth of the colour circle, for colours that have one.
std::size_t hue(std::uint32_t colour) {
    const int red = channel(colour, 16);
    const int green = channel(colour, 8);
    const int blue = channel(colour, 0);
    const int span = chroma(colour);
    int degrees = 0;
    if (red >= green && red >= blue) {
        degrees = (360 + 60 * (green - blue) / span) % 360;
    } else if (green >= blue) {
        degrees = 120 + 60 * (blue - red) / span;
    } else {
        degrees = 240 + 60 * (red - green) / span;
    }
    return static_cast<std::size_t>(degrees / 30 % 12);
}

std::uint32_t packed(std::uint32_t red, std::uint32_t green, std::uint32_t blue) {
    return red << 16 | green << 8 | blue;
}

void unpack(const media::Picture& picture, std::uint32_t y, Row& row) {
    const auto* at = picture.row(y);
    row.clear = 0;
    switch (picture.format()) {
        case media::PixelFormat::Gray8:
            for (auto& pixel : row.pixels) pixel = *at++ * 0x010101u;
            break;
        case media::PixelFormat::Rgb8:
            for (auto& pixel : row.pixels) {
                pixel = packed(at[0], at[1], at[2]);
                at += 3;
            }
            break;
        case media::PixelFormat::Rgba8:
            for (auto& pixel : row.pixels) {
                const std::uint32_t alpha = at[3];
                const auto over = [&](std::uint32_t value) {
                    return (value * alpha + 255 * (255 - alpha) + 127) / 255;
                };
                pixel = packed(over(at[0]), over(at[1]), over(at[2]));
                if (alpha < 128) ++row.clear;
                at += 4;
            }
            break;
        case media::PixelFormat::Ycc8:
        case media::PixelFormat::Cmyk8: break;
    }
}

// Counts of one square; a square is textured when nearly nothing in it is flat and what differs
// does so as in nature: softly, and not as evenly as a drawn gradient.
struct Square {
    std::uint32_t pixels = 0;
    std::uint32_t flat = 0;
    std::uint32_t strong = 0;
    std::uint32_t even = 0;  // differ, but as the neighbours foretell

    bool textured() const {
        const auto rough = pixels - flat - strong - even;
        return pixels >= kBandRows && flat * 3 < pixels && rough * 3 > pixels;
    }
};

class LookMeter {
public:
    explicit LookMeter(const media::Picture& picture)
        : picture_(picture),
          columns_(std::min(picture.size().width, kMaxColumns)),
          squares_((columns_ + kBandRows - 1) / kBandRows),
          standing_(columns_) {
        for (auto* row : {&above_, &row_, &below_, &second_below_}) row->pixels.resize(columns_);
    }

    Look measure();

private:
    struct Standing {  // a vertical line that reaches down to the row before this one
        std::uint32_t colour = 0;
        std::uint32_t rows = 0;
        std::uint32_t last = 0;  // number of the row where it was last seen, from 1
    };

    void band(std::uint32_t first, std::uint32_t end);
    void measure_row();
    void measure_squares();
    void close_squares();
    void close_run(std::uint32_t first, std::uint32_t end);
    bool is_rule(std::uint32_t first, std::uint32_t end) const;
    void look_for_upright(std::uint32_t x);
    void end_standing(const Standing& line);

    const media::Picture& picture_;
    std::uint32_t columns_;
    std::vector<Square> squares_;
    std::vector<Standing> standing_;
    Row above_, row_, below_, second_below_;

    ColourBins bins_;
    bool row_has_rule_ = false;
    std::uint32_t rows_ = 0;  // looked at so far
    std::uint32_t all_rows_ = 0;
    std::uint64_t flat_ = 0;
    std::uint64_t strong_ = 0;
    std::uint64_t clear_ = 0;
    std::uint64_t vivid_ = 0;
    std::uint64_t light_ = 0;
    std::uint64_t textured_ = 0;
    std::uint64_t judged_ = 0;
    std::array<std::uint64_t, 12> hues_{};
    Look look_;
};

// The row above and the row below have one colour, and this one another.
bool LookMeter::is_rule(std::uint32_t first, std::uint32_t end) const {
    constexpr std::uint32_t kProbes = 16;
    const auto colour = row_[first];
    std::uint32_t agree = 0;
    for (std::uint32_t i = 0; i < kProbes; ++i) {
        const auto x = first + static_cast<std::uint32_t>(std::uint64_t{end - first} * i / kProbes);
        if (step(above_[x], colour) < kRuleStep) continue;
        const auto same_side = [&](std::uint32_t under) { return step(above_[x], under) <= 8; };
        if (same_side(below_[x]) || same_side(second_below_[x])) ++agree;
    }
    return agree >= kProbes * 3 / 4;
}

void LookMeter::close_run(std::uint32_t first, std::uint32_t end) {
    const auto length = end - first;
    const auto colour = row_[first];
    bins_.add(colour, length);
    light_ += std::uint64_t{length} *
              static_cast<std::uint64_t>(
                  2 * channel(colour, 16) + 5 * channel(colour, 8) + channel(colour, 0)
              );
    if (length >= 3 && chroma(colour) >= kVividChroma) {
        vivid_ += length;
        hues_[hue(colour)] += length;
    }
    if (length >= kMinRule && length >= columns_ / 8 && is_rule(first, end)) {
        row_has_rule_ = true;
    }
}

void LookMeter::end_standing(const Standing& line) {
    if (line.rows >= kMinRule && line.rows >= all_rows_ / 8) ++look_.vertical_rules;
}

// Called where a pixel differs from its left neighbour.
void LookMeter::look_for_upright(std::uint32_t x) {
    const auto colour = row_[x];
    const auto left = row_[x - 1];
    if (step(left, colour) < kRuleStep) return;
    const auto same_side = [&](std::uint32_t column) {
        return column < columns_ && step(left, row_[column]) <= 8;
    };
    if (!same_side(x + 1) && !same_side(x + 2)) return;
    auto& line = standing_[x];
    // A grid's other lines cross it.
    if (line.last + 3 >= rows_ && line.colour == colour) {
        ++line.rows;
    } else {
        end_standing(line);
        line.colour = colour;
        line.rows = 1;
    }
    line.last = rows_;
}

void LookMeter::measure_row() {
    std::uint32_t first = 0;
    row_has_rule_ = false;  // several pieces in one row are one line that others cross
    for (std::uint32_t x = 1; x < columns_; ++x) {
        if (row_[x] == row_[x - 1]) continue;
        close_run(first, x);
        look_for_upright(x);
        first = x;
    }
    close_run(first, columns_);
    if (row_has_rule_) ++look_.horizontal_rules;
}

void LookMeter::measure_squares() {
    for (std::uint32_t i = 0; i < squares_.size(); ++i) {
        auto& square = squares_[i];
        const auto end = std::min(columns_, (i + 1) * kBandRows);
        for (auto x = i * kBandRows; x < end; ++x) {
            const auto pixel = row_[x];
            const auto left = x == 0 ? pixel : row_[x - 1];
            const auto above = above_[x];
            if (pixel == left && pixel == above) {
                ++square.flat;
                continue;
            }
            if (std::max(step(pixel, left), step(pixel, above)) >= kStrongStep) {
                ++square.strong;
                continue;
            }
            const auto corner = x == 0 ? above : above_[x - 1];
            const auto foretold = channel(left, 8) + channel(above, 8) - channel(corner, 8);
            const auto off = channel(pixel, 8) - foretold;
            if (off >= -kEven && off <= kEven) ++square.even;
        }
        square.pixels += end - i * kBandRows;
    }
}

void LookMeter::close_squares() {
    for (auto& square : squares_) {
        flat_ += square.flat;
        strong_ += square.strong;
        judged_ += square.pixels;
        if (square.textured()) textured_ += square.pixels;
        square = {};
    }
}

void LookMeter::band(std::uint32_t first, std::uint32_t end) {
    // What lies beyond the picture's edge looks like the edge.
    const auto last = picture_.size().height - 1;
    unpack(picture_, first == 0 ? 0 : first - 1, above_);
    unpack(picture_, first, row_);
    unpack(picture_, std::min(first + 1, last), below_);
    for (auto y = first; y < end; ++y) {
        unpack(picture_, std::min(y + 2, last), second_below_);
        ++rows_;
        clear_ += row_.clear;
        measure_row();
        measure_squares();
        std::swap(above_, row_);
        std::swap(row_, below_);
        std::swap(below_, second_below_);
    }
    close_squares();
}

Look LookMeter::measure() {
    const auto height = picture_.size().height;
    const auto pixels = std::uint64_t{columns_} * height;
    const auto budget = flatness(picture_) < kRough ? kMaxRoughPixels : kMaxPixels;
    const auto every = static_cast<std::uint32_t>((pixels + budget - 1) / budget);
    for (std::uint32_t y = 0; y < height; y += every * kBandRows) {
        all_rows_ += std::min(kBandRows, height - y);
    }
    for (std::uint32_t y = 0; y < height; y += every * kBandRows) {
        band(y, std::min(height, y + kBandRows));
    }
    for (const auto& line : standing_) end_standing(line);

    const auto share = [&](std::uint64_t part) { return double(part) / double(judged_); };
    look_.colours = bins_.main_colours();
    look_.tones = bins_.tones();
    look_.flat_share = share(flat_);
    look_.edge_share = share(strong_);
    look_.texture_share = share(textured_);
    look_.vivid_share = share(vivid_);
    look_.clear_share = share(clear_);
    look_.brightness = double(light_) / (8.0 * 255.0 * double(judged_));
    look_.vivid_hues = static_cast<std::uint32_t>(std::ranges::count_if(hues_, [&](auto part) {
        return share(part) >= 0.003;
    }));
    return look_;
}

}  // namespace

Look measure_look(const media::Picture& picture) {
    const auto format = picture.format();
    if (picture.size().pixels() == 0) return {};
    if (format == media::PixelFormat::Ycc8 || format == media::PixelFormat::Cmyk8) return {};
    return LookMeter(picture).measure();
}

}  // namespace fovea::reading
