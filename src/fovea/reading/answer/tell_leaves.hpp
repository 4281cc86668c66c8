// Pages of a document or frames of a recording, told as the one thing that they are (P5).
//
//     const Sight page{reading, page, kind, "Page 3"};
//     const Told told = tell_leaves(pages, "What is the total?", Repeats::Told);
//
// A question is answered by the leaves that bear on it most, each below its name, or by the pages
// that it names ("What is on page 3?"); without one, or where a description or all of the text is
// wanted, the text of each leaf follows its name. Boxes are not in the text but in Told::boxes, whose
// `image` is the index of the leaf.
#pragma once

#include "fovea/reading/answer/telling.hpp"
#include "fovea/reading/reading.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace fovea::reading {

enum class Repeats : std::uint8_t {
    Told,
    LeftOut,  // lines that stood in the leaf before as well: of a recording, only what is new
};

// A page, a frame or a picture, with all that stands on it.
struct Leaf {
    std::string title;  // "Page 3"
    Reading reading;
};

// What stands on all of them is told first: "From the text of 3 pages of a.pdf".
Told tell_leaves(
    std::span<const Sight> leaves,
    std::string_view of,  // "3 pages of \"a.pdf\""
    std::string_view question,
    Repeats repeats
);

// The same of what was read, laid out here.
Told tell_leaves(
    std::span<const Leaf> leaves, std::string_view of, std::string_view question, Repeats repeats
);

}  // namespace fovea::reading
