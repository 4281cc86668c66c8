#include "fovea/media/transform/alpha_rows.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

namespace fovea::media {
namespace {

// Every pair of colour and alpha, in an order that puts neighbours far apart.
std::vector<std::uint8_t> all_pairs() {
    std::vector<std::uint8_t> pixels;
    for (unsigned i = 0; i < 65536; ++i) {
        const auto mixed = i * 40503u & 0xffffu;
        const auto colour = static_cast<std::uint8_t>(mixed >> 8);
        const auto alpha = static_cast<std::uint8_t>(mixed);
        pixels.insert(pixels.end(), {colour, static_cast<std::uint8_t>(255 - colour), 255, alpha});
    }
    return pixels;
}

TEST(AlphaRows, MultiplyEveryColourByEveryAlphaWithRounding) {
    const auto pixels = all_pairs();
    std::vector<std::uint8_t> result(pixels.size());

    premultiply(pixels.data(), pixels.size() / 4, result.data());

    for (std::size_t i = 0; i < pixels.size(); i += 4) {
        for (std::size_t c = 0; c < 3; ++c) {
            ASSERT_EQ(result[i + c], std::lround(pixels[i + c] * pixels[i + 3] / 255.0));
        }
        ASSERT_EQ(result[i + 3], pixels[i + 3]);
    }
}

TEST(AlphaRows, DoNotDependOnWhereARowEnds) {
    const auto pixels = all_pairs();
    std::vector<std::uint8_t> whole(pixels.size());
    premultiply(pixels.data(), pixels.size() / 4, whole.data());

    for (std::size_t count = 1; count < 40; ++count) {
        std::vector<std::uint8_t> part(
            pixels.begin(), pixels.begin() + static_cast<long>(4 * count)
        );
        premultiply(part.data(), count, part.data());
        EXPECT_EQ(std::memcmp(part.data(), whole.data(), 4 * count), 0) << count;
    }
}

TEST(AlphaRows, ComeBackAsPreciselyAsEightBitsAllow) {
    auto pixels = all_pairs();
    const auto original = pixels;

    premultiply(pixels.data(), pixels.size() / 4, pixels.data());
    unpremultiply(pixels.data(), pixels.size() / 4);

    for (std::size_t i = 0; i < pixels.size(); i += 4) {
        const auto alpha = original[i + 3];
        if (alpha == 0) {
            ASSERT_EQ(pixels[i], 0);
            continue;
        }
        ASSERT_LE(std::abs(pixels[i] - original[i]), 128 / alpha + 1) << int{alpha};
    }
}

TEST(AlphaRows, FindOneTransparentPixelAnywhere) {
    for (std::size_t count = 1; count < 80; ++count) {
        std::vector<std::uint8_t> row(4 * count, 255);
        EXPECT_TRUE(is_opaque(row.data(), count));
        for (std::size_t i = 0; i < count; ++i) {
            row[4 * i + 3] = 254;
            EXPECT_FALSE(is_opaque(row.data(), count)) << i << " of " << count;
            row[4 * i + 3] = 255;
        }
    }
}

TEST(AlphaRows, WidenRgb) {
    const std::uint8_t rgb[] = {1, 2, 3, 4, 5, 6};
    std::uint8_t rgba[8];

    add_opaque_alpha(rgb, 2, rgba);

    EXPECT_EQ(std::memcmp(rgba, "\1\2\3\xff\4\5\6\xff", 8), 0);
}

}  // namespace
}  // namespace fovea::media
