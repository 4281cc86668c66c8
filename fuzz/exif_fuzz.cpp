// EXIF blocks: any bytes give one of the eight orientations.
#include "fovea/media/image/exif.hpp"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const fovea::ByteView block(reinterpret_cast<const std::byte*>(data), size);
    const auto orientation = fovea::media::exif_orientation(block);
    const auto number = static_cast<unsigned>(orientation);
    if (number < 1 || number > 8) std::abort();
    return 0;
}
