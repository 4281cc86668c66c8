#include "fovea/media/transform/thumbnail.hpp"

#include "fovea/media/image/png/encode.hpp"

#include <gtest/gtest.h>

namespace fovea::media {
namespace {

// Red on the left half, half transparent blue on the right.
Bytes two_halves(PixelSize size) {
    Picture picture(Shape::of(size, PixelFormat::Rgba8));
    for (std::uint32_t y = 0; y < size.height; ++y) {
        for (std::uint32_t x = 0; x < size.width; ++x) {
            const bool left = x < size.width / 2;
            const std::uint8_t pixel[] = {
                std::uint8_t(left ? 255 : 0),
                0,
                std::uint8_t(left ? 0 : 255),
                std::uint8_t(left ? 255 : 128)};
            std::copy(pixel, pixel + 4, picture.row(y) + x * 4);
        }
    }
    Bytes file(png_encode_bound(picture.shape()));
    file.resize(encode_png(picture, {}, file).value());
    return file;
}

TEST(Thumbnail, FitsIntoItsRoomAndKeepsItsShape) {  // U2
    EXPECT_EQ(size_in_room({1920, 1080}, {400, 240}), (PixelSize{400, 225}));
    EXPECT_EQ(size_in_room({1000, 4000}, {400, 240}), (PixelSize{60, 240}));
    EXPECT_EQ(size_in_room({16, 16}, {400, 240}), (PixelSize{16, 16}));
    EXPECT_EQ(size_in_room({60000, 1}, {400, 240}), (PixelSize{400, 1}));
    EXPECT_EQ(size_in_room({1, 60000}, {1, 1}), (PixelSize{1, 1}));
}

TEST(Thumbnail, IsPixelsOnWhite) {  // U2
    Bytes out(1 << 16);

    const auto made = thumbnail(two_halves({200, 100}), {.limits = {}, .room = {40, 40}}, out);

    ASSERT_TRUE(made.ok());
    EXPECT_EQ(made.value().size, (PixelSize{40, 20}));
    EXPECT_EQ(made.value().bytes(), 2400u);
    const auto pixel = [&](std::size_t x, std::size_t y) {
        const auto* at = octets(out) + (y * 40 + x) * 3;
        return std::array<int, 3>{at[0], at[1], at[2]};
    };
    EXPECT_EQ(pixel(3, 10), (std::array<int, 3>{255, 0, 0}));
    EXPECT_EQ(pixel(36, 10), (std::array<int, 3>{127, 127, 255}));
}

TEST(Thumbnail, ARoomOrAnOutputThatCannotBeIsAnError) {  // M11
    Bytes out(100);
    const auto file = two_halves({20, 20});

    const auto code = [&](PixelSize room) {
        return thumbnail(file, {.limits = {}, .room = room}, out).error().code;
    };

    EXPECT_EQ(code({0, 5}), ErrorCode::InvalidInput);
    EXPECT_EQ(code({5, kMaxThumbnailSide + 1}), ErrorCode::InvalidInput);
    EXPECT_EQ(code({20, 20}), ErrorCode::LimitExceeded);
    EXPECT_FALSE(thumbnail(as_bytes("no picture"), {.limits = {}, .room = {9, 9}}, out).ok());
}

}  // namespace
}  // namespace fovea::media
