// Finds the places in what a model wrote: lists of numbers in prose, JSON (whole, in Markdown,
// broken off, with commas too many) and tags. Says what stands there; what the numbers mean on the
// picture is for view.hpp.
#pragma once

#include "fovea/proxy/grounding/format.hpp"
#include "fovea/proxy/grounding/view.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::proxy::grounding {

struct Found {
    Place place;
    std::string label;      // may be empty
    std::size_t image = 0;  // from 0
};

inline constexpr std::size_t kMostPlaces = 10'000;  // past that a model is repeating itself

// In the order of the text, which is read once from front to back. What names a picture that is not
// among the `images` is left out, as is everything past kMostPlaces.
std::vector<Found> scan_places(std::string_view text, Format format, std::size_t images);

}  // namespace fovea::proxy::grounding
