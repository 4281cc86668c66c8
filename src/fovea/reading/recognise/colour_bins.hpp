// Counts the colours of a picture and puts near shades together.
//
//     ColourBins bins;
//     bins.add(0xFFFFFF, 120);                  // a run of 120 white pixels
//     const auto colours = bins.main_colours();
//
// Each of the 32,768 bins (five bits a channel) remembers the colour that most of its pixels have,
// so that a screen's #1E1E2E comes out as exactly that. Where a picture is mostly drawn, only runs
// can become main colours: the blends at the rims of letters are none.
#pragma once

#include "fovea/reading/look.hpp"

#include <cstdint>
#include <vector>

namespace fovea::reading {

class ColourBins {
public:
    ColourBins();

    // `colour` is 0xRRGGBB.
    void add(std::uint32_t colour, std::uint32_t pixels) {
        auto& bin = bins_[bin_of(colour)];
        bin.pixels += pixels;
        if (pixels >= kSolidRun) {
            bin.solid += pixels;
        } else if (bin.solid > 0) {
            return;  // a blend has no vote where a drawn colour is
        }
        // Boyer and Moore's majority vote: exact where one colour has half of the bin, and else one
        // that differs from all others by less than eight a channel.
        if (bin.colour == colour) {
            bin.votes += pixels;
        } else if (bin.votes >= pixels) {
            bin.votes -= pixels;
        } else {
            bin.votes = pixels - bin.votes;
            bin.colour = colour;
        }
    }

    std::uint32_t tones() const;

    // At most kMaxLookColours, the largest first. Slivers are left out, so the shares need not add
    // up to 1.
    std::vector<ColourShare> main_colours() const;

private:
    static constexpr std::uint32_t kSolidRun = 4;

    struct Bin {
        std::uint32_t pixels = 0;
        std::uint32_t solid = 0;  // of them, those in runs
        std::uint32_t votes = 0;
        std::uint32_t colour = 0;
    };

    static std::uint32_t bin_of(std::uint32_t colour) {
        return (colour >> 19 & 31) << 10 | (colour >> 11 & 31) << 5 | (colour >> 3 & 31);
    }

    std::vector<Bin> bins_;
};

}  // namespace fovea::reading
