// What is true of every model behind one kind of provider, as data of the catalogue ("wire_kinds").
#pragma once

#include "fovea/base/result.hpp"

#include <boost/json/fwd.hpp>

#include <optional>
#include <string>

namespace fovea::models {

struct WireKind {
    std::string surface;         // as in Model::surfaces
    std::string limits;          // name of its request limits
    std::optional<bool> vision;  // absent: it depends on the model
    // False: this wire format cannot carry it, whatever the model can.
    bool pdf = false;
    bool video = false;
    bool json_schema = false;
    bool tool_result_images = false;
    bool url_images = false;
    bool cache_marks = false;
    std::string system_role;
    std::string max_tokens_field;
    std::string image_detail;  // "high"; empty: none is sent
    std::string api_version;

    bool operator==(const WireKind&) const = default;
};

// ConfigInvalid names the field.
Result<WireKind> read_wire_kind(const boost::json::value& value);

}  // namespace fovea::models
