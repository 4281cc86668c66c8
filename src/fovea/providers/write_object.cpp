#include "fovea/providers/write_object.hpp"

#include "fovea/providers/wire_json.hpp"

#include <boost/json.hpp>

#include <string>

namespace fovea::providers {

Result<void> write_object(JsonWriter& json, std::string_view text, std::string_view what) {
    const auto value = parse_wire_json(text.empty() ? "{}" : text);
    if (!value.ok() || !value.value().is_object()) {
        return Error{ErrorCode::InvalidInput, std::string(what) + " is not a JSON object"};
    }
    json.json(value.value());
    return {};
}

}  // namespace fovea::providers
