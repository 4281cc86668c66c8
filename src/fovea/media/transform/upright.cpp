#include "fovea/media/transform/upright.hpp"

#include "fovea/media/compare/phash.hpp"
#include "fovea/media/image/colour/picture_colour.hpp"
#include "fovea/media/image/decode.hpp"
#include "fovea/media/image/gray_sink.hpp"
#include "fovea/media/image/picture_sink.hpp"
#include "fovea/media/image/tee_sink.hpp"
#include "fovea/media/transform/orient.hpp"
#include "fovea/media/transform/resize.hpp"

#include <algorithm>
#include <cmath>
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

namespace {

constexpr double kSmallPixels = 4'000'000;

PixelSize small_size(PixelSize size) {
    const auto scale = std::sqrt(kSmallPixels / static_cast<double>(size.pixels()));
    const auto shrunk = [&](std::uint32_t side) {
        return std::max(1U, static_cast<std::uint32_t>(side * scale));
    };
    return {shrunk(size.width), shrunk(size.height)};
}

// The last of a chain of sinks: what is kept of the picture.
class Kept {
public:
    Kept(PixelSize size, Large large) {
        if (size.pixels() <= kLargePicture || large == Large::Whole) return;
        if (large == Large::Gray) gray_.emplace(whole_);
        if (large == Large::Small) small_.emplace(small_size(size));
    }

    RowSink& sink() {
        if (small_) return *small_;
        return gray_ ? static_cast<RowSink&>(*gray_) : whole_;
    }
    bool takes_ycc() const { return gray_.has_value(); }
    Picture take() { return small_ ? small_->take() : whole_.take(); }

private:
    PictureSink whole_;
    std::optional<GraySink> gray_;
    std::optional<ResizeSink> small_;
};

}  // namespace

Result<UprightPicture> decode_upright(ByteView file, const Limits& limits, Large large) {
    const auto info = TRY(probe(file, limits));
    const auto& converter = colour_of(info);
    FingerprintSink fingerprint(info.size);
    Kept kept(info.size, large);
    TeeSink both(fingerprint, kept.sink());
    RowSink* sink = &both;
    std::optional<ColourSink> colour;
    if (converter.is_needed()) {
        colour.emplace(converter, both);
        sink = &*colour;
    }
    const bool native_ycc = kept.takes_ycc() && !colour;
    TRY(decode(info.type, file, {.limits = limits, .native_ycc = native_ycc}, *sink));
    return UprightPicture{
        .facts = facts_of(info),
        .picture = orient(kept.take(), info.orientation),
        .phash = fingerprint.finish(info.orientation),
        .lossy = !info.lossless,
    };
}

}  // namespace fovea::media
