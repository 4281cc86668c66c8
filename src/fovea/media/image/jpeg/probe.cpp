#include "fovea/media/image/exif.hpp"
#include "fovea/media/image/jpeg/header.hpp"
#include "fovea/media/image/jpeg/jpeg.hpp"

#include <algorithm>

namespace fovea::media {
namespace {

constexpr std::size_t kPieceHeader = 2;  // number of this piece, from 1, and how many there are

// A profile longer than 64 KB comes in pieces, in any order. One that is missing or doubled makes
// the whole worthless.
Bytes assemble_profile(std::vector<ByteView> pieces, const Limits& limits) {
    std::size_t total = 0;
    for (const auto piece : pieces) {
        if (piece.size() < kPieceHeader) return {};
        total += piece.size() - kPieceHeader;
    }
    if (total == 0 || total > limits.max_profile_bytes) return {};

    std::ranges::sort(pieces, {}, [](ByteView piece) { return piece[0]; });
    Bytes profile;
    profile.reserve(total);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const auto number = std::to_integer<std::size_t>(pieces[i][0]);
        const auto count = std::to_integer<std::size_t>(pieces[i][1]);
        if (number != i + 1 || count != pieces.size()) return {};
        const auto body = pieces[i].subspan(kPieceHeader);
        profile.insert(profile.end(), body.begin(), body.end());
    }
    return profile;
}

}  // namespace

Result<ImageInfo> probe_jpeg(ByteView file, const Limits& limits) {
    auto header = TRY(read_jpeg_header(file, limits));
    ImageInfo info;
    info.type = ImageType::Jpeg;
    info.size = header.size;
    info.colour = header.colour;
    info.chroma = header.chroma();
    info.progressive = header.progressive;
    info.lossless = false;
    info.has_metadata = header.has_metadata;
    if (header.exif.size() <= limits.max_exif_bytes) {
        info.orientation = exif_orientation(header.exif);
    }
    info.icc_profile = assemble_profile(std::move(header.icc_pieces), limits);
    return info;
}

}  // namespace fovea::media
