#include "fovea/media/image/jpeg/markers.hpp"

#include <cstring>
#include <string>

namespace fovea::media {
namespace {

using namespace jpeg_marker;

bool is_restart(std::uint8_t marker) {
    return marker >= kRst0 && marker <= kRst7;
}

bool stands_alone(std::uint8_t marker) {
    return is_restart(marker) || marker == kSoi || marker == kEoi || marker == kTem;
}

Error ends_early() {
    return {ErrorCode::DecodeFailed, "JPEG ends before its end marker"};
}

}  // namespace

Result<JpegSegment> JpegMarkers::first() {
    if (file_.size() < 2 || file_[0] != std::byte{0xFF} || file_[1] != std::byte{kSoi}) {
        return Error{ErrorCode::DecodeFailed, "JPEG does not begin with a start marker"};
    }
    position_ = 2;
    return JpegSegment{.marker = kSoi, .before = {}, .begin = 0, .end = 2, .payload = {}};
}

Result<JpegSegment> JpegMarkers::next() {
    if (position_ == 0) return first();
    const auto* bytes = octets(file_);
    const auto size = file_.size();

    auto at = position_;
    std::size_t fill = 0;  // where the marker's run of FF bytes begins
    std::uint8_t marker = 0;
    for (;;) {
        if (at >= size) return ends_early();
        const auto* found =
            static_cast<const std::uint8_t*>(std::memchr(bytes + at, 0xFF, size - at));
        if (found == nullptr) return ends_early();
        fill = static_cast<std::size_t>(found - bytes);
        at = fill + 1;
        while (at < size && bytes[at] == 0xFF) ++at;
        if (at == size) return ends_early();
        marker = bytes[at++];
        if (marker != 0 && !(in_scan_ && is_restart(marker))) break;
    }

    JpegSegment segment;
    segment.marker = marker;
    segment.before = file_.subspan(position_, fill - position_);
    segment.begin = at - 2;
    segment.end = at;
    if (marker == kSoi) {
        return Error{ErrorCode::DecodeFailed, "JPEG has a second start marker"};
    }
    if (!stands_alone(marker)) {
        if (size - at < 2) return ends_early();
        const std::size_t length = (std::size_t{bytes[at]} << 8) | bytes[at + 1];
        if (length < 2) {
            return Error{
                ErrorCode::DecodeFailed, "JPEG has a segment of length " + std::to_string(length)};
        }
        if (size - at < length) return ends_early();
        segment.payload = file_.subspan(at + 2, length - 2);
        segment.end = at + length;
    }
    in_scan_ = marker == kSos;
    position_ = segment.end;
    return segment;
}

}  // namespace fovea::media
