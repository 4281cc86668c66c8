#include "fovea/reading/answer/changes/colour_changes.hpp"

#include "fovea/reading/answer/colour_names.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace fovea::reading {

std::string colour_change_text(const media::ColourChange& change) {
    return colour_text(change.before) + " → " + colour_text(change.after);
}

std::string colour_change_at(const media::PixelRect& region, ColourChanges changes) {
    const auto found = std::ranges::find(changes, region, &media::ColourChange::region);
    return found == changes.end() ? std::string() : colour_change_text(*found);
}

boost::json::array colour_changes_json(ColourChanges changes) {
    boost::json::array list;
    for (const auto& change : changes) {
        const auto& box = change.region;
        list.push_back(
            {{"box", {box.x, box.y, box.x + box.width, box.y + box.height}},
             {"before", hex_text(change.before)},
             {"after", hex_text(change.after)},
             {"share", change.share}}
        );
    }
    return list;
}

}  // namespace fovea::reading
