// Parts of a picture that got another colour, in words and as JSON: the same wherever two pictures are
// compared.
#pragma once

#include "fovea/media/compare/colour_changes.hpp"

#include <boost/json/fwd.hpp>

#include <span>
#include <string>

namespace fovea::reading {

using ColourChanges = std::span<const media::ColourChange>;

// "blue #2563EB → green #16A34A"
std::string colour_change_text(const media::ColourChange& change);

// The same for one of the changed regions; empty where its colour is not what changed.
std::string colour_change_at(const media::PixelRect& region, ColourChanges changes);

// [{"box": [x1, y1, x2, y2], "before": "#2563EB", "after": "#16A34A", "share": 0.92}]
boost::json::array colour_changes_json(ColourChanges changes);

}  // namespace fovea::reading
