// The points in a tag, as Molmo, Molmo2 and, now and then, others write them.
#pragma once

#include "fovea/proxy/grounding/tags.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace fovea::proxy::grounding {

struct Point {
    double x = 0;
    double y = 0;
    std::optional<double> group;  // the number of the image (or the second of a video), if there

    bool operator==(const Point&) const = default;
};

// <point x="63.3" y="85.8">, and <points x1="9.1" y1="11.7" x2="…" y2="…">. At most `most`.
std::vector<Point> points_in_attributes(const Tag& tag, std::size_t most);

// coords="1 1 073 160 2 173 600": groups apart by tab ; , or : and in each the number of the image,
// then number, x and y of each point. A point that is not whole is left out. At most `most`.
std::vector<Point> points_in_coords(std::string_view coords, std::size_t most);

// The value of an attribute; nothing when it is not there.
std::optional<std::string_view> attribute(const Tag& tag, std::string_view name);

}  // namespace fovea::proxy::grounding
