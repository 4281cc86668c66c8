#include "fovea/media/image/image_samples.hpp"
#include "fovea/media/image/webp/encode.hpp"
#include "fovea/media/image/webp/webp.hpp"

#include <gtest/gtest.h>

namespace fovea::media {
namespace {

Bytes encoded(const Picture& picture, const WebpSettings& settings) {
    Bytes file(picture.size().pixels() * 8 + 4096);
    file.resize(encode_webp(picture, settings, file).value());
    return file;
}

Picture decoded(ByteView file, const DecodeRequest& request = {}) {
    PictureSink sink;
    const auto report = decode_webp(file, request, sink);
    EXPECT_TRUE(report.ok()) << report.error().message;
    return sink.take();
}

constexpr WebpSettings kLossless{.lossless = true, .quality = 0, .method = 0};
constexpr WebpSettings kGood{.quality = 95, .method = 0};

Bytes animation_of(std::initializer_list<ByteView> frames, int width, int height) {
    const auto head = riff_chunk("VP8X", bytes_of({2, 0, 0, 0, width - 1, 0, 0, height - 1, 0, 0}));
    return webp_file({head, riff_chunk("ANIM", bytes_of({0, 0, 0, 0, 0, 0})), joined(frames)});
}

Bytes frame_of(const Picture& picture, int x, int y) {
    const auto simple = encoded(picture, kLossless);
    const auto size = picture.size();
    const auto place = bytes_of(
        {x / 2,
         0,
         0,
         y / 2,
         0,
         0,
         int(size.width) - 1,
         0,
         0,
         int(size.height) - 1,
         0,
         0,
         100,
         0,
         0,
         0}
    );
    return riff_chunk("ANMF", joined({place, ByteView(simple).subspan(12)}));
}

TEST(DecodeWebp, GivesBackLosslessPixelsExactly) {  // M4
    for (const auto format : {PixelFormat::Rgb8, PixelFormat::Rgba8}) {
        const auto picture = sample_picture(Shape::of({37, 21}, format));

        EXPECT_TRUE(same_pixels(decoded(encoded(picture, kLossless)), picture));
    }
}

TEST(DecodeWebp, DeliversLossyPlanesInJpegsRange) {  // M4
    const auto picture = sample_picture(Shape::of({61, 43}, PixelFormat::Ycc8, {2, 2}));
    const auto file = encoded(picture, kGood);

    const auto planes = decoded(file, {.native_ycc = true});

    EXPECT_EQ(planes.shape(), picture.shape());
    EXPECT_LT(mean_error(planes, picture), 25);
    EXPECT_EQ(decoded(file).format(), PixelFormat::Rgb8);
}

TEST(DecodeWebp, StretchesBlackAndWhiteToTheFullRange) {
    for (const int level : {0, 128, 255}) {
        Picture picture(Shape::of({32, 32}, PixelFormat::Ycc8, {2, 2}));
        std::fill_n(picture.row(0), 32 * 32, static_cast<std::uint8_t>(level));
        std::fill_n(picture.row(0, 1), 16 * 16, std::uint8_t{128});
        std::fill_n(picture.row(0, 2), 16 * 16, std::uint8_t{128});

        const auto planes = decoded(encoded(picture, kGood), {.native_ycc = true});

        EXPECT_NEAR(planes.row(5)[5], level, 1);
        EXPECT_NEAR(planes.row(5, 1)[5], 128, 1);
    }
}

TEST(DecodeWebp, DeliversAlphaEvenWhereYccIsAskedFor) {
    const auto picture = sample_picture(Shape::of({20, 20}, PixelFormat::Rgba8));

    const auto got = decoded(encoded(picture, kGood), {.native_ycc = true});

    EXPECT_EQ(got.format(), PixelFormat::Rgba8);
}

TEST(DecodeWebp, PushesEveryRowOnceAndInOrder) {
    const auto file = encoded(sample_picture(Shape::of({61, 83}, PixelFormat::Rgb8)), kGood);
    for (const bool native : {false, true}) {
        WatchingSink sink;

        const auto report =
            decode_webp(joined({file, as_bytes("junk")}), {.native_ycc = native}, sink);

        ASSERT_TRUE(report.ok());
        EXPECT_EQ(report.value().end, file.size());
        EXPECT_TRUE(sink.well_behaved());
    }
}

TEST(DecodeWebp, CutsRegions) {  // M7
    const auto picture = sample_picture(Shape::of({30, 20}, PixelFormat::Rgb8));
    const auto file = encoded(picture, kLossless);

    const auto part = decoded(file, {.region = PixelRect{7, 3, 5, 11}});

    ASSERT_EQ(part.size(), (PixelSize{5, 11}));
    for (std::uint32_t y = 0; y < 11; ++y) {
        EXPECT_TRUE(std::equal(part.row(y), part.row(y) + 15, picture.row(y + 3) + 21));
    }
    PictureSink sink;
    const auto outside = decode_webp(file, {.region = PixelRect{26, 0, 5, 1}}, sink);
    ASSERT_FALSE(outside.ok());
    EXPECT_EQ(outside.error().code, ErrorCode::InvalidInput);
}

TEST(DecodeWebp, ComposesTheFrameAskedFor) {  // M1
    const auto below = sample_picture(Shape::of({24, 16}, PixelFormat::Rgb8));
    Picture patch(Shape::of({4, 6}, PixelFormat::Rgb8));
    std::fill_n(patch.row(0), 4 * 6 * 3, std::uint8_t{200});
    const auto file = animation_of({frame_of(below, 0, 0), frame_of(patch, 10, 8)}, 24, 16);

    const auto first = decoded(file);
    const auto second = decoded(file, {.frame = 1});

    EXPECT_TRUE(same_pixels(first, below));
    EXPECT_EQ(second.row(8)[30], 200);
    EXPECT_EQ(second.row(7)[30], below.row(7)[30]);
    PictureSink sink;
    const auto third = decode_webp(file, {.frame = 2}, sink);
    ASSERT_FALSE(third.ok());
    EXPECT_EQ(third.error().code, ErrorCode::InvalidInput);
}

TEST(ValidateWebp, AcceptsWhatDecodesAndTellsTheEnd) {  // M4
    const auto picture = sample_picture(Shape::of({33, 47}, PixelFormat::Rgba8));
    for (const auto& settings : {kLossless, kGood}) {
        const auto file = encoded(picture, settings);

        const auto report = validate_webp(joined({file, as_bytes("junk")}), {});

        ASSERT_TRUE(report.ok()) << report.error().message;
        EXPECT_EQ(report.value().end, file.size());
    }
    EXPECT_TRUE(validate_webp(animation_of({frame_of(picture, 0, 0)}, 33, 47), {}).ok());
}

// A file whose data end early although the container says that all is there.
Bytes shortened(const Bytes& file, std::size_t cut) {
    const auto payload = ByteView(file).subspan(20, file.size() - 20 - cut);
    return webp_file({riff_chunk(as_text(ByteView(file).subspan(12, 4)), payload)});
}

TEST(ValidateWebp, AgreesWithTheDecoderOnShortData) {  // CAL-IMG-12
    const auto picture = sample_picture(Shape::of({64, 64}, PixelFormat::Rgb8));
    for (const auto& settings : {kLossless, kGood}) {
        const auto file = shortened(encoded(picture, settings), 300);
        WatchingSink sink;

        const auto validated = validate_webp(file, {});
        const auto report = decode_webp(file, {}, sink);

        ASSERT_FALSE(validated.ok());
        EXPECT_EQ(validated.error().code, ErrorCode::DecodeFailed);
        EXPECT_FALSE(report.ok());
        EXPECT_FALSE(sink.ended());
    }
}

}  // namespace
}  // namespace fovea::media
