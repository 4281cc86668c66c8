#include "fovea/media/transform/stored_rect.hpp"

#include "fovea/media/transform/orient.hpp"

#include <gtest/gtest.h>

namespace fovea::media {
namespace {

// Every pixel of its own: its value tells where it was stored.
Picture numbered(PixelSize size) {
    Picture picture(Shape::of(size, PixelFormat::Gray8));
    for (std::uint32_t y = 0; y < size.height; ++y) {
        for (std::uint32_t x = 0; x < size.width; ++x)
            picture.row(y)[x] = static_cast<std::uint8_t>(y * size.width + x);
    }
    return picture;
}

TEST(StoredRect, CuttingBeforeAndAfterTurningGivesTheSamePixels) {  // V3, M4
    const PixelSize stored{7, 5};
    for (int number = 1; number <= 8; ++number) {
        const auto orientation = static_cast<Orientation>(number);
        const auto turned = orient(numbered(stored), orientation);
        const PixelRect upright{1, 2, 3, 2};

        const auto rect = to_stored(upright, orientation, stored);

        Picture cut(Shape::of(rect.size(), PixelFormat::Gray8));
        const auto whole = numbered(stored);
        for (std::uint32_t y = 0; y < rect.height; ++y) {
            for (std::uint32_t x = 0; x < rect.width; ++x)
                cut.row(y)[x] = whole.row(rect.y + y)[rect.x + x];
        }
        const auto turned_cut = orient(std::move(cut), orientation);
        ASSERT_EQ(turned_cut.size(), upright.size()) << number;
        for (std::uint32_t y = 0; y < upright.height; ++y) {
            for (std::uint32_t x = 0; x < upright.width; ++x) {
                EXPECT_EQ(turned_cut.row(y)[x], turned.row(upright.y + y)[upright.x + x]) << number;
            }
        }
    }
}

}  // namespace
}  // namespace fovea::media
