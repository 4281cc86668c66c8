#include "fovea/media/image/byte_writer.hpp"
#include "fovea/media/image/png/chunks.hpp"
#include "fovea/media/image/png/layout.hpp"
#include "fovea/media/image/png/png.hpp"

namespace fovea::media {

Result<std::size_t> strip_png(ByteView file, std::span<std::byte> out) {
    // Order and CRCs of all that is kept.
    TRY(read_png_layout(file));

    auto chunks = TRY(PngChunks::open(file));
    PngKeep keep;
    ByteWriter writer(out);
    TRY(writer.put(png_signature()));
    for (;;) {
        const auto chunk = TRY(chunks.next());
        if (keep.keeps(chunk)) TRY(writer.put(chunk.whole));
        if (chunk.type == kPngIend) return writer.size();
    }
}

}  // namespace fovea::media
