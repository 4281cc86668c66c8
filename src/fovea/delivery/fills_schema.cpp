#include "fovea/delivery/fills_schema.hpp"

namespace fovea::delivery {

Result<void> check_fills_schema(const Target& target) {
    if (!target.is_local()) return {};
    return Error{
        ErrorCode::ResponseNotJson,
        target.name +
            " only quotes the text that it reads and cannot fill a JSON schema; choose another "
            "model"};
}

}  // namespace fovea::delivery
