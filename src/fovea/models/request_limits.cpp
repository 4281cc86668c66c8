#include "fovea/models/request_limits.hpp"

#include "fovea/models/json_row.hpp"

#include <algorithm>

namespace fovea::models {
namespace {

Error invalid(const std::string& field) {
    return {ErrorCode::ConfigInvalid, "\"" + field + "\" is missing or of the wrong type"};
}

std::optional<RequestLimits::ManyImages> read_many_images(Row& row) {
    const auto* object = row.object_or_null("many_images");
    if (object == nullptr) return std::nullopt;
    Row inner(*object);
    const auto more_than = inner.count_or_null("more_than");
    const auto image_px = inner.count_or_null("image_px");
    if (!more_than || !image_px) return row.miss("many_images"), std::nullopt;
    return RequestLimits::ManyImages{*more_than, *image_px};
}

std::optional<RequestLimits::BelowContext> read_below_context(Row& row) {
    const auto* object = row.object_or_null("below_context");
    if (object == nullptr) return std::nullopt;
    Row inner(*object);
    const auto tokens = inner.count_or_null("tokens");
    const auto images = inner.count_or_null("images");
    const auto pdf_pages = inner.count_or_null("pdf_pages");
    if (!tokens || !inner.missing().empty()) return row.miss("below_context"), std::nullopt;
    return RequestLimits::BelowContext{*tokens, images, pdf_pages};
}

}  // namespace

RequestLimits RequestLimits::for_context(std::optional<std::uint32_t> context) const {
    auto limits = *this;
    if (below_context && context.value_or(0) < below_context->tokens) {
        if (below_context->images) limits.images = below_context->images;
        if (below_context->pdf_pages) limits.pdf_pages = below_context->pdf_pages;
    }
    limits.below_context.reset();
    return limits;
}

std::optional<std::uint32_t> RequestLimits::max_px(std::uint64_t images_in_request) const {
    if (!many_images || images_in_request <= many_images->more_than) return image_px;
    return std::min(image_px.value_or(many_images->image_px), many_images->image_px);
}

std::optional<std::uint64_t> RequestLimits::image_file_bytes() const {
    if (!image_encoded_bytes) return std::nullopt;
    return *image_encoded_bytes / 4 * 3;
}

bool RequestLimits::accepts(std::string_view media_type) const {
    return std::ranges::find(formats, media_type) != formats.end();
}

Result<RequestLimits> read_request_limits(const boost::json::value& value) {
    if (!value.is_object()) return invalid("limits");
    Row row(value.get_object());
    RequestLimits limits;
    limits.image_encoded_bytes = row.count_or_null<std::uint64_t>("image_encoded_bytes");
    limits.image_px = row.count_or_null("image_px");
    limits.image_patches = row.count_or_null("image_patches");
    limits.many_images = read_many_images(row);
    limits.images = row.count_or_null("images");
    limits.request_bytes = row.count_or_null<std::uint64_t>("request_bytes");
    limits.inline_bytes = row.count_or_null<std::uint64_t>("inline_bytes");
    limits.pdf_pages = row.count_or_null("pdf_pages");
    limits.pdf_bytes = row.count_or_null<std::uint64_t>("pdf_bytes");
    limits.below_context = read_below_context(row);
    limits.formats = row.texts("formats");
    limits.animated_gif = row.flag("animated_gif");
    limits.kinds = row.texts("kinds");
    limits.as_of = row.text("as_of");
    if (!row.missing().empty()) return invalid(row.missing());
    return limits;
}

}  // namespace fovea::models
