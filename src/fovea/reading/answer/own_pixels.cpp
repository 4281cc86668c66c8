#include "fovea/reading/answer/own_pixels.hpp"

#include <utility>

namespace fovea::reading {

Reading in_own_pixels(Reading reading) {
    const auto move = [area = reading.area](media::PixelRect& box) {
        box.x -= area.x;
        box.y -= area.y;
    };
    for (auto& line : reading.lines) move(line.box);
    for (auto& word : reading.words) move(word.box);
    for (auto& barcode : reading.barcodes) move(barcode.box);
    for (auto& panel : reading.look.panels) move(panel);
    if (reading.elements) {
        for (auto& element : *reading.elements) move(element.box);
    }
    reading.facts.size = reading.area.size();
    move(reading.area);
    return reading;
}

void to_whole_pixels(
    std::vector<content::LabelledBox>& boxes, std::size_t image, const media::PixelRect& area
) {
    for (auto& seen : boxes) {
        if (seen.image != image) continue;
        seen.box.x += area.x;
        seen.box.y += area.y;
    }
}

}  // namespace fovea::reading
