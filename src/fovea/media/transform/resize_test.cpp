#include "fovea/media/transform/resize.hpp"

#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <numbers>
#include <random>
#include <string>
#include <vector>

namespace fovea::media {
namespace {

Picture random_picture(const Shape& shape) {
    Picture picture(shape);
    std::mt19937 random(shape.size.width * 7919 + shape.size.height);
    for (unsigned plane = 0; plane < plane_count(shape.format); ++plane) {
        for (std::uint32_t y = 0; y < shape.plane_size(plane).height; ++y) {
            auto* row = picture.row(y, plane);
            for (std::size_t x = 0; x < picture.stride(plane); ++x) {
                row[x] = static_cast<std::uint8_t>(random());
            }
        }
    }
    return picture;
}

Picture filled(
    const Shape& shape, const std::function<int(std::uint32_t x, std::uint32_t y)>& value
) {
    Picture picture(shape);
    for (unsigned plane = 0; plane < plane_count(shape.format); ++plane) {
        for (std::uint32_t y = 0; y < shape.plane_size(plane).height; ++y) {
            for (std::uint32_t x = 0; x < picture.stride(plane); ++x) {
                picture.row(y, plane)[x] = static_cast<std::uint8_t>(value(x, y));
            }
        }
    }
    return picture;
}

std::string bytes_of(const Picture& picture) {
    std::string bytes;
    for (unsigned plane = 0; plane < plane_count(picture.format()); ++plane) {
        for (std::uint32_t y = 0; y < picture.shape().plane_size(plane).height; ++y) {
            bytes.append(
                reinterpret_cast<const char*>(picture.row(y, plane)), picture.stride(plane)
            );
        }
    }
    return bytes;
}

// Feeds bands of `height` rows. Passing ones come from memory of just their size that is gone at
// once, so that a sanitizer sees every byte read too much or too late.
Picture resized(
    const Picture& source,
    PixelSize target,
    std::uint32_t height = 1 << 20,
    RowMemory memory = RowMemory::Stable,
    Subsampling chroma = {2, 2}
) {
    ResizeSink sink(target, chroma);
    EXPECT_TRUE(sink.begin(source.shape()).ok());
    for (unsigned plane = 0; plane < plane_count(source.format()); ++plane) {
        const auto rows = source.shape().plane_size(plane).height;
        const auto stride = source.stride(plane);
        for (std::uint32_t y = 0; y < rows; y += height) {
            const auto count = std::min(height, rows - y);
            RowBand band{plane, y, count, source.row(y, plane), stride, true};
            std::vector<std::uint8_t> passing;
            if (memory == RowMemory::Passing) {
                passing.assign(band.data, band.data + count * stride);
                band.data = passing.data();
                band.stable = false;
            }
            EXPECT_TRUE(sink.rows(band).ok());
        }
    }
    EXPECT_TRUE(sink.end().ok());
    return sink.take();
}

double lanczos3(double x) {
    if (std::abs(x) < 1e-9) return 1;
    if (std::abs(x) >= 3) return 0;
    const auto a = std::numbers::pi * x;
    return 3 * std::sin(a) * std::sin(a / 3) / (a * a);
}

// One row of one channel, in floating point.
std::vector<double> filtered(const std::vector<double>& in, std::size_t out, double scale) {
    std::vector<double> result(out);
    const auto wide = std::max(scale, 1.0);
    for (std::size_t i = 0; i < out; ++i) {
        double sum = 0;
        double weight = 0;
        for (std::size_t k = 0; k < in.size(); ++k) {
            const auto w = lanczos3((double(k) + 0.5 - (double(i) + 0.5) * scale) / wide);
            sum += w * in[k];
            weight += w;
        }
        result[i] = sum / weight;
    }
    return result;
}

constexpr PixelFormat kFormats[] = {
    PixelFormat::Gray8, PixelFormat::Rgb8, PixelFormat::Rgba8, PixelFormat::Ycc8};

Shape shape_of(PixelSize size, PixelFormat format) {
    return Shape::of(size, format, format == PixelFormat::Ycc8 ? Subsampling{2, 2} : Subsampling{});
}

TEST(Resize, CopiesAPictureThatHasTheTargetSizeAlready) {  // M5
    for (const auto format : kFormats) {
        for (const PixelSize size : {PixelSize{61, 33}, PixelSize{1, 1}, PixelSize{3, 70}}) {
            const auto source = random_picture(shape_of(size, format));
            for (const auto memory : {RowMemory::Stable, RowMemory::Passing}) {
                const auto copy = resized(source, size, 4, memory);
                EXPECT_EQ(copy.shape(), source.shape());
                EXPECT_EQ(bytes_of(copy), bytes_of(source));
            }
        }
    }
}

TEST(Resize, KeepsAFlatPictureFlat) {  // M5
    for (const auto format : kFormats) {
        for (const int value : {0, 1, 127, 254, 255}) {
            const auto source = filled(shape_of({97, 203}, format), [&](auto x, auto) {
                return format == PixelFormat::Rgba8 && x % 4 == 3 ? 255 : value;
            });
            for (const PixelSize target :
                 {PixelSize{50, 31}, PixelSize{97, 1}, PixelSize{1, 203}, PixelSize{130, 300}}) {
                const auto result = resized(source, target);
                for (const auto byte : bytes_of(result))
                    ASSERT_EQ(static_cast<std::uint8_t>(byte), value);
            }
        }
    }
}

TEST(Resize, FollowsTheFormulaWithinOneLevel) {  // M5
    for (const auto& [in, out] : {std::pair{200u, 163u}, {333u, 40u}, {64u, 100u}, {12u, 1u}}) {
        const auto source = random_picture(Shape::of({in, in}, PixelFormat::Gray8));
        std::vector<std::vector<double>> columns(out);
        for (std::uint32_t y = 0; y < in; ++y) {
            const std::vector<double> row(source.row(y), source.row(y) + in);
            const auto narrow = filtered(row, out, double(in) / out);
            for (std::uint32_t x = 0; x < out; ++x) columns[x].push_back(narrow[x]);
        }

        const auto result = resized(source, {out, out});

        for (std::uint32_t x = 0; x < out; ++x) {
            const auto column = filtered(columns[x], out, double(in) / out);
            for (std::uint32_t y = 0; y < out; ++y) {
                ASSERT_NEAR(result.row(y)[x], std::clamp(column[y], 0.0, 255.0), 0.75);
            }
        }
    }
}

TEST(Resize, FiltersEachChannelAsIfItWereAlone) {  // M5
    const PixelSize size{45, 37};
    const PixelSize target{29, 17};
    for (const unsigned channels : {3u, 4u}) {
        auto source =
            random_picture(Shape::of(size, channels == 3 ? PixelFormat::Rgb8 : PixelFormat::Rgba8));
        if (channels == 4) {
            for (std::uint32_t y = 0; y < size.height; ++y) {
                for (std::uint32_t x = 0; x < size.width; ++x) source.row(y)[4 * x + 3] = 255;
            }
        }
        const auto result = resized(source, target);
        ASSERT_EQ(result.format(), PixelFormat::Rgb8);
        for (unsigned channel = 0; channel < 3; ++channel) {
            const auto alone = resized(
                filled(
                    Shape::of(size, PixelFormat::Gray8),
                    [&](auto x, auto y) { return source.row(y)[channels * x + channel]; }
                ),
                target
            );
            for (std::uint32_t y = 0; y < target.height; ++y) {
                for (std::uint32_t x = 0; x < target.width; ++x) {
                    ASSERT_EQ(result.row(y)[3 * x + channel], alone.row(y)[x]);
                }
            }
        }
    }
}

TEST(Resize, GivesTheSameBytesOnEveryVectorTarget) {  // M5
    const auto supported = hwy::SupportedTargets();
    std::string expected;
    for (auto left = supported | HWY_STATIC_TARGET; left != 0; left &= left - 1) {
        hwy::SetSupportedTargetsForTest(left & -left);
        hwy::GetChosenTarget().Update(left & -left);
        std::string bytes;
        for (const auto format : kFormats) {
            for (const std::uint32_t width :
                 {1u, 2u, 5u, 8u, 10u, 11u, 31u, 33u, 127u, 300u, 601u}) {
                const auto source = random_picture(shape_of({width, 40}, format));
                bytes += bytes_of(resized(source, {(width + 2) / 3, 27}));
                bytes += bytes_of(resized(source, {width + 3, 13}, 3, RowMemory::Passing));
            }
        }
        if (expected.empty()) expected = bytes;
        EXPECT_TRUE(bytes == expected) << hwy::TargetName(left & -left);
    }
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(supported);
}

TEST(Resize, DoesNotDependOnHowRowsArrive) {  // M5
    for (const auto format : kFormats) {
        const auto source = random_picture(shape_of({77, 301}, format));
        const auto whole = bytes_of(resized(source, {31, 100}));
        for (const std::uint32_t height : {1u, 2u, 8u, 16u, 301u}) {
            EXPECT_EQ(bytes_of(resized(source, {31, 100}, height, RowMemory::Passing)), whole);
            EXPECT_EQ(bytes_of(resized(source, {31, 100}, height, RowMemory::Stable)), whole);
        }
    }
}

TEST(Resize, MakesAtLeastOnePixelOfAThinPicture) {  // M5
    const auto source = filled(Shape::of({12000, 3}, PixelFormat::Rgb8), [](auto, auto y) {
        return y == 1 ? 200 : 100;
    });

    const auto result = resized(source, {1568, 1});

    for (std::size_t x = 0; x < result.stride(); ++x) ASSERT_NEAR(result.row(0)[x], 140, 8);
}

TEST(Resize, PutsChromaWhereItBelongs) {  // M5
    // Sample i of a plane is centred on pixel (i + 0.5) * x, in the source and in the result: the
    // scale between two planes is that of the pictures times the ratio of the subsamplings, even
    // though their sizes are rounded up. All rows are equal, so that one dimension is enough to
    // compare.
    for (const Subsampling from :
         {Subsampling{1, 1}, Subsampling{2, 2}, Subsampling{2, 1}, Subsampling{4, 1}}) {
        for (const Subsampling to : {Subsampling{1, 1}, Subsampling{2, 1}, Subsampling{2, 2}}) {
            const auto shape = Shape::of({401, 39}, PixelFormat::Ycc8, from);
            const auto source = filled(shape, [](auto x, auto) { return x * 7919 % 251; });

            const auto result = resized(source, {201, 21}, 8, RowMemory::Passing, to);

            ASSERT_EQ(result.shape(), Shape::of({201, 21}, PixelFormat::Ycc8, to));
            for (unsigned plane = 0; plane < 3; ++plane) {
                const auto width = result.shape().plane_size(plane).width;
                const auto ratio = plane == 0 ? 1.0 : double(to.x) / from.x;
                const std::vector<double> row(
                    source.row(0, plane), source.row(0, plane) + source.stride(plane)
                );
                const auto expected = filtered(row, width, 401.0 / 201 * ratio);
                for (std::uint32_t x = 0; x < width; ++x) {
                    ASSERT_NEAR(result.row(7, plane)[x], std::clamp(expected[x], 0.0, 255.0), 0.75)
                        << "plane " << plane << ", column " << x;
                }
            }
        }
    }
}

TEST(Resize, UsesTheExactExtentOfAPictureDecodedAtAReducedScale) {  // M5
    auto shape = Shape::of({960, 16}, PixelFormat::Gray8);
    shape.extent_width = 959.5;
    const auto source = filled(shape, [](auto x, auto) { return x * 7919 % 251; });

    const auto result = resized(source, {480, 8});

    const std::vector<double> row(source.row(0), source.row(0) + 960);
    const auto expected = filtered(row, 480, 959.5 / 480);
    for (std::uint32_t x = 0; x < 480; ++x) {
        ASSERT_NEAR(result.row(4)[x], std::clamp(expected[x], 0.0, 255.0), 0.75) << x;
    }
}

TEST(Resize, TurnsAnOpaquePictureWithAlphaIntoOneWithout) {  // M4
    const auto source = filled(Shape::of({64, 64}, PixelFormat::Rgba8), [](auto x, auto) {
        return x % 4 == 3 ? 255 : 90;
    });

    EXPECT_EQ(resized(source, {64, 64}).shape(), Shape::of({64, 64}, PixelFormat::Rgb8));
    EXPECT_EQ(resized(source, {32, 32}).shape(), Shape::of({32, 32}, PixelFormat::Rgb8));
}

TEST(Resize, KeepsTransparencyThatBeginsFarDown) {  // M4
    auto source = filled(Shape::of({64, 400}, PixelFormat::Rgba8), [](auto x, auto) {
        return x % 4 == 3 ? 255 : 90;
    });
    source.row(399)[4 * 20 + 3] = 0;

    const auto result = resized(source, {32, 200}, 16, RowMemory::Passing);

    ASSERT_EQ(result.format(), PixelFormat::Rgba8);
    for (std::uint32_t x = 0; x < 32; ++x) {
        EXPECT_EQ(std::memcmp(result.row(100) + std::size_t{4} * x, "\x5a\x5a\x5a\xff", 4), 0);
    }
    EXPECT_LT(result.row(199)[4 * 10 + 3], 230);
    EXPECT_NEAR(result.row(199)[40], 90, 1);
}

TEST(Resize, LetsNoColourBleedOutOfTransparentPixels) {  // M4
    // White on the left; on the right nothing, kept by the file as red.
    const auto source = filled(Shape::of({100, 40}, PixelFormat::Rgba8), [](auto byte, auto) {
        const auto channel = byte % 4;
        if (byte / 4 < 50) return 255;
        return channel == 0 ? 255 : 0;
    });

    const auto result = resized(source, {33, 13});

    ASSERT_EQ(result.format(), PixelFormat::Rgba8);
    for (std::uint32_t x = 0; x < 33; ++x) {
        const auto* pixel = result.row(6) + std::size_t{4} * x;
        if (pixel[3] < 16) continue;
        EXPECT_GE(pixel[1], 250) << x;
        EXPECT_GE(pixel[2], 250) << x;
    }
    EXPECT_EQ(result.row(6)[3], 255);
    EXPECT_EQ(result.row(6)[4 * 32 + 3], 0);
}

TEST(Resize, ServesASecondPictureAfterTheFirst) {
    const auto a = random_picture(Shape::of({50, 50}, PixelFormat::Rgba8));
    const auto b = random_picture(Shape::of({90, 20}, PixelFormat::Gray8));
    ResizeSink sink({30, 30});
    for (const auto* picture : {&a, &b}) {
        ASSERT_TRUE(sink.begin(picture->shape()).ok());
        ASSERT_TRUE(
            sink.rows({0, 0, picture->size().height, picture->row(0), picture->stride(), true}).ok()
        );
        ASSERT_TRUE(sink.end().ok());
        EXPECT_EQ(bytes_of(sink.take()), bytes_of(resized(*picture, {30, 30})));
    }
}

TEST(Resize, RefusesWhatItCannotDo) {
    const auto gray = Shape::of({10, 10}, PixelFormat::Gray8);
    const auto code = [](PixelSize target, const Shape& shape, Subsampling chroma = {2, 2}) {
        const auto begun = ResizeSink(target, chroma).begin(shape);
        return begun.ok() ? std::optional<ErrorCode>() : begun.error().code;
    };

    EXPECT_EQ(code({5, 5}, gray), std::nullopt);
    EXPECT_EQ(code({0, 5}, gray), ErrorCode::InvalidInput);
    EXPECT_EQ(code({5, 5}, Shape::of({10, 0}, PixelFormat::Gray8)), ErrorCode::InvalidInput);
    EXPECT_EQ(code({5, 5}, Shape::of({10, 10}, PixelFormat::Cmyk8)), ErrorCode::InvalidInput);
    EXPECT_EQ(
        code({5, 5}, Shape::of({10, 10}, PixelFormat::Ycc8, {0, 2})), ErrorCode::InvalidInput
    );
    EXPECT_EQ(
        code({5, 5}, Shape::of({10, 10}, PixelFormat::Ycc8, {2, 2}), {4, 1}),
        ErrorCode::InvalidInput
    );
    EXPECT_EQ(
        code({5, 1}, Shape::of({kMaxResizeSide + 1, 1}, PixelFormat::Gray8)),
        ErrorCode::FileTooLarge
    );
}

TEST(Resize, NoticesRowsThatAreMissingOrOutOfOrder) {
    const auto source = random_picture(Shape::of({10, 10}, PixelFormat::Gray8));
    ResizeSink sink({5, 5});
    ASSERT_TRUE(sink.begin(source.shape()).ok());
    ASSERT_TRUE(sink.rows({0, 0, 4, source.row(0), source.stride(), true}).ok());

    EXPECT_FALSE(sink.rows({0, 5, 1, source.row(5), source.stride(), true}).ok());
    EXPECT_FALSE(sink.rows({0, 4, 7, source.row(4), source.stride(), true}).ok());
    EXPECT_FALSE(sink.rows({1, 0, 1, source.row(0), source.stride(), true}).ok());
    const auto ended = sink.end();

    ASSERT_FALSE(ended.ok());
    EXPECT_EQ(
        ended.error(), (Error{ErrorCode::DecodeFailed, "the picture ends after row 4 of 10"})
    );
}

}  // namespace
}  // namespace fovea::media
