#include "fovea/media/image/image_samples.hpp"
#include "fovea/media/image/jpeg/jpeg.hpp"

#include <gtest/gtest.h>

namespace fovea::media {
namespace {

TEST(ValidateJpeg, AcceptsWhatDecodes) {  // M4
    for (const auto format : {PixelFormat::Gray8, PixelFormat::Rgb8}) {
        for (const bool progressive : {false, true}) {
            const auto file =
                sample_jpeg(Shape::of({50, 30}, format), {.progressive = progressive});

            const auto report = validate_jpeg(joined({file, as_bytes("junk")}), {});

            ASSERT_TRUE(report.ok());
            EXPECT_EQ(report.value().end, file.size());
        }
    }
}

TEST(ValidateJpeg, AcceptsNoDamagedFileThatTheDecoderRefuses) {  // M4, CAL-IMG-12
    for (const bool progressive : {false, true}) {
        const auto file =
            sample_jpeg(Shape::of({64, 48}, PixelFormat::Rgb8), {.progressive = progressive});
        for (std::size_t at = 2; at < file.size(); at += 5) {
            auto damaged = file;
            damaged[at] = ~damaged[at];
            WatchingSink sink;
            const bool decodes = decode_jpeg(damaged, {}, sink).ok();

            EXPECT_TRUE(decodes || !validate_jpeg(damaged, {}).ok()) << at;
        }
    }
}

TEST(ValidateJpeg, DoesNotDependOnWhetherAThumbnailIsWanted) {  // M4
    const auto file = sample_jpeg(Shape::of({64, 48}, PixelFormat::Rgb8));
    for (std::size_t at = 2; at < file.size(); at += 3) {
        auto damaged = file;
        damaged[at] ^= std::byte{0x10};
        WatchingSink sink;

        EXPECT_EQ(validate_jpeg(damaged, {}).ok(), validate_jpeg(damaged, {}, &sink).ok()) << at;
    }
}

TEST(ValidateJpeg, FailsAtEveryTruncation) {  // CAL-IMG-12
    const auto file = sample_jpeg(Shape::of({40, 40}, PixelFormat::Rgb8));
    for (std::size_t length = 0; length < file.size(); length += 7) {
        EXPECT_FALSE(validate_jpeg(ByteView(file).first(length), {}).ok()) << length;
    }
}

TEST(ValidateJpeg, DeliversTheLumaAtOneEighth) {  // M8
    const auto shape = Shape::of({132, 75}, PixelFormat::Ycc8, {2, 2});
    const auto picture = sample_picture(shape);
    PictureSink sink;

    const auto report = validate_jpeg(sample_jpeg(shape, {.quality = 98}), {}, &sink);

    ASSERT_TRUE(report.ok());
    const auto thumbnail = sink.take();
    EXPECT_EQ(thumbnail.size(), (PixelSize{17, 10}));
    EXPECT_EQ(thumbnail.format(), PixelFormat::Gray8);
    EXPECT_EQ(thumbnail.shape().extent_width, 16.5);
    EXPECT_EQ(thumbnail.shape().extent_height, 9.375);
    for (std::uint32_t y = 0; y < 9; ++y) {
        for (std::uint32_t x = 0; x < 16; ++x) {
            int sum = 0;
            for (std::uint32_t i = 0; i < 64; ++i) {
                sum += picture.row(y * 8 + i / 8)[x * 8 + i % 8];
            }
            EXPECT_NEAR(thumbnail.row(y)[x], sum / 64.0, 3);
        }
    }
}

}  // namespace
}  // namespace fovea::media
