#include "fovea/media/transform/pad.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace fovea::media {
namespace {

// Of one value in every sample.
Picture plain(const Shape& shape, std::uint8_t value) {
    Picture picture(shape);
    for (unsigned plane = 0; plane < plane_count(shape.format); ++plane) {
        for (std::uint32_t y = 0; y < shape.plane_size(plane).height; ++y) {
            std::memset(picture.row(y, plane), value, picture.stride(plane));
        }
    }
    return picture;
}

TEST(Pad, KeepsThePixelsAndAddsWhiteAtTheRightAndBelow) {  // P4
    const auto padded = pad(plain(Shape::of({2, 1}, PixelFormat::Rgb8), 7), {3, 2});

    EXPECT_EQ(padded.size(), (PixelSize{3, 2}));
    const std::vector<std::uint8_t> first(padded.row(0), padded.row(0) + 9);
    const std::vector<std::uint8_t> second(padded.row(1), padded.row(1) + 9);
    EXPECT_EQ(first, (std::vector<std::uint8_t>{7, 7, 7, 7, 7, 7, 255, 255, 255}));
    EXPECT_EQ(second, std::vector<std::uint8_t>(9, 255));
}

TEST(Pad, IsWhiteInThePlanesOfAJpegToo) {
    const auto padded = pad(plain(Shape::of({2, 2}, PixelFormat::Ycc8, {2, 2}), 9), {4, 2});

    EXPECT_EQ(padded.row(0, 0)[1], 9);
    EXPECT_EQ(padded.row(0, 0)[2], 255);
    EXPECT_EQ(padded.row(0, 1)[0], 9);
    EXPECT_EQ(padded.row(0, 1)[1], 128);
    EXPECT_EQ(padded.row(0, 2)[1], 128);
}

TEST(Pad, LeavesWhatIsLargeEnough) {
    const auto same = pad(plain(Shape::of({2, 2}, PixelFormat::Gray8), 3), {2, 2});

    EXPECT_EQ(same.size(), (PixelSize{2, 2}));
    EXPECT_EQ(same.row(1)[1], 3);
}

}  // namespace
}  // namespace fovea::media
