#include "fovea/media/transform/thumbnail.hpp"

#include "fovea/media/compare/overlay.hpp"
#include "fovea/media/transform/resize.hpp"
#include "fovea/media/transform/upright.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace fovea::media {

PixelSize size_in_room(PixelSize picture, PixelSize room) {
    const double scale =
        std::min({double(room.width) / picture.width, double(room.height) / picture.height, 1.0});
    const auto side = [scale](std::uint32_t length, std::uint32_t most) {
        const auto scaled = static_cast<std::uint32_t>(std::lround(length * scale));
        return std::clamp(scaled, 1U, std::max(most, 1U));
    };
    return {side(picture.width, room.width), side(picture.height, room.height)};
}

Result<Thumbnail> thumbnail(
    ByteView file, const ThumbnailRequest& request, std::span<std::byte> out
) {
    const auto& room = request.room;
    if (room.pixels() == 0 || room.longest_edge() > kMaxThumbnailSide) {
        return Error{ErrorCode::InvalidInput, "a thumbnail must be 1 to 8192 pixels on each side"};
    }
    const auto upright = TRY(decode_upright(file, request.limits, Large::Small));
    const auto& picture = upright.picture;
    const Thumbnail made{size_in_room(upright.facts.size, room)};
    if (made.bytes() > out.size()) {
        return Error{ErrorCode::LimitExceeded, "the thumbnail does not fit into the output"};
    }
    ResizeSink sink(made.size);
    TRY(sink.begin(picture.shape()));
    TRY(sink.rows({0, 0, picture.size().height, picture.row(0), picture.stride(), true}));
    TRY(sink.end());
    const auto small = rgb_copy(sink.take());
    std::memcpy(out.data(), small.row(0), made.bytes());
    return made;
}

}  // namespace fovea::media
