#include "fovea/media/compare/overlay.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace fovea::media {
namespace {

Picture filled(PixelSize size, PixelFormat format, std::uint8_t value) {
    Picture picture(Shape::of(size, format));
    for (std::uint32_t y = 0; y < size.height; ++y)
        std::memset(picture.row(y), value, picture.stride());
    return picture;
}

TEST(Overlay, LeavesThePixelsInsideTheRectangleAlone) {  // M8
    const std::vector<PixelRect> rects = {{10, 10, 5, 5}};

    const auto framed = draw_frames(filled({40, 40}, PixelFormat::Gray8, 77), rects);

    EXPECT_EQ(framed.format(), PixelFormat::Rgb8);
    EXPECT_EQ(framed.row(12)[12 * 3], 77);
    EXPECT_EQ(framed.row(10)[8 * 3], 230);  // the frame, two pixels to the left
    EXPECT_EQ(framed.row(30)[30 * 3], 77);
}

TEST(Overlay, NeighbouringFramesHaveDifferentColours) {  // M8
    const std::vector<PixelRect> rects = {{10, 10, 5, 5}, {20, 10, 5, 5}};

    const auto framed = draw_frames(filled({40, 40}, PixelFormat::Gray8, 77), rects);

    const auto* row = framed.row(12);
    const auto colour = [&](std::size_t x) {
        return std::vector<std::uint8_t>(row + x * 3, row + x * 3 + 3);
    };
    EXPECT_EQ(colour(8), (std::vector<std::uint8_t>{230, 0, 90}));
    EXPECT_EQ(colour(26), (std::vector<std::uint8_t>{0, 90, 230}));
    EXPECT_EQ(colour(16), colour(8));  // not covered by the neighbour's halo
}

TEST(Overlay, FramesAtTheEdgesStayOnThePicture) {  // M8
    const std::vector<PixelRect> rects = {{0, 0, 3, 3}, {0, 0, 1, 1}, {2, 2, 1, 1}};

    const auto framed = draw_frames(filled({3, 3}, PixelFormat::Rgb8, 1), rects);

    EXPECT_EQ(framed.size(), (PixelSize{3, 3}));
}

TEST(Overlay, TransparencyIsShownOnWhite) {  // M4
    const auto framed = draw_frames(filled({4, 4}, PixelFormat::Rgba8, 0), {});

    EXPECT_EQ(framed.row(0)[0], 255);
}

}  // namespace
}  // namespace fovea::media
