#include "fovea/tui/graphics/picture_file.hpp"

#include "fovea/media/image/png/encode.hpp"

namespace fovea::tui {

Result<Bytes> png_of(const media::Picture& picture) {
    using Settings = media::PngSettings;
    Bytes file(media::png_encode_bound(picture.shape()));
    // Small: the line may be slow, and a thumbnail costs a few milliseconds.
    const Settings settings{
        .filter = Settings::Filter::Adaptive, .effort = Settings::Effort::Small};
    file.resize(TRY(media::encode_png(picture, settings, file)));
    return file;
}

}  // namespace fovea::tui
