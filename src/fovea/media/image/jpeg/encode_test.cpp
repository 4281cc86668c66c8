#include "fovea/media/image/jpeg/encode.hpp"

#include "fovea/media/image/image_samples.hpp"
#include "fovea/media/image/jpeg/jpeg.hpp"

#include <gtest/gtest.h>

namespace fovea::media {
namespace {

Picture decoded(ByteView file) {
    PictureSink sink;
    EXPECT_TRUE(decode_jpeg(file, {}, sink).ok());
    return sink.take();
}

TEST(EncodeJpeg, WritesChromaAsTheSettingsSay) {
    for (const Subsampling chroma : {Subsampling{1, 1}, Subsampling{2, 1}, Subsampling{2, 2}}) {
        const auto file = sample_jpeg(Shape::of({20, 20}, PixelFormat::Rgb8), {.chroma = chroma});

        EXPECT_EQ(probe_jpeg(file, {}).value().chroma, chroma);
    }
}

TEST(EncodeJpeg, RepeatsTheEdgeOfPlanesThatEndInsideABlock) {  // M4
    Picture picture(Shape::of({17, 9}, PixelFormat::Ycc8, {2, 2}));
    for (unsigned plane = 0; plane < 3; ++plane) {
        const auto size = picture.shape().plane_size(plane);
        std::fill_n(picture.row(0, plane), picture.stride(plane) * size.height, std::uint8_t{200});
    }
    Bytes file(4096);
    file.resize(encode_jpeg(picture, {.quality = 100}, file).value());
    PictureSink sink;

    ASSERT_TRUE(decode_jpeg(file, {.native_ycc = true}, sink).ok());

    EXPECT_TRUE(same_pixels(sink.take(), picture));
}

TEST(EncodeJpeg, LaysTransparentPixelsOnWhite) {  // M4
    Picture picture(Shape::of({16, 16}, PixelFormat::Rgba8));
    for (std::size_t i = 0; i < 256; ++i) {
        const std::uint8_t pixel[4] = {255, 0, 0, static_cast<std::uint8_t>(i < 128 ? 0 : 128)};
        std::copy_n(pixel, 4, picture.row(0) + i * 4);
    }
    Bytes file(4096);
    file.resize(encode_jpeg(picture, {.quality = 100, .chroma = {1, 1}}, file).value());

    const auto flat = decoded(file);

    EXPECT_NEAR(flat.row(0)[1], 255, 2);
    EXPECT_NEAR(flat.row(15)[0], 255, 2);
    EXPECT_NEAR(flat.row(15)[1], 127, 2);
}

TEST(EncodeJpeg, IsSmallerWithItsOwnTables) {
    const auto shape = Shape::of({100, 100}, PixelFormat::Rgb8);

    EXPECT_LT(sample_jpeg(shape, {.optimise = true}).size(), sample_jpeg(shape).size());
}

TEST(EncodeJpeg, SaysWhenTheMemoryIsFull) {
    const auto picture = sample_picture(Shape::of({64, 64}, PixelFormat::Rgb8));
    const auto size = sample_jpeg(picture.shape()).size();
    for (const std::size_t room : {std::size_t{0}, std::size_t{1}, std::size_t{700}, size - 1}) {
        Bytes out(room);

        const auto result = encode_jpeg(picture, {}, out);

        ASSERT_FALSE(result.ok());
        EXPECT_EQ(result.error().code, ErrorCode::LimitExceeded);
    }
}

TEST(EncodeJpeg, RefusesInksAndEmptyPictures) {
    Bytes out(4096);

    const auto inks = encode_jpeg(sample_picture(Shape::of({8, 8}, PixelFormat::Cmyk8)), {}, out);
    const auto empty = encode_jpeg(Picture(), {}, out);

    ASSERT_FALSE(inks.ok());
    EXPECT_EQ(inks.error().code, ErrorCode::InvalidInput);
    ASSERT_FALSE(empty.ok());
    EXPECT_EQ(empty.error().code, ErrorCode::InvalidInput);
}

}  // namespace
}  // namespace fovea::media
