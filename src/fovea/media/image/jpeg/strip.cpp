#include "fovea/media/image/byte_writer.hpp"
#include "fovea/media/image/jpeg/header.hpp"
#include "fovea/media/image/jpeg/jpeg.hpp"

namespace fovea::media {
namespace {

// A JFIF segment without its thumbnail, an Adobe segment without its tail.
Result<void> put_shortened(const JpegSegment& segment, std::size_t kept, ByteWriter& out) {
    const auto length = kept + 2;
    const std::byte head[] = {
        std::byte{0xFF},
        std::byte{segment.marker},
        static_cast<std::byte>(length >> 8),
        static_cast<std::byte>(length & 0xFF),
    };
    TRY(out.put(head));
    if (segment.marker != jpeg_marker::kApp0) return out.put(segment.payload.first(kept));

    constexpr std::byte kNoThumbnail[2] = {};
    TRY(out.put(segment.payload.first(kept - sizeof kNoThumbnail)));
    return out.put(kNoThumbnail);
}

}  // namespace

Result<std::size_t> strip_jpeg(ByteView file, std::span<std::byte> out) {
    ByteWriter writer(out);
    JpegMarkers markers(file);
    bool in_scan = false;
    for (;;) {
        const auto segment = TRY(markers.next());
        if (in_scan) TRY(writer.put(segment.before));
        in_scan = segment.marker == jpeg_marker::kSos;

        const auto kept = kept_payload(segment);
        if (!kept) continue;
        if (*kept < segment.payload.size()) {
            TRY(put_shortened(segment, *kept, writer));
        } else {
            TRY(writer.put(file.subspan(segment.begin, segment.end - segment.begin)));
        }
        if (segment.marker == jpeg_marker::kEoi) return writer.size();
    }
}

}  // namespace fovea::media
