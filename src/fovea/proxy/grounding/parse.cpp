#include "fovea/proxy/grounding/parse.hpp"

#include "fovea/proxy/grounding/scan.hpp"

#include <utility>

namespace fovea::proxy::grounding {

std::vector<content::LabelledBox> parse_boxes(
    std::string_view text, Format format, std::span<const View> views
) {
    std::vector<content::LabelledBox> boxes;
    for (auto& found : scan_places(text, format, views.size())) {
        const auto placed = to_original(found.place, views[found.image]);
        if (!placed) continue;
        boxes.push_back(
            {std::move(found.label),
             placed->box,
             found.image,
             found.place.is_point,
             placed->clamped}
        );
    }
    return boxes;
}

}  // namespace fovea::proxy::grounding
