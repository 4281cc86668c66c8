#include "fovea/media/image/image_samples.hpp"
#include "fovea/media/image/jpeg/jpeg.hpp"
#include "fovea/media/image/jpeg/markers.hpp"

#include <gtest/gtest.h>

namespace fovea::media {
namespace {

using namespace jpeg_marker;

Bytes stripped(ByteView file) {
    Bytes out(file.size());
    const auto size = strip_jpeg(file, out);
    if (!size.ok()) return {};
    out.resize(size.value());
    return out;
}

Bytes plain() {
    return sample_jpeg(Shape::of({33, 17}, PixelFormat::Rgb8));
}

TEST(StripJpeg, KeepsAPlainFileByteForByte) {  // M5
    EXPECT_EQ(stripped(plain()), plain());

    const auto progressive =
        sample_jpeg(Shape::of({33, 17}, PixelFormat::Rgb8), {.progressive = true});
    EXPECT_EQ(stripped(progressive), progressive);
}

TEST(StripJpeg, CutsEverySegmentThatIsNotThePicture) {  // M5
    const auto secret = as_bytes("secret place");
    for (const int marker : {0xE0, 0xE1, 0xE2, 0xE3, 0xED, 0xEE, 0xEF, 0xFE, 0xDC}) {
        const auto file = with_jpeg_segments(plain(), {jpeg_segment(marker, secret)});

        EXPECT_EQ(stripped(file), plain()) << marker;
    }
}

TEST(StripJpeg, CutsCommentsBetweenScans) {  // M5
    const auto file = sample_jpeg(Shape::of({33, 17}, PixelFormat::Rgb8), {.progressive = true});
    std::size_t second_scan = 0;
    JpegMarkers markers(file);
    for (int scans = 0; scans < 2;) {
        const auto segment = markers.next();
        ASSERT_TRUE(segment.ok());
        if (segment.value().marker == kSos) ++scans;
        second_scan = segment.value().begin;
    }
    const auto comment = jpeg_segment(0xFE, as_bytes("secret"));

    const auto noted =
        joined({ByteView(file).first(second_scan), comment, ByteView(file).subspan(second_scan)});

    EXPECT_EQ(stripped(noted), file);
}

TEST(StripJpeg, CutsWhatFollowsTheEnd) {  // M5
    EXPECT_EQ(stripped(joined({plain(), as_bytes("PK\3\4 a zip file")})), plain());
    EXPECT_EQ(stripped(joined({plain(), plain()})), plain());
}

TEST(StripJpeg, CutsTheThumbnailOutOfJfif) {  // M5
    const auto whole = plain();
    const auto header = ByteView(whole).subspan(6, 12);
    const auto jfif = jpeg_segment(kApp0, joined({header, bytes_of({1, 1, 10, 20, 30})}));
    const auto body = ByteView(whole).subspan(20);

    const auto file = joined({bytes_of({0xFF, 0xD8}), jfif, body});

    EXPECT_EQ(stripped(file), whole);
}

TEST(StripJpeg, KeepsAdobesMarkerWithoutItsTail) {
    const auto adobe = joined({as_bytes("Adobe"), bytes_of({0, 100, 0, 0, 0, 0, 1})});
    const auto file =
        with_jpeg_segments(plain(), {jpeg_segment(kApp14, joined({adobe, as_bytes("secret")}))});

    EXPECT_EQ(stripped(file), with_jpeg_segments(plain(), {jpeg_segment(kApp14, adobe)}));
}

TEST(StripJpeg, FailsOnAFileWithoutEnd) {  // CAL-IMG-12
    const auto file = plain();
    Bytes out(file.size());

    const auto result = strip_jpeg(ByteView(file).first(file.size() - 1), out);

    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, ErrorCode::DecodeFailed);
}

TEST(StripJpeg, SaysWhenTheResultDoesNotFit) {
    const auto file = plain();
    Bytes out(file.size() - 1);

    const auto result = strip_jpeg(file, out);

    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, ErrorCode::LimitExceeded);
}

}  // namespace
}  // namespace fovea::media
