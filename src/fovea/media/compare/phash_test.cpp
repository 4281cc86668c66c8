#include "fovea/media/compare/phash.hpp"

#include "fovea/media/transform/orient.hpp"

#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <numbers>
#include <vector>

namespace fovea::media {
namespace {

// Luma at a place, 0 … 1 over the longest edge.
using Scene = std::function<double(double x, double y)>;

// Smooth pictures with structure at several sizes, different for each seed.
Scene scene(int seed) {
    return [seed](double x, double y) {
        double value = 128;
        for (int i = 1; i <= 5; ++i) {
            value +=
                70.0 / i * std::sin(x * i * (3 + seed % 7) + y * (seed % 11 - 5) * i + seed * i);
        }
        return std::clamp(value, 0.0, 255.0);
    };
}

Picture draw(PixelSize size, PixelFormat format, const Scene& of) {
    const auto chroma = format == PixelFormat::Ycc8 ? Subsampling{2, 2} : Subsampling{};
    Picture picture(Shape::of(size, format, chroma));
    const auto bytes = bytes_per_pixel(format);
    for (std::uint32_t y = 0; y < size.height; ++y) {
        for (std::uint32_t x = 0; x < size.width; ++x) {
            const double edge = size.longest_edge();
            const auto value = static_cast<std::uint8_t>(of((x + 0.5) / edge, (y + 0.5) / edge));
            auto* pixel = picture.row(y) + std::size_t{x} * bytes;
            for (unsigned c = 0; c < bytes; ++c) pixel[c] = value;
            if (format == PixelFormat::Rgba8) pixel[3] = 255;
        }
    }
    for (unsigned plane = 1; plane < plane_count(format); ++plane) {
        const auto rows = picture.shape().plane_size(plane).height;
        std::memset(picture.row(0, plane), 77, picture.stride(plane) * rows);
    }
    return picture;
}

Fingerprint fingerprint_of(
    const Picture& picture,
    PixelSize original,
    std::uint32_t band_rows = 1 << 20,
    Orientation orientation = Orientation::Upright
) {
    FingerprintSink sink(original);
    EXPECT_TRUE(sink.begin(picture.shape()).ok());
    for (unsigned plane = 0; plane < plane_count(picture.format()); ++plane) {
        const auto height = picture.shape().plane_size(plane).height;
        for (std::uint32_t y = 0; y < height; y += band_rows) {
            const auto count = std::min(band_rows, height - y);
            const RowBand band{
                plane, y, count, picture.row(y, plane), picture.stride(plane), false};
            EXPECT_TRUE(sink.rows(band).ok());
        }
    }
    EXPECT_TRUE(sink.end().ok());
    return sink.finish(orientation);
}

Fingerprint fingerprint_of(const Picture& picture) {
    return fingerprint_of(picture, picture.size());
}

// By the definition, in one go and in floating point: the letterbox by area, the DCT, the median.
Fingerprint defined(const Picture& gray) {
    constexpr std::size_t kSamples = 12;
    const double edge = gray.size().longest_edge();
    const auto left = (edge - gray.size().width) / 2;
    const auto top = (edge - gray.size().height) / 2;
    std::array<std::array<double, 64>, 64> square{};
    for (std::size_t y = 0; y < 64 * kSamples; ++y) {
        for (std::size_t x = 0; x < 64 * kSamples; ++x) {
            const auto px = (double(x) + 0.5) / (64 * kSamples) * edge - left;
            const auto py = (double(y) + 0.5) / (64 * kSamples) * edge - top;
            const bool inside =
                px >= 0 && py >= 0 && px < gray.size().width && py < gray.size().height;
            const auto value =
                inside ? gray.row(static_cast<std::size_t>(py))[static_cast<std::size_t>(px)] : 128;
            square[y / kSamples][x / kSamples] += value / double(kSamples * kSamples);
        }
    }
    std::vector<double> low;
    for (int v = 0; v < 8; ++v) {
        for (int u = 0; u < 8; ++u) {
            double sum = 0;
            for (std::size_t y = 0; y < 64; ++y) {
                for (std::size_t x = 0; x < 64; ++x) {
                    const auto across = std::cos(double(2 * x + 1) * u * std::numbers::pi / 128);
                    const auto down = std::cos(double(2 * y + 1) * v * std::numbers::pi / 128);
                    sum += square[y][x] * across * down;
                }
            }
            low.push_back(sum * (u == 0 ? 1 : std::sqrt(2)) * (v == 0 ? 1 : std::sqrt(2)) / 64);
        }
    }
    std::vector<double> sorted(low.begin() + 1, low.end());
    std::sort(sorted.begin(), sorted.end());
    Fingerprint bits = 0;
    for (const auto value : low) {
        bits = bits << 1 | (std::lround(value) > std::lround(sorted[31]) ? 1u : 0u);
    }
    return bits;
}

TEST(Phash, IsWhatTheDefinitionSays) {  // M8, PVP-2.5.2
    for (const PixelSize size :
         {PixelSize{64, 64}, PixelSize{96, 48}, PixelSize{640, 400}, PixelSize{120, 200}}) {
        for (int seed = 1; seed <= 3; ++seed) {
            const auto picture = draw(size, PixelFormat::Gray8, scene(seed));
            EXPECT_GE(similarity(fingerprint_of(picture), defined(picture)), 63 / 64.0)
                << size.width;
        }
    }
}

TEST(Phash, CountsDifferingBits) {  // M8
    EXPECT_DOUBLE_EQ(similarity(0x0123456789abcdef, 0x0123456789abcdef), 1);
    EXPECT_DOUBLE_EQ(similarity(0, ~Fingerprint{0}), 0);
    EXPECT_DOUBLE_EQ(similarity(0, 0xff), 1 - 8 / 64.0);
}

TEST(Phash, IsWrittenAsSixteenDigits) {  // M8
    EXPECT_EQ(to_hex(0x00ab0000000000cd), "00ab0000000000cd");
    EXPECT_EQ(to_hex(0), "0000000000000000");
}

TEST(Phash, IsTheSameForEveryFormatOfAGreyPicture) {  // M8
    const PixelSize size{517, 300};
    const auto expected = fingerprint_of(draw(size, PixelFormat::Gray8, scene(4)));

    for (const auto format : {PixelFormat::Rgb8, PixelFormat::Rgba8, PixelFormat::Ycc8}) {
        EXPECT_EQ(fingerprint_of(draw(size, format, scene(4))), expected);
    }
}

TEST(Phash, TakesInkForDarkness) {  // M8
    auto ink = draw({300, 200}, PixelFormat::Cmyk8, scene(4));
    for (std::uint32_t y = 0; y < 200; ++y) {
        for (std::uint32_t x = 0; x < 300; ++x) {
            auto* pixel = ink.row(y) + std::size_t{4} * x;
            for (int c = 0; c < 3; ++c) pixel[c] = static_cast<std::uint8_t>(255 - pixel[c]);
            pixel[3] = 0;
        }
    }

    EXPECT_EQ(fingerprint_of(ink), fingerprint_of(draw({300, 200}, PixelFormat::Gray8, scene(4))));
}

TEST(Phash, ShowsWhiteThroughTransparentPixels) {  // M4, M8
    auto clear = draw({300, 200}, PixelFormat::Rgba8, scene(5));
    auto white = draw({300, 200}, PixelFormat::Rgba8, scene(5));
    for (std::uint32_t y = 50; y < 120; ++y) {
        for (std::uint32_t x = 30; x < 200; ++x) {
            clear.row(y)[4 * x + 3] = 0;
            std::memset(white.row(y) + std::size_t{4} * x, 255, 4);
        }
    }

    EXPECT_EQ(fingerprint_of(clear), fingerprint_of(white));
}

TEST(Phash, DoesNotDependOnHowRowsArriveOrOnTheProcessor) {  // M8
    const auto supported = hwy::SupportedTargets();
    for (const auto format : {PixelFormat::Gray8, PixelFormat::Rgb8, PixelFormat::Rgba8}) {
        const auto picture = draw({701, 333}, format, scene(6));
        const auto expected = fingerprint_of(picture);
        for (const std::uint32_t rows : {1u, 3u, 8u, 16u}) {
            EXPECT_EQ(fingerprint_of(picture, picture.size(), rows), expected);
        }
        for (auto left = supported; left != 0; left &= left - 1) {
            hwy::SetSupportedTargetsForTest(left & -left);
            hwy::GetChosenTarget().Update(left & -left);
            EXPECT_EQ(fingerprint_of(picture), expected) << hwy::TargetName(left & -left);
        }
        hwy::SetSupportedTargetsForTest(0);
        hwy::GetChosenTarget().Update(supported);
    }
}

TEST(Phash, IsThatOfTheUprightPicture) {  // M4, M8
    const auto upright = draw({640, 432}, PixelFormat::Gray8, scene(7));
    const auto expected = fingerprint_of(upright);
    for (int number = 1; number <= 8; ++number) {
        const auto orientation = static_cast<Orientation>(number);
        Picture copy(upright.shape());
        for (std::uint32_t y = 0; y < 432; ++y) std::memcpy(copy.row(y), upright.row(y), 640);
        const auto stored = orient(std::move(copy), inverse(orientation));

        EXPECT_EQ(fingerprint_of(stored, stored.size(), 16, orientation), expected) << number;
    }
}

TEST(Phash, IsTheSameFromADecoderThatReducesByItself) {  // M8
    for (const PixelSize size :
         {PixelSize{1600, 1000}, PixelSize{1003, 777}, PixelSize{300, 200}}) {
        const auto picture = draw(size, PixelFormat::Gray8, scene(8));
        for (const std::uint32_t by : {2u, 8u}) {
            auto shape = Shape::of(
                {(size.width + by - 1) / by, (size.height + by - 1) / by}, PixelFormat::Gray8
            );
            shape.extent_width = double(size.width) / by;
            shape.extent_height = double(size.height) / by;
            Picture small(shape);
            for (std::uint32_t y = 0; y < shape.size.height; ++y) {
                for (std::uint32_t x = 0; x < shape.size.width; ++x) {
                    unsigned sum = 0;
                    unsigned count = 0;
                    for (auto j = y * by; j < std::min((y + 1) * by, size.height); ++j) {
                        for (auto i = x * by; i < std::min((x + 1) * by, size.width); ++i, ++count)
                            sum += picture.row(j)[i];
                    }
                    small.row(y)[x] = static_cast<std::uint8_t>((sum + count / 2) / count);
                }
            }
            EXPECT_GE(similarity(fingerprint_of(small, size), fingerprint_of(picture)), 62 / 64.0);
        }
    }
}

TEST(Phash, HardlyChangesWhenThePictureIsScaled) {  // M8, PVP-2.5.2
    const auto large = fingerprint_of(draw({1920, 1080}, PixelFormat::Gray8, scene(9)));

    EXPECT_GE(
        similarity(fingerprint_of(draw({960, 540}, PixelFormat::Gray8, scene(9))), large), 0.95
    );
    EXPECT_GE(
        similarity(fingerprint_of(draw({400, 225}, PixelFormat::Gray8, scene(9))), large), 0.95
    );
    EXPECT_GE(
        similarity(fingerprint_of(draw({100, 56}, PixelFormat::Gray8, scene(9))), large), 0.85
    );
}

TEST(Phash, TellsDifferentPicturesApart) {  // M8, PVP-2.5.2
    for (int a = 1; a < 6; ++a) {
        for (int b = a + 1; b < 6; ++b) {
            const auto first = fingerprint_of(draw({640, 480}, PixelFormat::Gray8, scene(a)));
            const auto second = fingerprint_of(draw({640, 480}, PixelFormat::Gray8, scene(b)));
            EXPECT_LT(similarity(first, second), 0.8) << a << " " << b;
        }
    }
}

TEST(Phash, MakesNoBitsOfNothing) {  // M8
    const auto flat = [](int value) { return [value](double, double) { return double(value); }; };

    // A square without any structure has a mean and nothing else.
    EXPECT_EQ(fingerprint_of(draw({777, 777}, PixelFormat::Rgb8, flat(200))), Fingerprint{1} << 63);
    EXPECT_EQ(fingerprint_of(draw({1, 1}, PixelFormat::Gray8, flat(9))), Fingerprint{1} << 63);
    // Padding is structure: the same bits whatever the size.
    EXPECT_EQ(
        fingerprint_of(draw({1600, 800}, PixelFormat::Gray8, flat(255))),
        fingerprint_of(draw({64, 32}, PixelFormat::Gray8, flat(255)))
    );
}

TEST(Phash, TakesThinPictures) {  // M8
    for (const PixelSize size : {PixelSize{12000, 1}, PixelSize{1, 3000}, PixelSize{130, 3}}) {
        EXPECT_NE(fingerprint_of(draw(size, PixelFormat::Rgb8, scene(2))), 0u);
    }
}

TEST(Phash, NoticesRowsThatAreMissing) {
    const auto picture = draw({20, 20}, PixelFormat::Gray8, scene(1));
    FingerprintSink sink(picture.size());
    ASSERT_TRUE(sink.begin(picture.shape()).ok());
    ASSERT_TRUE(sink.rows({0, 0, 7, picture.row(0), picture.stride(), true}).ok());

    EXPECT_FALSE(sink.rows({0, 8, 1, picture.row(8), picture.stride(), true}).ok());
    EXPECT_FALSE(sink.rows({0, 7, 14, picture.row(7), picture.stride(), true}).ok());
    EXPECT_FALSE(sink.end().ok());
    EXPECT_FALSE(FingerprintSink({0, 5}).begin(picture.shape()).ok());
}

}  // namespace
}  // namespace fovea::media
