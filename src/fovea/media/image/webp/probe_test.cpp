#include "fovea/media/image/image_samples.hpp"
#include "fovea/media/image/webp/encode.hpp"
#include "fovea/media/image/webp/webp.hpp"

#include <gtest/gtest.h>

namespace fovea::media {
namespace {

Bytes simple_webp() {
    static const Bytes file = [] {
        Bytes out(8192);
        const auto picture = sample_picture(Shape::of({20, 12}, PixelFormat::Rgb8));
        out.resize(encode_webp(picture, {.lossless = true, .quality = 0, .method = 0}, out).value()
        );
        return out;
    }();
    return file;
}

Bytes picture_chunk() {
    const auto file = simple_webp();
    return Bytes(file.begin() + 12, file.end());
}

Bytes header(int flags) {
    return riff_chunk("VP8X", bytes_of({flags, 0, 0, 0, 19, 0, 0, 11, 0, 0}));
}

const Bytes kExif = riff_chunk("EXIF", exif_block(6));

TEST(ProbeWebp, ReadsOrientationAndProfile) {  // M3
    const auto icc = riff_chunk("ICCP", as_bytes("a profile"));
    const auto file = webp_file({header(0x28), icc, picture_chunk(), kExif});

    const auto info = probe_webp(file, {});

    ASSERT_TRUE(info.ok());
    EXPECT_EQ(info.value().type, ImageType::Webp);
    EXPECT_EQ(info.value().size, (PixelSize{20, 12}));
    EXPECT_EQ(info.value().orientation, Orientation::Rotate90);
    EXPECT_EQ(as_text(info.value().icc_profile), "a profile");
    EXPECT_TRUE(info.value().lossless);
    EXPECT_TRUE(info.value().has_metadata);
    EXPECT_TRUE(probe_webp(file, {.max_profile_bytes = 8}).value().icc_profile.empty());
    EXPECT_EQ(probe_webp(file, {.max_exif_bytes = 8}).value().orientation, Orientation::Upright);
}

}  // namespace
}  // namespace fovea::media
