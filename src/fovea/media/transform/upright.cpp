#include "fovea/media/transform/upright.hpp"

#include "fovea/media/compare/phash.hpp"
#include "fovea/media/image/decode.hpp"
#include "fovea/media/image/picture_colour.hpp"
#include "fovea/media/image/picture_sink.hpp"
#include "fovea/media/image/tee_sink.hpp"
#include "fovea/media/transform/orient.hpp"

#include <optional>

namespace fovea::media {

PictureFacts facts_of(const ImageInfo& info) {
    return {
        info.type,
        info.upright_size(),
        info.orientation,
        info.frames,
        info.has_alpha,
        info.bit_depth};
}

Result<UprightPicture> decode_upright(ByteView file, const Limits& limits) {
    const auto info = TRY(probe(file, limits));
    const auto& converter = colour_of(info);
    FingerprintSink fingerprint(info.size);
    PictureSink keep;
    TeeSink both(fingerprint, keep);
    RowSink* sink = &both;
    std::optional<ColourSink> colour;
    if (converter.is_needed()) {
        colour.emplace(converter, both);
        sink = &*colour;
    }
    TRY(decode(info.type, file, {.limits = limits}, *sink));
    return UprightPicture{
        .facts = facts_of(info),
        .picture = orient(keep.take(), info.orientation),
        .phash = fingerprint.finish(info.orientation),
        .lossy = !info.lossless,
    };
}

}  // namespace fovea::media
