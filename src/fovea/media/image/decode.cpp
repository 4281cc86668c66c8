#include "fovea/media/image/decode.hpp"

#include "fovea/media/image/gif/gif.hpp"
#include "fovea/media/image/jpeg/jpeg.hpp"
#include "fovea/media/image/png/png.hpp"
#include "fovea/media/image/sniff.hpp"
#include "fovea/media/image/webp/webp.hpp"

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace fovea::media {
namespace {

struct Format {
    ImageType type;
    Result<ImageInfo> (*probe)(ByteView, const Limits&);
    Result<DecodeReport> (*decode)(ByteView, const DecodeRequest&, RowSink&);
    Result<DecodeReport> (*validate)(ByteView, const Limits&);
    Result<std::size_t> (*strip)(ByteView, std::span<std::byte>);
};

Result<DecodeReport> validate_jpeg_alone(ByteView file, const Limits& limits) {
    return validate_jpeg(file, limits);
}

// Indexed by ImageType.
constexpr Format kFormats[] = {
    {ImageType::Png, probe_png, decode_png, validate_png, strip_png},
    {ImageType::Jpeg, probe_jpeg, decode_jpeg, validate_jpeg_alone, strip_jpeg},
    {ImageType::Gif, probe_gif, decode_gif, validate_gif, strip_gif},
    {ImageType::Webp, probe_webp, decode_webp, validate_webp, strip_webp},
};

constexpr bool are_in_order() {
    for (std::size_t i = 0; i < kImageTypes.size(); ++i) {
        if (kImageTypes[i].type != ImageType{static_cast<std::uint8_t>(i)}) return false;
        if (kFormats[i].type != kImageTypes[i].type) return false;
    }
    return std::size(kFormats) == kImageTypes.size();
}
static_assert(are_in_order(), "each type of image_type.hpp has its line, in its place");

const Format& format_of(ImageType type) {
    return kFormats[static_cast<std::size_t>(type)];
}

}  // namespace

Result<ImageInfo> probe(ByteView file, const Limits& limits) {
    const auto found = sniff(file);
    if (!found.image) return refusal(found, file.size());
    return format_of(*found.image).probe(file, limits);
}

Result<DecodeReport> decode(
    ImageType type, ByteView file, const DecodeRequest& request, RowSink& sink
) {
    return format_of(type).decode(file, request, sink);
}

Result<DecodeReport> validate(ImageType type, ByteView file, const Limits& limits) {
    return format_of(type).validate(file, limits);
}

Result<std::size_t> strip(ImageType type, ByteView file, std::span<std::byte> out) {
    return format_of(type).strip(file, out);
}

}  // namespace fovea::media
