// Finds the controls on a picture of a user interface, with their states, by a network trained on pages of component
// libraries (training/elements).
//
//     auto finder = TRY(ElementFinder::open());
//     for (const Element& element : TRY(finder.find(picture, median_line_height)).list) …
//
// About 0.2 s for 1920×1080 on one thread; no files. What a control is called is not its business: labels are text.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/reading/element.hpp"
#include "fovea/reading/recognise/page_network.hpp"

#include <functional>
#include <vector>

namespace fovea::reading {

struct ElementList {
    std::vector<Element> list;  // from top to bottom, then from left to right
    bool all = true;            // false: the time was over
};

class ElementFinder {
public:
    // With the weights that are part of the program.
    static Result<ElementFinder> open();

    // `line_height` is the median height of the picture's lines of text in
    // pixels, 0 where it has none: screens of phones, three pixels to a point, are looked at smaller.
    Result<ElementList> find(
        const media::Picture& picture,
        double line_height = 0,
        const std::function<bool()>& is_over = {}
    );

private:
    explicit ElementFinder(PageNetwork network);

    PageNetwork network_;
};

}  // namespace fovea::reading
