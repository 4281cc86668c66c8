#include "fovea/media/image/exif.hpp"
#include "fovea/media/image/webp/container.hpp"
#include "fovea/media/image/webp/webp.hpp"

#include <algorithm>

namespace fovea::media {

Result<ImageInfo> probe_webp(ByteView file, const Limits& limits) {
    const auto webp = TRY(read_webp(file, limits));
    ImageInfo info;
    info.type = ImageType::Webp;
    info.size = webp.canvas;
    info.frames = static_cast<std::uint32_t>(webp.frames.size());
    info.has_alpha = webp.has_alpha;
    info.lossless = std::ranges::all_of(webp.frames, &WebpFrame::lossless);
    info.has_metadata = webp.has_metadata;
    if (!webp.animated && !info.lossless && !info.has_alpha) {
        info.colour = ColourModel::Ycc;
        info.chroma = {2, 2};
    }
    if (webp.exif.size() <= limits.max_exif_bytes) {
        info.orientation = exif_orientation(webp.exif);
    }
    if (webp.icc.size() <= limits.max_profile_bytes) {
        info.icc_profile.assign(webp.icc.begin(), webp.icc.end());
    }
    return info;
}

}  // namespace fovea::media
