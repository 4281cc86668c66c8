// Where an answer says that it found things: "[page 3]" and "[1:05.2]" in its words, and the boxes that
// a model or local/ocr gave.
//
//     read_citations("Paid on 3 May [page 2].", {.document = 0, .pages = {1, 2}});   // {.page = 2}
//
// What lies outside of the files was made up, and is left out.
#pragma once

#include "fovea/analysis/analysis.hpp"
#include "fovea/analysis/parts.hpp"
#include "fovea/content/seen.hpp"
#include "fovea/media/pdf/page_ranges.hpp"

#include <chrono>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace fovea::analysis {

// What can be cited.
struct Citable {
    std::optional<std::size_t> document = {};  // the one file with pages
    media::PageNumbers pages = {};             // of it
    std::optional<std::size_t> video = {};     // the one with times
    std::chrono::milliseconds duration{0};     // of it
};

// Each once, in the order of the text. Where several files have pages, "[page 3]" names none of them.
std::vector<Citation> read_citations(std::string_view text, const Citable& citable);

// Boxes of the request's pictures in units of their files.
std::vector<Citation> cite_boxes(
    std::span<const content::LabelledBox> boxes, std::span<const Origin> origins
);

}  // namespace fovea::analysis
