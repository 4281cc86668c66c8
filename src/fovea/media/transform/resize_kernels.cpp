#include "fovea/media/transform/resize_kernels.hpp"

#include <cstring>

namespace fovea::media {
namespace {

Buffer zeroed(std::size_t samples) {
    Buffer buffer(samples * sizeof(std::int16_t));
    std::memset(buffer.data(), 0, buffer.size());
    return buffer;
}

}  // namespace

// Windows may be read past the last pixel by as much as the widest one, and four pairs are stored
// at once: both only touch what weights of zero remove again.
ResizeScratch::ResizeScratch(const FilterTable& horizontal, unsigned channels)
    : tile_(zeroed(kTilePitch * kGroupRows)),
      columns_(
          zeroed((std::size_t{horizontal.in} / 2 + horizontal.max_pairs + 4) * channels * kColumn)
      ) {}

void resize_group(const RowGroup& group, ResizeScratch& scratch) {
    if (vertical_pass(group, scratch.tile(), scratch.columns())) {
        horizontal_pass(group, scratch.columns());
    } else {
        resize_group_plainly(group);
    }
}

}  // namespace fovea::media
