#include "fovea/delivery/fills_schema.hpp"

namespace fovea::delivery {

Result<void> check_fills_schema(const Target& target) {
    if (!target.is_local()) return {};
    return Error{
        ErrorCode::ResponseNotJson,
        target.name + " quotes what it reads and fills no schema; name a model that writes"};
}

}  // namespace fovea::delivery
