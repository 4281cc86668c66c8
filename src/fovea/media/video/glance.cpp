#include "fovea/media/video/glance.hpp"

#include "fovea/media/transform/fit.hpp"

namespace fovea::media {

PixelSize glance_size(PixelSize shown) {
    const auto size = fit_within(shown, kGlanceEdge);
    return {size.width + size.width % 2, size.height + size.height % 2};
}

Shape glance_shape(PixelSize shown) {
    const auto size = glance_size(shown);
    return Shape::of({size.width, size.height / 2 * 3}, PixelFormat::Gray8);
}

}  // namespace fovea::media
