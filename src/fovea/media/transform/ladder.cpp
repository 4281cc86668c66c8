#include "fovea/media/transform/ladder.hpp"

#include "fovea/media/transform/flatness.hpp"

namespace fovea::media {
namespace {

// Share of equal neighbours. Screens measure 0.65 to 0.98 even after scaling down, photographs
// below 0.1, web pages full of photographs in between.
constexpr double kFlat = 0.60;
constexpr double kPhotograph = 0.15;

// Below this a PNG is small whatever it shows, so nothing needs to be lost.
constexpr std::uint64_t kSmallPicture = 250'000;  // pixels

constexpr Subsampling kHalfChroma{2, 2};
constexpr Subsampling kFullChroma{1, 1};

Encoding png(PngSettings::Filter filter, PngSettings::Effort effort) {
    Encoding encoding;
    encoding.kind = Encoding::Kind::Png;
    encoding.png.filter = filter;
    encoding.png.effort = effort;
    return encoding;
}

Encoding jpeg(int quality, Subsampling chroma) {
    Encoding encoding;
    encoding.kind = Encoding::Kind::Jpeg;
    encoding.jpeg.quality = quality;
    encoding.jpeg.chroma = chroma;
    return encoding;
}

void append_smaller_jpegs(std::vector<Encoding>& encodings) {
    for (const int quality : {75, 60}) encodings.push_back(jpeg(quality, kHalfChroma));
}

}  // namespace

std::string Encoding::action() const {
    return kind == Kind::Png ? "encoded_png" : "encoded_jpeg_q" + std::to_string(jpeg.quality);
}

std::vector<Encoding> encodings_for(const Picture& picture, SourceLoss source) {
    using Filter = PngSettings::Filter;
    using Effort = PngSettings::Effort;
    const bool has_alpha = picture.format() == PixelFormat::Rgba8;
    std::vector<Encoding> encodings;
    const double flat = source == SourceLoss::Lossy && !has_alpha ? 0 : flatness(picture);
    const bool small = picture.size().pixels() <= kSmallPicture && source == SourceLoss::Lossless;
    if (has_alpha || flat >= kFlat || small) {
        const auto filter = flat >= kFlat ? Filter::None : Filter::Adaptive;
        encodings.push_back(png(filter, Effort::Fast));
        encodings.push_back(png(filter, Effort::Small));
    }
    if (source == SourceLoss::Lossless && flat >= kPhotograph)
        encodings.push_back(jpeg(92, kFullChroma));
    encodings.push_back(jpeg(85, kHalfChroma));
    append_smaller_jpegs(encodings);
    return encodings;
}

}  // namespace fovea::media
