// ICC profiles: any bytes are either of no use or convert a row of every format.
#include "fovea/media/image/colour/colour.hpp"

#include <array>
#include <cstdint>

using namespace fovea;
using namespace fovea::media;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const ByteView profile(reinterpret_cast<const std::byte*>(data), size);
    constexpr std::size_t kPixels = 64;
    std::array<std::uint8_t, kPixels * 4> from{};
    std::array<std::uint8_t, kPixels * 4> to{};
    for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<std::uint8_t>(i * 37);
    for (const auto format :
         {PixelFormat::Gray8, PixelFormat::Rgb8, PixelFormat::Rgba8, PixelFormat::Cmyk8}) {
        const auto converter = ColourConverter::from_profile(profile, format);
        if (converter.is_needed()) converter.convert(from.data(), kPixels, to.data());
    }
    return 0;
}
