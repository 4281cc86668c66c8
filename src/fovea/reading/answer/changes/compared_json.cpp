#include "fovea/reading/answer/changes/compared_json.hpp"

#include "fovea/reading/answer/changes/colour_changes.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::reading {

namespace json = boost::json;

json::object compared_json(const media::Compared& compared, std::size_t most) {
    json::object told{
        {"similarity", compared.similarity},
        {"identical", compared.identical},
        {"same_size", compared.same_size}};
    if (!compared.same_size) return told;
    json::array changed;
    for (const auto& box : compared.regions) {
        if (changed.size() == most) break;
        changed.push_back(json::array{box.x, box.y, box.x + box.width, box.y + box.height});
    }
    told["changed_fraction"] = compared.changed_fraction;
    told["changed"] = std::move(changed);
    told["colour_changes"] = colour_changes_json(compared.recoloured);
    return told;
}

}  // namespace fovea::reading
