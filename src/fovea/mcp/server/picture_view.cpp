#include "fovea/mcp/server/picture_view.hpp"

#include "fovea/mcp/server/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fovea::mcp {

Result<View> view_picture(
    const content::ImageBlock& image,
    std::uint32_t max_edge,
    const Eyes& eyes,
    const std::stop_token& stop
) {
    const auto* original = content::blob_of(image.source);
    if (original == nullptr) return Error{ErrorCode::Internal, "a picture that is not here"};
    if (max_edge == 0 && !image.crop && TRY(eyes.intake.blobs.size(*original)) <= kMaxViewBytes) {
        auto bytes = TRY(eyes.intake.blobs.read(*original, store::Verify::No, {.stop = stop}));
        return View{.bytes = std::move(bytes), .mime = image.mime, .size = image.size};
    }
    const auto edge = max_edge == 0 ? kMaxViewEdge : std::min(max_edge, kMaxViewEdge);
    const auto variant = TRY(eyes.variants.make(
        *original,
        {.target = {.max_edge = edge, .max_bytes = kMaxViewBytes}, .crop = image.crop},
        stop
    ));
    auto bytes = TRY(eyes.variants.read(variant.blob));
    return View{
        .bytes = std::move(bytes),
        .mime = variant.mime,
        .size = variant.size,
        .downscaled = variant.downscaled};
}

std::string view_words(const content::ImageBlock& image, const View& view) {
    const auto& whole = image.size;
    auto text = fmt::format("{}: {}x{} pixels", id_of(image), whole.width, whole.height);
    auto shown = whole;
    if (image.crop) {
        shown = image.crop->size();
        text += fmt::format(
            "; here its part of {}x{} with crop_origin {},{}",
            shown.width,
            shown.height,
            image.crop->x,
            image.crop->y
        );
    }
    if (view.size != shown) {
        text += fmt::format(
            "; scaled to {}x{}: multiply places by {:.4g}",
            view.size.width,
            view.size.height,
            static_cast<double>(shown.width) / view.size.width
        );
    }
    return text;
}

}  // namespace fovea::mcp
