#include "fovea/reading/recognise/shrink.hpp"

#include <cstddef>

namespace fovea::reading {

media::Picture shrunk(const media::Picture& picture, std::uint32_t factor) {
    const media::PixelSize size{picture.size().width / factor, picture.size().height / factor};
    media::Picture small(media::Shape::of(size, picture.format()));
    const auto channels = media::bytes_per_pixel(picture.format());
    const auto count = factor * factor;
    for (std::uint32_t y = 0; y < size.height; ++y) {
        for (std::uint32_t x = 0; x < size.width; ++x) {
            for (std::uint32_t c = 0; c < channels; ++c) {
                std::uint32_t sum = 0;
                for (std::uint32_t dy = 0; dy < factor; ++dy) {
                    const auto* row = picture.row(y * factor + dy);
                    for (std::uint32_t dx = 0; dx < factor; ++dx) {
                        sum += row[std::size_t{x * factor + dx} * channels + c];
                    }
                }
                small.row(y)[std::size_t{x} * channels + c] =
                    static_cast<std::uint8_t>((2 * sum + count) / (2 * count));
            }
        }
    }
    return small;
}

}  // namespace fovea::reading
