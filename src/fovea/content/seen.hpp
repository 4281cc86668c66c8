// What was seen where on a picture. Boxes are pixels of the whole upright picture.
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fovea::content {

struct LabelledBox {
    std::string label;
    media::PixelRect box;
    std::size_t image = 0;  // which of the request's pictures, from 0
    bool is_point = false;  // only the place is known: the box is the one pixel that holds it
    bool clamped = false;   // a model named a place outside the picture, and this is what is left

    bool operator==(const LabelledBox&) const = default;
};

struct SeenWord {
    std::string text;
    media::PixelRect box;
    double confidence = 0;  // 0 to 1
    std::size_t image = 0;

    bool operator==(const SeenWord&) const = default;
};

// A control of a user interface.
struct SeenElement {
    std::uint32_t number = 0;  // from 1 on its picture
    std::string kind;          // "button", "menu item"
    media::PixelRect box;
    std::string label;                // may be empty
    std::string value;                // what stands in a field; may be empty
    std::vector<std::string> states;  // "disabled", "checked", "selected", "focused", "error"
    double confidence = 0;            // 0 to 1
    std::size_t image = 0;

    bool operator==(const SeenElement&) const = default;
};

}  // namespace fovea::content
