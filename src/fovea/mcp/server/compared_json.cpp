#include "fovea/mcp/server/compared_json.hpp"

#include "fovea/reading/answer/changes/colour_changes.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::mcp {

namespace json = boost::json;

json::object measured_json(const media::Compared& compared) {
    json::object measured{
        {"identical", compared.identical},
        {"similarity", compared.similarity},
        {"same_size", compared.same_size}};
    if (!compared.same_size) return measured;
    json::array changed;
    for (const auto& box : compared.regions) {
        if (changed.size() == kMaxComparedRegions) break;
        changed.push_back(json::array{box.x, box.y, box.x + box.width, box.y + box.height});
    }
    measured["changed_fraction"] = compared.changed_fraction;
    measured["changed"] = std::move(changed);
    measured["colour_changes"] = reading::colour_changes_json(compared.recoloured);
    return measured;
}

}  // namespace fovea::mcp
