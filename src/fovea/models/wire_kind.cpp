#include "fovea/models/wire_kind.hpp"

#include "fovea/models/json_row.hpp"

namespace fovea::models {

Result<WireKind> read_wire_kind(const boost::json::value& value) {
    if (!value.is_object()) return Error{ErrorCode::ConfigInvalid, "a wire kind is not an object"};
    Row row(value.get_object());
    WireKind kind;
    kind.surface = row.text("surface");
    kind.limits = row.text("limits");
    kind.vision = row.flag_or_null("vision");
    kind.pdf = row.flag("pdf");
    kind.video = row.flag("video");
    kind.json_schema = row.flag("json_schema");
    kind.tool_result_images = row.flag("tool_result_images");
    kind.url_images = row.flag("url_images");
    kind.cache_marks = row.flag("cache_marks");
    kind.system_role = row.text("system_role");
    kind.max_tokens_field = row.text("max_tokens_field");
    kind.image_detail = row.text("image_detail");
    kind.api_version = row.text("api_version");
    if (row.missing().empty()) return kind;
    return Error{
        ErrorCode::ConfigInvalid, "\"" + row.missing() + "\" is missing or of the wrong type"};
}

}  // namespace fovea::models
