// Where a model said that things are, in pixels of the original pictures (V8, `boxes`).
//
//     for (const auto& seen : parse_boxes(reply, Format::Gemini1000, views)) draw(seen.box);
//
// The model's text is not touched: whoever wants the numbers as written has them there (PVP-4.4). A
// reply without any, or with numbers of another kind, gives no boxes, and no error (PVP-4.5).
//
// What is promised of each box: it has at least one pixel and lies within what the model was shown;
// a place outside was moved to the edge and is marked `clamped`; swapped corners are put right; a
// point is the one pixel that holds it, marked `is_point`. The text is foreign and may be anything:
// time and memory grow with its length, and at most kMostPlaces places are read.
#pragma once

#include "fovea/content/seen.hpp"
#include "fovea/proxy/grounding/format.hpp"
#include "fovea/proxy/grounding/view.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace fovea::proxy::grounding {

// `views` are the pictures of the request, in their order.
std::vector<content::LabelledBox> parse_boxes(
    std::string_view text, Format format, std::span<const View> views
);

}  // namespace fovea::proxy::grounding
