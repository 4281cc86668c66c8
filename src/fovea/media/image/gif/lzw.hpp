// Inflates the LZW data of GIF frames into pixel values.
//
//     GifLzw lzw;   // one for all frames of a file: it keeps its memory
//     const std::uint8_t* pixels = TRY(lzw.decode(image));
#pragma once

#include "fovea/base/buffer.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/gif/blocks.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace fovea::media {

class GifLzw {
public:
    // One byte a pixel, rows in the order of the file, all below 2^code_size and, unless
    // transparent, of a colour that the palette has. Valid until the next call. `image` has passed
    // check_gif_image().
    Result<const std::uint8_t*> decode(const GifImage& image);

private:
    static constexpr unsigned kMaxCodes = 4096;

    Result<void> expand(const GifImage& image, std::size_t pixels);
    std::size_t join(ByteView pieces);

    // Where the strings of the table begin in memory_; see the source.
    std::array<std::uint32_t, kMaxCodes + 1> starts_{};
    Buffer joined_;  // the LZW codes without the lengths between them
    Buffer memory_;  // all one-byte strings, then the pixels
};

}  // namespace fovea::media
