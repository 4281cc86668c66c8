// What a request asks of the model that gets it, read from its content alone (R1).
#pragma once

#include "fovea/content/blocks.hpp"

#include <vector>

namespace fovea::router {

struct Needs {
    bool vision = false;
    bool pdf = false;
    bool video = false;
    bool tools = false;

    bool has_media() const { return vision || pdf || video; }
    bool operator==(const Needs&) const = default;
};

enum class Tools { None, Offered };

// Pictures and documents inside tool results count. Pictures that have become words do not:
// `messages` are those of this request, not of the whole session.
Needs needs_of(const std::vector<content::Message>& messages, Tools tools);

}  // namespace fovea::router
