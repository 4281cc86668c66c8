// What a guess of a picture's kind goes by: the facts of its look, its words and its blocks, counted.
#pragma once

#include "fovea/media/image/pixels.hpp"
#include "fovea/reading/look.hpp"
#include "fovea/reading/page/axis_numbers.hpp"
#include "fovea/reading/page/page.hpp"
#include "fovea/reading/reading.hpp"

#include <cstddef>
#include <vector>

namespace fovea::reading {

struct KindEvidence {
    const Look& look;
    media::PixelSize size;
    double ground_share = 0;  // of the largest colour
    bool light_ground = false;

    std::size_t words = 0;  // that one can trust
    std::size_t letters = 0;
    std::size_t places = 0;    // lines of text with such words
    double text_share = 0;     // of the area
    std::size_t percents = 0;  // numbers with a percent sign
    std::vector<Axis> axes = {};

    // Monospaced: all lines where all of the writing is, else those of code blocks.
    bool all_monospaced = false;
    std::size_t code_lines = 0;
    std::size_t code_letters = 0;
    std::size_t program_lines = 0;  // of the code lines
    std::size_t output_lines = 0;
    std::size_t prompts = 0;
    std::size_t prose_lines = 0;  // of paragraphs
    std::size_t prose_letters = 0;
    std::size_t table_rows = 0;
};

// Refers to the reading's look.
KindEvidence weigh_evidence(const Reading& reading, const Page& page);

}  // namespace fovea::reading
