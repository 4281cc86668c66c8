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

Bytes stripped(ByteView file) {
    Bytes out(file.size() + 16);
    const auto size = strip_webp(file, out);
    if (!size.ok()) return {};
    out.resize(size.value());
    return out;
}

const Bytes kExif = riff_chunk("EXIF", exif_block(6));

TEST(StripWebp, KeepsAPlainFileByteForByte) {  // M5
    EXPECT_EQ(stripped(simple_webp()), simple_webp());

    const auto extended = webp_file({header(0), picture_chunk()});
    EXPECT_EQ(stripped(extended), extended);
}

TEST(StripWebp, CutsMetadataAndClearsItsFlags) {  // M5
    const auto icc = riff_chunk("ICCP", as_bytes("a profile"));
    const auto xmp = riff_chunk("XMP ", as_bytes("<secret/>"));
    const auto odd = riff_chunk("ODD!", as_bytes("secret"));
    const auto file = webp_file({header(0x2C), icc, odd, picture_chunk(), kExif, xmp});

    EXPECT_EQ(stripped(file), webp_file({header(0), picture_chunk()}));
}

TEST(StripWebp, CutsWhatFollowsTheRiff) {  // M5
    EXPECT_EQ(stripped(joined({simple_webp(), as_bytes("PK junk")})), simple_webp());
}

TEST(StripWebp, CutsWhatHidesInsideFrames) {  // M5
    const auto place = bytes_of({0, 0, 0, 0, 0, 0, 19, 0, 0, 11, 0, 0, 100, 0, 0, 0});
    const auto anim = riff_chunk("ANIM", bytes_of({0, 0, 0, 0, 0, 0}));
    const auto secret = riff_chunk("ODD!", as_bytes("secret"));
    const auto clean = riff_chunk("ANMF", joined({place, picture_chunk()}));
    const auto noted =
        riff_chunk("ANMF", joined({place, secret, picture_chunk(), picture_chunk()}));

    const auto file = webp_file({header(2), anim, noted, picture_chunk(), clean, kExif});

    EXPECT_EQ(stripped(file), webp_file({header(2), anim, clean, clean}));
}

TEST(StripWebp, SaysWhenTheResultDoesNotFit) {
    const auto file = simple_webp();
    Bytes out(file.size() - 1);

    const auto result = strip_webp(file, out);

    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, ErrorCode::LimitExceeded);
}

}  // namespace
}  // namespace fovea::media
