// What `local/ocr` says about pictures it has read: words for people and models, made of measured
// facts alone. It never claims more than it read.
//
//     const Sight sight{reading, page, kind, "shot.png"};
//     const Told told = describe(sight);                      // summary, then text by region
//     const Told reply = answer("which line failed?", sight); // the lines that bear on it
#pragma once

#include "fovea/content/seen.hpp"
#include "fovea/media/compare/compare.hpp"
#include "fovea/reading/page/kind.hpp"
#include "fovea/reading/page/page.hpp"
#include "fovea/reading/reading.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::reading {

// One picture, read. Borrows all it holds.
struct Sight {
    const Reading& reading;
    const Page& page;
    const KindGuess& kind;
    std::string_view name;  // basename; may be empty
};

struct Told {
    std::string text;
    std::vector<content::LabelledBox> boxes;
    std::string value = {};  // the bare answer, where it is certain

    bool operator==(const Told&) const = default;
};

Told describe(const Sight& sight);

// Extractive: the lines that bear on the question, with their boxes, and honest about being that.
Told answer(std::string_view question, const Sight& sight);

// Two or more pictures: what they share and what changed. `changes[i]` compares picture i with
// picture i + 1. With a question, the lines that bear on it come first.
Told tell_together(
    std::span<const Sight> sights,
    std::span<const media::Compared> changes,
    std::string_view question
);

}  // namespace fovea::reading
