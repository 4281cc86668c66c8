#include "fovea/media/image/png/encode.hpp"

#include "fovea/media/image/image_samples.hpp"
#include "fovea/media/image/png/filter.hpp"
#include "fovea/media/image/png/png.hpp"
#include "fovea/media/image/png/test_file.hpp"

#include <gtest/gtest.h>

#include <random>

namespace fovea::media {
namespace {

using Filter = PngSettings::Filter;
using Effort = PngSettings::Effort;

Bytes encoded(const Picture& picture, const PngSettings& settings) {
    Bytes out(png_encode_bound(picture.shape()));
    const auto size = encode_png(picture, settings, out);
    EXPECT_TRUE(size.ok()) << size.error().message;
    out.resize(size.ok() ? size.value() : 0);
    return out;
}

Picture noise(const Shape& shape) {
    std::mt19937 random(5);
    Picture picture(shape);
    for (std::size_t i = 0; i < picture.stride() * shape.size.height; ++i) {
        picture.row(0)[i] = static_cast<std::uint8_t>(random());
    }
    return picture;
}

TEST(EncodePng, WritesWhatTheDecoderReadsBack) {  // M5
    for (const auto format : {PixelFormat::Gray8, PixelFormat::Rgb8, PixelFormat::Rgba8}) {
        for (const auto size : {PixelSize{1, 1}, PixelSize{7, 3}, PixelSize{300, 211}}) {
            for (const auto filter : {Filter::None, Filter::Adaptive}) {
                for (const auto effort : {Effort::Fast, Effort::Small}) {
                    const auto picture = sample_picture(Shape::of(size, format));

                    const auto file = encoded(picture, {filter, effort});

                    PictureSink sink;
                    ASSERT_TRUE(decode_png(file, {}, sink).ok());
                    EXPECT_TRUE(same_pixels(sink.take(), picture));
                }
            }
        }
    }
}

TEST(EncodePng, FitsItsBoundEvenForNoise) {
    for (const auto size : {PixelSize{1, 1}, PixelSize{1, 3000}, PixelSize{500, 400}}) {
        const auto picture = noise(Shape::of(size, PixelFormat::Rgb8));
        for (const auto effort : {Effort::Fast, Effort::Small}) {
            EXPECT_FALSE(encoded(picture, {Filter::None, effort}).empty());
        }
    }
}

TEST(EncodePng, SaysWhenTheFileDoesNotFit) {  // M5
    const auto picture = sample_picture(Shape::of({200, 100}, PixelFormat::Rgb8));
    for (const auto effort : {Effort::Fast, Effort::Small}) {
        const PngSettings settings{Filter::Adaptive, effort};
        const auto file = encoded(picture, settings);
        for (const auto size :
             {std::size_t{0},
              std::size_t{56},
              std::size_t{57},
              file.size() / 2,
              file.size() - 20}) {
            Bytes out(size);

            EXPECT_EQ(encode_png(picture, settings, out).error().code, ErrorCode::LimitExceeded)
                << size;
        }
    }
}

TEST(EncodePng, MakesSmoothPicturesSmallerByFiltering) {  // M5
    const auto picture = sample_picture(Shape::of({300, 200}, PixelFormat::Rgb8));

    const auto plain = encoded(picture, {Filter::None, Effort::Fast});
    const auto adaptive = encoded(picture, {Filter::Adaptive, Effort::Fast});

    EXPECT_LT(adaptive.size(), plain.size());
}

TEST(EncodePng, HasNothingThatStrippingWouldCut) {  // M5
    const auto file = encoded(sample_picture(Shape::of({30, 20}, PixelFormat::Rgba8)), {});
    const auto info = probe_png(file, Limits{});

    ASSERT_TRUE(info.ok());
    EXPECT_FALSE(info.value().has_metadata);
    EXPECT_TRUE(info.value().has_alpha);
}

TEST(EncodePng, RefusesFormatsThatPngDoesNotHave) {
    Bytes out(10'000);
    const Picture ycc(Shape::of({8, 8}, PixelFormat::Ycc8, {2, 2}));
    const Picture cmyk(Shape::of({8, 8}, PixelFormat::Cmyk8));

    EXPECT_EQ(encode_png(ycc, {}, out).error().code, ErrorCode::InvalidInput);
    EXPECT_EQ(encode_png(cmyk, {}, out).error().code, ErrorCode::InvalidInput);
    EXPECT_EQ(encode_png(Picture(), {}, out).error().code, ErrorCode::InvalidInput);
}

TEST(FilterPngRow, ChoosesTheFilterThatLeavesLess) {
    for (const std::size_t pixels : {1u, 5u, 40u, 333u}) {
        const auto picture = noise(Shape::of({std::uint32_t(pixels), 1}, PixelFormat::Rgb8));
        const auto* row = picture.row(0);
        const auto size = pixels * 3;
        const Bytes row_bytes(
            reinterpret_cast<const std::byte*>(row), reinterpret_cast<const std::byte*>(row) + size
        );
        Bytes same(size + 1);
        Bytes first(size + 1);

        filter_png_row(row, row, size, 3, reinterpret_cast<std::uint8_t*>(same.data()));
        filter_png_row(row, nullptr, size, 3, reinterpret_cast<std::uint8_t*>(first.data()));

        EXPECT_EQ(first, filtered(1, row_bytes, {}, 3));
        // A row like the one above it is all zeros by Up; a single pixel may go either way.
        if (pixels > 1) {
            EXPECT_EQ(same, filtered(2, row_bytes, row_bytes, 3));
        }
    }
}

}  // namespace
}  // namespace fovea::media
