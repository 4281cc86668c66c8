// Decodes every frame, but keeps only the last two rows: libwebp then reads all of the data while
// writing next to nothing.
#include "fovea/media/image/webp/container.hpp"
#include "fovea/media/image/webp/library.hpp"
#include "fovea/media/image/webp/webp.hpp"

namespace fovea::media {
namespace {

Result<void> check_frame(const WebpFrame& frame) {
    const auto size = frame.place.size();
    const auto top = (size.height - 1) / 2 * 2;  // libwebp rounds crops to even rows
    auto config = TRY(make_webp_config());
    auto& options = config.options;
    options.use_cropping = 1;
    options.crop_top = static_cast<int>(top);
    options.crop_width = static_cast<int>(size.width);
    options.crop_height = static_cast<int>(size.height - top);
    options.bypass_filtering = 1;
    options.no_fancy_upsampling = 1;

    Buffer rows(std::size_t{size.width} * 4 * 2);
    auto& output = config.output;
    output.colorspace = MODE_RGBA;  // with alpha, so that the alpha data are read too
    output.is_external_memory = 1;
    output.u.RGBA.rgba = rows.data();
    output.u.RGBA.stride = static_cast<int>(size.width) * 4;
    output.u.RGBA.size = rows.size();
    return run_webp(frame.data, config);
}

}  // namespace

Result<DecodeReport> validate_webp(ByteView file, const Limits& limits) {
    const auto webp = TRY(read_webp(file, limits));
    for (const auto& frame : webp.frames) TRY(check_frame(frame));
    return DecodeReport{.end = webp.end};
}

}  // namespace fovea::media
