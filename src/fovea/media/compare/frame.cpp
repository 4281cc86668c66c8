#include "fovea/media/compare/frame.hpp"

#include "fovea/media/compare/overlay.hpp"
#include "fovea/media/image/png/encode.hpp"
#include "fovea/media/transform/upright.hpp"

#include <algorithm>

namespace fovea::media {

Result<Framed> frame(ByteView file, const FrameRequest& request, std::span<std::byte> out) {
    const auto upright = TRY(decode_upright(file, request.limits));
    const auto size = upright.picture.size();
    std::vector<PixelRect> boxes;
    for (const auto& box : request.boxes) {
        if (box.x >= size.width || box.y >= size.height) continue;
        const PixelRect inside{
            box.x,
            box.y,
            std::min(box.width, size.width - box.x),
            std::min(box.height, size.height - box.y)};
        if (inside.size().pixels() > 0) boxes.push_back(inside);
    }
    auto framed = draw_frames(upright.picture, boxes);
    if (!request.marks.empty()) framed = draw_marks(framed, request.marks);
    const auto bytes = TRY(encode_png(framed, {}, out));
    return Framed{size, bytes};
}

}  // namespace fovea::media
