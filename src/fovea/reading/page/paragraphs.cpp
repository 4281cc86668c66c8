#include "fovea/reading/page/paragraphs.hpp"

#include <algorithm>
#include <cmath>

namespace fovea::reading {

bool continues_paragraph(const Piece& above, const Piece& line, double step) {
    if (above.block || line.block || !same_style(above, line)) return false;
    const auto em = std::max(above.em, line.em);
    const auto down = line.baseline - above.baseline;
    // Lists and menus have wider steps than text is ever set with.
    if (down < 0.7 * em || down > 1.85 * em) return false;
    if (step > 0 && std::abs(down - step) > 0.2 * em) return false;

    const bool flush_left = std::abs(above.box.left - line.box.left) <= 0.4 * em;
    const auto middle = [](const Box& box) { return (box.left + box.right) / 2; };
    const bool centred = std::abs(middle(above.box) - middle(line.box)) <= 0.4 * em;
    // The first line of a paragraph may be indented.
    const auto indent = above.box.left - line.box.left;
    const bool indented = step <= 0 && indent > 0 && indent <= 2.5 * em && above.words.size() >= 4;
    return flush_left || centred || indented;
}

}  // namespace fovea::reading
