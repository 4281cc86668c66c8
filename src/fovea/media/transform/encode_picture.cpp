#include "fovea/media/transform/encode_picture.hpp"

#include "fovea/media/transform/ladder.hpp"

namespace fovea::media {

Result<EncodedPicture> encode_picture(const Picture& picture) {
    EncodedPicture encoded;
    // No JPEG of a picture is larger than its PNG may become.
    Buffer room(png_encode_bound(picture.shape()));
    const auto encoding = encodings_for(picture, SourceLoss::Lossless).front();
    const bool png = encoding.kind == Encoding::Kind::Png;
    const auto size =
        TRY(png ? encode_png(picture, encoding.png, room.bytes())
                : encode_jpeg(picture, encoding.jpeg, room.bytes()));
    encoded.type = png ? ImageType::Png : ImageType::Jpeg;
    encoded.file.assign(
        room.bytes().begin(), room.bytes().begin() + static_cast<std::ptrdiff_t>(size)
    );
    return encoded;
}

}  // namespace fovea::media
