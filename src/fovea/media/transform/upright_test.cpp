#include "fovea/media/transform/upright.hpp"

#include "fovea/base/buffer.hpp"
#include "fovea/media/image/png/encode.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace fovea::media {
namespace {

constexpr PixelSize kLargeSize{8'001, 4'000};  // just more than kLargePicture
constexpr std::uint8_t kOrange[] = {255, 128, 0};

Bytes orange_png(PixelSize size) {
    Picture picture(Shape::of(size, PixelFormat::Rgb8));
    for (std::uint32_t y = 0; y < size.height; ++y) {
        for (std::size_t x = 0; x < size.width; ++x)
            std::memcpy(picture.row(y) + 3 * x, kOrange, 3);
    }
    Buffer out(png_encode_bound(picture.shape()));
    const auto written = encode_png(picture, {}, out.bytes()).value();
    return Bytes(out.bytes().begin(), out.bytes().begin() + std::ptrdiff_t(written));
}

TEST(Upright, AVeryLargePictureIsKeptInGrayForWhoeverReadsIt) {  // M11
    const auto upright = decode_upright(orange_png(kLargeSize), {}, Large::Gray);

    ASSERT_TRUE(upright.ok());
    const auto& picture = upright.value().picture;
    EXPECT_EQ(picture.size(), kLargeSize);
    EXPECT_EQ(picture.format(), PixelFormat::Gray8);
    EXPECT_EQ(*picture.row(3'999), (77 * 255 + 150 * 128) / 256);
}

TEST(Upright, AVeryLargePictureIsKeptSmallForWhoeverLooksAtItsColours) {  // M11
    const auto upright = decode_upright(orange_png(kLargeSize), {}, Large::Small);

    ASSERT_TRUE(upright.ok());
    const auto& picture = upright.value().picture;
    EXPECT_EQ(upright.value().facts.size, kLargeSize);
    EXPECT_LE(picture.size().pixels(), 4'000'000u);
    EXPECT_NEAR(double(picture.size().width) / picture.size().height, 2, 0.01);
    EXPECT_EQ(std::memcmp(picture.row(0), kOrange, 3), 0);
}

TEST(Upright, AnyOtherPictureIsKeptAsItIs) {
    for (const auto large : {Large::Whole, Large::Gray, Large::Small}) {
        const auto upright = decode_upright(orange_png({64, 48}), {}, large);

        ASSERT_TRUE(upright.ok());
        EXPECT_EQ(upright.value().picture.size(), (PixelSize{64, 48}));
        EXPECT_EQ(upright.value().picture.format(), PixelFormat::Rgb8);
    }
}

}  // namespace
}  // namespace fovea::media
