#include "fovea/media/image/webp/encode.hpp"

#include "fovea/media/image/image_samples.hpp"
#include "fovea/media/image/webp/webp.hpp"

#include <gtest/gtest.h>

namespace fovea::media {
namespace {

TEST(EncodeWebp, KeepsGrayGray) {
    const auto picture = sample_picture(Shape::of({21, 13}, PixelFormat::Gray8));
    Bytes file(8192);
    file.resize(encode_webp(picture, {.lossless = true, .quality = 0, .method = 0}, file).value());
    PictureSink sink;

    ASSERT_TRUE(decode_webp(file, {}, sink).ok());

    const auto got = sink.take();
    for (std::uint32_t x = 0; x < 21; ++x) {
        for (std::uint32_t c = 0; c < 3; ++c) EXPECT_EQ(got.row(7)[x * 3 + c], picture.row(7)[x]);
    }
}

TEST(EncodeWebp, SaysWhenTheMemoryIsFullOrThePixelsDoNotFit) {
    Bytes out(30);

    const auto full = encode_webp(sample_picture(Shape::of({20, 12}, PixelFormat::Gray8)), {}, out);
    const auto inks = encode_webp(sample_picture(Shape::of({8, 8}, PixelFormat::Cmyk8)), {}, out);
    const auto wide =
        encode_webp(sample_picture(Shape::of({8, 8}, PixelFormat::Ycc8, {1, 1})), {}, out);

    EXPECT_EQ(full.error().code, ErrorCode::LimitExceeded);
    EXPECT_EQ(inks.error().code, ErrorCode::InvalidInput);
    EXPECT_EQ(wide.error().code, ErrorCode::InvalidInput);
}

}  // namespace
}  // namespace fovea::media
