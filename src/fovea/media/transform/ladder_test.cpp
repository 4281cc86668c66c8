#include "fovea/media/transform/ladder.hpp"

#include "fovea/media/transform/flatness.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace fovea::media {
namespace {

Picture striped(PixelSize size, unsigned width_of_stripe, PixelFormat format = PixelFormat::Rgb8) {
    Picture picture(Shape::of(size, format));
    const auto pixel = bytes_per_pixel(format);
    for (std::uint32_t y = 0; y < size.height; ++y) {
        for (std::size_t x = 0; x < size.width; ++x) {
            std::memset(
                picture.row(y) + x * pixel, static_cast<int>(x / width_of_stripe % 2 * 200), pixel
            );
        }
    }
    return picture;
}

TEST(Flatness, IsTheShareOfEqualNeighbours) {  // M5
    EXPECT_DOUBLE_EQ(flatness(striped({100, 10}, 1000)), 1.0);
    EXPECT_DOUBLE_EQ(flatness(striped({100, 10}, 1)), 0.0);
    EXPECT_NEAR(flatness(striped({101, 10}, 2)), 0.5, 0.01);
    EXPECT_DOUBLE_EQ(flatness(striped({1, 1}, 1)), 1.0);
}

TEST(Ladder, FlatPicturesStartWithPlainPng) {  // M5
    const auto encodings = encodings_for(striped({1000, 800}, 20), SourceLoss::Lossless);

    EXPECT_EQ(encodings.front().action(), "encoded_png");
    EXPECT_EQ(encodings.front().png.filter, PngSettings::Filter::None);
    EXPECT_EQ(encodings.back().action(), "encoded_jpeg_q60");
}

TEST(Ladder, LossySourcesGoStraightToJpeg) {  // M5
    EXPECT_EQ(
        encodings_for(striped({1000, 800}, 20), SourceLoss::Lossy).front().action(),
        "encoded_jpeg_q85"
    );
}

TEST(Ladder, MixedPagesKeepTheirColoursSharp) {  // M5
    const auto encodings = encodings_for(striped({1000, 800}, 2), SourceLoss::Lossless);

    EXPECT_EQ(encodings.front().action(), "encoded_jpeg_q92");
    EXPECT_EQ(encodings.front().jpeg.chroma, (Subsampling{1, 1}));
}

TEST(Ladder, TransparentPicturesTryPngFirst) {  // M4
    EXPECT_EQ(
        encodings_for(striped({1000, 800}, 1, PixelFormat::Rgba8), SourceLoss::Lossy)
            .front()
            .action(),
        "encoded_png"
    );
}

}  // namespace
}  // namespace fovea::media
