#include "fovea/media/worker/believable.hpp"

#include "fovea/media/image/sniff.hpp"
#include "fovea/media/worker/message_parts.hpp"

#include <algorithm>
#include <utility>

namespace fovea::media {
namespace {

constexpr std::uint8_t kMaxBitDepth = 16;

bool is_size(PixelSize size, const Limits& limits) {
    return size.pixels() > 0 && size.pixels() <= limits.max_pixels;
}

bool is_inside(const PixelRect& rect, PixelSize size) {
    return rect.size().pixels() > 0 && std::uint64_t{rect.x} + rect.width <= size.width &&
           std::uint64_t{rect.y} + rect.height <= size.height;
}

bool is_within(PixelSize size, std::uint32_t edge) {
    return size.pixels() > 0 && size.longest_edge() <= edge;
}

}  // namespace

bool is_believable(const PictureFacts& facts, ByteView file, const Limits& limits) {
    return sniff(file).image == facts.type && is_size(facts.size, limits) && facts.frames >= 1 &&
           facts.frames <= limits.max_frames && facts.bit_depth >= 1 &&
           facts.bit_depth <= kMaxBitDepth;
}

bool is_believable(const PreparedPicture& prepared, const PrepareRequest& request, ByteView file) {
    const auto& target = request.target;
    if (!is_believable(prepared.facts, file, request.limits)) return false;
    if (prepared.crop.has_value() != request.crop.has_value()) return false;
    if (prepared.crop && !is_inside(*prepared.crop, prepared.facts.size)) return false;
    if (prepared.unchanged) return prepared.type == prepared.facts.type;
    return is_within(prepared.size, std::max(target.max_edge, target.min_edge));
}

bool is_believable(
    const SampledAnimation& sampled, const AnimationRequest& request, ByteView file
) {
    return is_believable(sampled.facts, file, request.limits) &&
           std::ranges::all_of(sampled.frames, [&](const AnimationFrame& frame) {
               return is_size(frame.size, request.limits);
           });
}

Result<Bytes> of_type(Bytes bytes, ImageType type) {
    if (sniff(bytes).image != type) return garbled();
    return bytes;
}

}  // namespace fovea::media
