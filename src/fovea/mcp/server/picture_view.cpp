#include "fovea/mcp/server/picture_view.hpp"

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
        auto bytes = TRY(eyes.intake.blobs.read(*original));
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

}  // namespace fovea::mcp
