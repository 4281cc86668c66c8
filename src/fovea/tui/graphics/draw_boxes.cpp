#include "fovea/tui/graphics/draw_boxes.hpp"

#include "fovea/media/compare/number_marks.hpp"
#include "fovea/media/compare/overlay.hpp"

#include <algorithm>
#include <vector>

namespace fovea::tui {
namespace {

// One line, on the edge itself: of the few pixels that characters show, a frame around it hides too many.
media::Picture thin_frames(const media::Picture& picture, std::span<const NumberedBox> boxes) {
    auto framed = media::rgb_copy(picture);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const auto& [x, y, width, height] = boxes[i].box;
        const auto& colour = media::frame_colour(i);
        const auto put = [&](std::uint32_t column, std::uint32_t row) {
            if (column >= framed.size().width || row >= framed.size().height) return;
            std::ranges::copy(colour, framed.row(row) + std::size_t{column} * 3);
        };
        for (std::uint32_t column = x; column < x + width; ++column) {
            put(column, y);
            put(column, y + height - 1);
        }
        for (std::uint32_t row = y; row < y + height; ++row) {
            put(x, row);
            put(x + width - 1, row);
        }
    }
    return framed;
}

}  // namespace

media::Picture draw_boxes(
    const media::Picture& picture, std::span<const NumberedBox> boxes, BoxNumbers numbers
) {
    if (numbers == BoxNumbers::LeftOut) return thin_frames(picture, boxes);
    std::vector<media::PixelRect> frames;
    std::vector<media::MarkedPart> parts;
    for (const auto& box : boxes) {
        frames.push_back(box.box);
        parts.push_back({box.box, box.number});
    }
    const auto framed = media::draw_frames(picture, frames);
    const auto marks = media::place_marks(picture.size(), parts, {});
    return marks.empty() ? media::rgb_copy(framed) : media::draw_marks(framed, marks);
}

}  // namespace fovea::tui
