#include "fovea/media/compare/change_regions.hpp"

#include "fovea/media/compare/changed_bytes.hpp"

#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

namespace fovea::media {
namespace {

Picture plain(PixelSize size, PixelFormat format = PixelFormat::Rgb8, std::uint8_t value = 200) {
    Picture picture(Shape::of(size, format));
    std::memset(picture.row(0), value, picture.stride() * size.height);
    return picture;
}

// Changes one channel of every pixel of a rectangle.
void paint(Picture& picture, const PixelRect& rect, std::uint8_t value = 10) {
    const auto bytes = bytes_per_pixel(picture.format());
    for (auto y = rect.y; y < rect.y + rect.height; ++y) {
        for (auto x = rect.x; x < rect.x + rect.width; ++x) {
            picture.row(y)[x * bytes + (x + y) % bytes] = value;
        }
    }
}

std::vector<PixelRect> regions_of(const Picture& a, const Picture& b, std::uint8_t tolerance = 0) {
    const auto changes = find_changes(a, b, {.tolerance = tolerance});
    EXPECT_TRUE(changes.ok());
    return changes.ok() ? changes.value().regions : std::vector<PixelRect>{};
}

TEST(ChangeRegions, FindNothingInEqualPictures) {  // M8
    EXPECT_EQ(find_changes(plain({333, 77}), plain({333, 77})).value(), Comparison{});
}

TEST(ChangeRegions, FindOneChangedPixelAnywhere) {  // M8
    for (const auto format : {PixelFormat::Gray8, PixelFormat::Rgb8, PixelFormat::Rgba8}) {
        for (const PixelSize size :
             {PixelSize{100, 40}, PixelSize{17, 17}, PixelSize{1, 1}, PixelSize{64, 1}}) {
            const auto before = plain(size, format);
            for (std::uint32_t y = 0; y < size.height; y += 13) {
                for (std::uint32_t x = 0; x < size.width; ++x) {
                    auto after = plain(size, format);
                    paint(after, {x, y, 1, 1});
                    const Comparison expected{false, 1.0 / double(size.pixels()), {{x, y, 1, 1}}};
                    ASSERT_EQ(find_changes(before, after).value(), expected);
                }
            }
        }
    }
}

TEST(ChangeRegions, EndAtTheOutermostChangedPixels) {  // M8
    auto after = plain({640, 480});
    paint(after, {101, 51, 203, 78});

    EXPECT_EQ(regions_of(plain({640, 480}), after), (std::vector<PixelRect>{{101, 51, 203, 78}}));
}

TEST(ChangeRegions, JoinWordsOfALineButNotLines) {  // M8
    auto after = plain({640, 480});
    paint(after, {100, 100, 40, 12});
    paint(after, {150, 100, 60, 12});  // the next word
    paint(after, {100, 144, 50, 12});  // a line of its own

    EXPECT_EQ(
        regions_of(plain({640, 480}), after),
        (std::vector<PixelRect>{{100, 100, 110, 12}, {100, 144, 50, 12}})
    );
}

TEST(ChangeRegions, KeepARectangleThatOnlyCutsIntoAnother) {  // M8
    auto after = plain({640, 640});
    paint(after, {50, 50, 400, 20});  // an L …
    paint(after, {50, 50, 20, 400});
    paint(after, {400, 400, 120, 120});  // … whose frame reaches into this

    EXPECT_EQ(
        regions_of(plain({640, 640}), after),
        (std::vector<PixelRect>{{50, 50, 400, 400}, {400, 400, 120, 120}})
    );
}

TEST(ChangeRegions, SwallowARectangleInsideAnother) {  // M8
    auto after = plain({640, 640});
    paint(after, {50, 50, 400, 20});
    paint(after, {50, 50, 20, 400});
    paint(after, {300, 300, 30, 30});

    EXPECT_EQ(regions_of(plain({640, 640}), after), (std::vector<PixelRect>{{50, 50, 400, 400}}));
}

TEST(ChangeRegions, AreInReadingOrder) {  // M8
    auto after = plain({900, 600});
    const std::vector<PixelRect> in_order = {
        {20, 105, 30, 10},
        {300, 100, 30, 10},
        {600, 103, 30, 300},
        {20, 160, 30, 10},
        {300, 500, 9, 9}};
    for (const auto& rect : in_order) paint(after, rect);

    EXPECT_EQ(regions_of(plain({900, 600}), after), in_order);
}

TEST(ChangeRegions, StayFewEvenInNoise) {  // M8
    std::mt19937 random(7);
    auto after = plain({1200, 1200});
    std::uniform_int_distribution<std::uint32_t> place(0, 1199);
    for (int i = 0; i < 900; ++i) paint(after, {place(random), place(random), 1, 1});

    const auto changes = find_changes(plain({1200, 1200}), after).value();

    EXPECT_LE(changes.regions.size(), kMaxRegions);
    EXPECT_GE(changes.regions.size(), 1u);
    EXPECT_NEAR(changes.changed_fraction, 900 / 1.44e6, 5e-6);
}

TEST(ChangeRegions, CoverEveryChangedPixelWhenTheyAreJoined) {  // M8
    auto after = plain({2000, 2000});
    std::vector<PixelRect> painted;
    for (std::uint32_t i = 0; i < 100; ++i) {
        painted.push_back({i % 10 * 200 + 5, i / 10 * 200 + i % 3, 20, 20});
        paint(after, painted.back());
    }

    const auto regions = regions_of(plain({2000, 2000}), after);

    EXPECT_EQ(regions.size(), kMaxRegions);
    for (const auto& rect : painted) {
        EXPECT_TRUE(std::any_of(regions.begin(), regions.end(), [&](const PixelRect& region) {
            return region.x <= rect.x && region.y <= rect.y &&
                   region.x + region.width >= rect.x + rect.width &&
                   region.y + region.height >= rect.y + rect.height;
        }));
    }
}

TEST(ChangeRegions, ForgiveWhatALossyCodecDoes) {  // M8
    auto after = plain({300, 300});
    paint(after, {0, 0, 300, 300}, 208);
    paint(after, {40, 40, 50, 50}, 209);

    EXPECT_EQ(
        find_changes(plain({300, 300}), after, {.tolerance = 8}).value(),
        (Comparison{false, 2500 / 9e4, {{40, 40, 50, 50}}})
    );
    EXPECT_EQ(
        find_changes(plain({300, 300}), after, {.tolerance = 9}).value(), (Comparison{false, 0, {}})
    );
}

TEST(ChangeRegions, CompareAcrossFormats) {  // M8
    const auto gray = plain({50, 50}, PixelFormat::Gray8);
    const auto rgb = plain({50, 50}, PixelFormat::Rgb8);
    auto rgba = plain({50, 50}, PixelFormat::Rgba8);
    for (std::uint32_t i = 0; i < 2500; ++i) rgba.row(0)[4 * i + 3] = 255;
    EXPECT_TRUE(find_changes(gray, rgb).value().identical);
    EXPECT_TRUE(find_changes(rgba, rgb).value().identical);
    EXPECT_TRUE(find_changes(gray, rgba).value().identical);

    rgba.row(7)[4 * 9 + 3] = 0;

    EXPECT_EQ(regions_of(rgb, rgba), (std::vector<PixelRect>{{9, 7, 1, 1}}));
}

TEST(ChangeRegions, RefuseOtherSizesAndFormats) {  // M8
    EXPECT_FALSE(find_changes(plain({10, 10}), plain({10, 11})).ok());
    EXPECT_FALSE(find_changes(plain({10, 10}), Picture(Shape::of({10, 10}, PixelFormat::Ycc8))).ok()
    );
}

TEST(ChangedBytes, AreTheSameOnEveryVectorTarget) {  // M8
    std::mt19937 random(3);
    std::vector<std::uint8_t> a(500);
    std::vector<std::uint8_t> b(500);
    for (std::size_t i = 0; i < 500; ++i) {
        a[i] = static_cast<std::uint8_t>(random());
        b[i] = random() % 3 == 0 ? static_cast<std::uint8_t>(random()) : a[i];
    }
    const auto supported = hwy::SupportedTargets();
    for (auto left = supported; left != 0; left &= left - 1) {
        hwy::SetSupportedTargetsForTest(left & -left);
        hwy::GetChosenTarget().Update(left & -left);
        for (const std::size_t size : {1u, 8u, 31u, 33u, 500u}) {
            for (const int limit : {0, 1, 100, 255}) {
                const auto tolerance = static_cast<std::uint8_t>(limit);
                std::vector<std::uint8_t> bits((size + 7) / 8, 0xaa);
                mark_changed_bytes(a.data(), b.data(), size, tolerance, bits.data());
                for (std::size_t i = 0; i < bits.size() * 8; ++i) {
                    const bool expected = i < size && std::abs(a[i] - b[i]) > tolerance;
                    ASSERT_EQ((bits[i / 8] >> i % 8 & 1) != 0, expected) << i;
                }
            }
        }
    }
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(supported);
}

}  // namespace
}  // namespace fovea::media
