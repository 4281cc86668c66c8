#include "fovea/media/image/image_samples.hpp"
#include "fovea/media/image/jpeg/jpeg.hpp"
#include "fovea/media/image/jpeg/library.hpp"

#include <gtest/gtest.h>

namespace fovea::media {
namespace {

Picture decoded(ByteView file, const DecodeRequest& request = {}) {
    PictureSink sink;
    const auto report = decode_jpeg(file, request, sink);
    EXPECT_TRUE(report.ok()) << report.error().message;
    return sink.take();
}

Picture cut(const Picture& whole, const PixelRect& region) {
    Picture part(Shape::of(region.size(), whole.format()));
    const auto pixel = bytes_per_pixel(whole.format());
    for (std::uint32_t y = 0; y < region.height; ++y) {
        std::copy_n(
            whole.row(region.y + y) + std::size_t{region.x} * pixel, part.stride(), part.row(y)
        );
    }
    return part;
}

constexpr Subsampling kSubsamplings[] = {{1, 1}, {2, 1}, {1, 2}, {2, 2}};

// Four inks, as Adobe's programs write them (255 is no ink) or the plain way round.
Bytes cmyk_jpeg(const Picture& inks, J_COLOR_SPACE stored, boolean adobe) {
    Bytes out(inks.size().pixels() * 8 + 4096);
    JpegCompressor jpeg;
    EXPECT_TRUE(jpeg.open(out).ok());
    auto& info = jpeg.info();
    EXPECT_TRUE(jpeg.run([&] {
                        info.image_width = inks.size().width;
                        info.image_height = inks.size().height;
                        info.input_components = 4;
                        info.in_color_space = JCS_CMYK;
                        jpeg_set_defaults(&info);
                        jpeg_set_colorspace(&info, stored);
                        jpeg_set_quality(&info, 98, TRUE);
                        info.write_Adobe_marker = adobe;
                        jpeg_start_compress(&info, TRUE);
                        while (info.next_scanline < info.image_height) {
                            auto* row = const_cast<JSAMPROW>(inks.row(info.next_scanline));
                            jpeg_write_scanlines(&info, &row, 1);
                        }
                        jpeg_finish_compress(&info);
                    }
    ).ok());
    out.resize(jpeg.written());
    return out;
}

TEST(DecodeJpeg, GivesBackWhatWasEncoded) {  // M4
    const auto shape = Shape::of({67, 45}, PixelFormat::Rgb8);
    const auto file = sample_jpeg(shape, {.quality = 98, .chroma = {1, 1}});

    const auto picture = decoded(file);

    EXPECT_EQ(picture.shape(), shape);
    EXPECT_LT(mean_error(picture, sample_picture(shape)), 12);
}

TEST(DecodeJpeg, DeliversGray) {
    const auto shape = Shape::of({30, 70}, PixelFormat::Gray8);

    const auto picture = decoded(sample_jpeg(shape, {.quality = 95}), {.native_ycc = true});

    EXPECT_EQ(picture.shape(), shape);
    EXPECT_LT(mean_error(picture, sample_picture(shape)), 12);
}

TEST(DecodeJpeg, DeliversTheFilesOwnPlanesWhereAskedTo) {
    for (const auto chroma : kSubsamplings) {
        for (const bool progressive : {false, true}) {
            const auto shape = Shape::of({67, 45}, PixelFormat::Ycc8, chroma);
            const auto file = sample_jpeg(shape, {.quality = 96, .progressive = progressive});

            const auto picture = decoded(file, {.native_ycc = true});

            EXPECT_EQ(picture.shape(), shape);
            EXPECT_LT(mean_error(picture, sample_picture(shape)), 12);
        }
    }
}

TEST(DecodeJpeg, PushesEveryRowOnceAndInOrder) {
    for (const auto chroma : kSubsamplings) {
        const auto file = sample_jpeg(Shape::of({61, 83}, PixelFormat::Ycc8, chroma));
        for (const bool native : {false, true}) {
            for (const std::uint32_t edge : {0u, 25u, 10u, 5u}) {
                WatchingSink sink;

                const auto report =
                    decode_jpeg(file, {.at_least = {edge, edge}, .native_ycc = native}, sink);

                ASSERT_TRUE(report.ok());
                EXPECT_EQ(report.value().end, file.size());
                EXPECT_TRUE(sink.well_behaved());
            }
        }
    }
}

TEST(DecodeJpeg, ShrinksOnlyWhileHalfAsMuchAgainRemains) {  // M5
    const auto file = sample_jpeg(Shape::of({481, 320}, PixelFormat::Rgb8));
    const auto size_for = [&](PixelSize at_least) {
        return decoded(file, {.at_least = at_least}).size();
    };

    EXPECT_EQ(size_for({0, 0}), (PixelSize{481, 320}));
    EXPECT_EQ(size_for({161, 106}), (PixelSize{481, 320}));
    EXPECT_EQ(size_for({160, 107}), (PixelSize{481, 320}));
    EXPECT_EQ(size_for({160, 106}), (PixelSize{241, 160}));
    EXPECT_EQ(size_for({80, 53}), (PixelSize{121, 80}));
    EXPECT_EQ(size_for({1, 1}), (PixelSize{61, 40}));
}

TEST(DecodeJpeg, TellsTheExactExtentAndChromaOfAReducedPicture) {
    const auto file = sample_jpeg(Shape::of({481, 321}, PixelFormat::Ycc8, {2, 2}));

    const auto picture = decoded(file, {.at_least = {100, 100}, .native_ycc = true});

    EXPECT_EQ(picture.size(), (PixelSize{241, 161}));
    EXPECT_EQ(picture.shape().chroma, (Subsampling{1, 1}));
    EXPECT_EQ(picture.shape().extent_width, 240.5);
    EXPECT_EQ(picture.shape().extent_height, 160.5);
}

TEST(DecodeJpeg, CutsRegionsPixelExactly) {  // M7
    constexpr PixelRect kRegions[] = {
        {0, 0, 1, 1},
        {0, 0, 97, 75},
        {15, 15, 2, 2},
        {16, 16, 33, 17},
        {17, 33, 40, 30},
        {96, 74, 1, 1},
        {1, 47, 96, 9},
        {40, 62, 57, 13},
        {33, 1, 1, 74},
    };
    for (const auto chroma : kSubsamplings) {
        for (const bool progressive : {false, true}) {
            const JpegSettings settings{.chroma = chroma, .progressive = progressive};
            const auto file = sample_jpeg(Shape::of({97, 75}, PixelFormat::Rgb8), settings);
            const auto whole = decoded(file);
            for (const auto& region : kRegions) {
                const auto part = decoded(file, {.native_ycc = true, .region = region});

                EXPECT_TRUE(same_pixels(part, cut(whole, region)))
                    << int(chroma.x) << int(chroma.y) << " at " << region.x << "," << region.y;
            }
        }
    }
}

TEST(DecodeJpeg, RefusesARegionOutside) {
    const auto file = sample_jpeg(Shape::of({20, 20}, PixelFormat::Rgb8));
    for (const PixelRect region :
         {PixelRect{0, 0, 0, 1},
          PixelRect{20, 0, 1, 1},
          PixelRect{0, 19, 1, 2},
          PixelRect{0xFFFFFFFF, 0, 2, 1}}) {
        PictureSink sink;

        const auto report = decode_jpeg(file, {.region = region}, sink);

        ASSERT_FALSE(report.ok());
        EXPECT_EQ(report.error().code, ErrorCode::InvalidInput);
    }
}

TEST(DecodeJpeg, GivesInksWithZeroForNone) {  // M4
    const auto inks = sample_picture(Shape::of({40, 30}, PixelFormat::Cmyk8));
    auto inverted = sample_picture(inks.shape());
    for (std::size_t i = 0; i < inks.stride() * 30; ++i) {
        inverted.row(0)[i] = static_cast<std::uint8_t>(255 - inks.row(0)[i]);
    }

    const auto plain = decoded(cmyk_jpeg(inks, JCS_CMYK, FALSE));
    const auto adobe = decoded(cmyk_jpeg(inverted, JCS_CMYK, TRUE));
    const auto ycck = decoded(cmyk_jpeg(inverted, JCS_YCCK, TRUE));

    EXPECT_EQ(plain.shape(), inks.shape());
    EXPECT_LT(mean_error(plain, inks), 10);
    EXPECT_LT(mean_error(adobe, inks), 10);
    EXPECT_LT(mean_error(ycck, inks), 40);
}

TEST(DecodeJpeg, FailsAtEveryTruncation) {  // M4, CAL-IMG-12
    for (const bool progressive : {false, true}) {
        const auto file =
            sample_jpeg(Shape::of({40, 40}, PixelFormat::Rgb8), {.progressive = progressive});
        for (std::size_t length = 0; length < file.size(); length += 7) {
            WatchingSink sink;

            const auto report = decode_jpeg(ByteView(file).first(length), {}, sink);

            ASSERT_FALSE(report.ok()) << length;
            EXPECT_EQ(report.error().code, ErrorCode::DecodeFailed);
            EXPECT_FALSE(sink.ended());
        }
        WatchingSink sink;
        EXPECT_FALSE(decode_jpeg(ByteView(file).first(file.size() - 1), {}, sink).ok());
    }
}

TEST(DecodeJpeg, FailsWhenAScanIsTooShort) {  // CAL-IMG-12
    const auto file = sample_jpeg(Shape::of({64, 64}, PixelFormat::Gray8));
    const auto cut_off = joined({ByteView(file).first(file.size() - 40), bytes_of({0xFF, 0xD9})});
    WatchingSink sink;

    const auto report = decode_jpeg(cut_off, {}, sink);

    ASSERT_FALSE(report.ok());
    EXPECT_EQ(report.error().code, ErrorCode::DecodeFailed);
}

TEST(DecodeJpeg, LetsAFewStrayBytesPassButNotMany) {
    const auto file = sample_jpeg(Shape::of({64, 64}, PixelFormat::Gray8));
    const auto padded = [&](std::size_t count) {
        return joined({ByteView(file).first(file.size() - 2), Bytes(count), bytes_of({0xFF, 0xD9})}
        );
    };
    WatchingSink few;
    WatchingSink many;

    EXPECT_TRUE(decode_jpeg(padded(8), {}, few).ok());
    EXPECT_FALSE(decode_jpeg(padded(100), {}, many).ok());
}

TEST(DecodeJpeg, TellsWhereThePictureEndsDespiteAThumbnailAndJunk) {
    const auto thumbnail = sample_jpeg(Shape::of({16, 16}, PixelFormat::Rgb8));
    const auto picture = with_jpeg_segments(
        sample_jpeg(Shape::of({50, 40}, PixelFormat::Rgb8)), {jpeg_segment(0xE1, thumbnail)}
    );
    const auto file = joined({picture, as_bytes("junk")});
    WatchingSink sink;

    const auto report = decode_jpeg(file, {}, sink);

    ASSERT_TRUE(report.ok());
    EXPECT_EQ(report.value().end, picture.size());
    EXPECT_EQ(sink.shape().size, (PixelSize{50, 40}));
}

TEST(DecodeJpeg, RefusesMoreScansThanAllowed) {  // Q1
    const auto file = sample_jpeg(Shape::of({40, 40}, PixelFormat::Rgb8), {.progressive = true});
    WatchingSink refused;
    WatchingSink accepted;

    const auto report = decode_jpeg(file, {.limits = {.max_scans = 9}}, refused);

    ASSERT_FALSE(report.ok());
    EXPECT_EQ(report.error().code, ErrorCode::DecodeFailed);
    EXPECT_TRUE(decode_jpeg(file, {.limits = {.max_scans = 10}}, accepted).ok());
}

class RefusingSink : public RowSink {
public:
    Result<void> begin(const Shape&) override { return {}; }
    Result<void> rows(const RowBand&) override { return Error{ErrorCode::Cancelled, "enough"}; }
    Result<void> end() override { return {}; }
};

TEST(DecodeJpeg, StopsWithTheSinksError) {
    const auto file = sample_jpeg(Shape::of({40, 40}, PixelFormat::Rgb8));
    RefusingSink sink;

    const auto report = decode_jpeg(file, {}, sink);

    ASSERT_FALSE(report.ok());
    EXPECT_EQ(report.error(), (Error{ErrorCode::Cancelled, "enough"}));
}

}  // namespace
}  // namespace fovea::media
