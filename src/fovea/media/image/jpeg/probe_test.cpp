#include "fovea/media/image/image_samples.hpp"
#include "fovea/media/image/jpeg/jpeg.hpp"
#include "fovea/media/image/jpeg/markers.hpp"

#include <gtest/gtest.h>

namespace fovea::media {
namespace {

const Bytes& small_jpeg() {
    static const Bytes file = sample_jpeg(Shape::of({40, 24}, PixelFormat::Rgb8));
    return file;
}

Bytes icc_piece(int number, int count, std::string_view body) {
    return jpeg_segment(
        jpeg_marker::kApp2,
        joined(
            {as_bytes(std::string_view("ICC_PROFILE\0", 12)),
             bytes_of({number, count}),
             as_bytes(body)}
        )
    );
}

// Where the first SOF0 marker's code stands.
std::size_t frame_header(ByteView file) {
    for (std::size_t i = 0; i + 1 < file.size(); ++i) {
        if (file[i] == std::byte{0xFF} && file[i + 1] == std::byte{0xC0}) return i + 1;
    }
    return 0;
}

TEST(ProbeJpeg, ReadsSizeSubsamplingAndColour) {  // M3
    const auto info = probe_jpeg(small_jpeg(), {});

    ASSERT_TRUE(info.ok());
    EXPECT_EQ(info.value().type, ImageType::Jpeg);
    EXPECT_EQ(info.value().size, (PixelSize{40, 24}));
    EXPECT_EQ(info.value().chroma, (Subsampling{2, 2}));
    EXPECT_EQ(info.value().colour, ColourModel::Ycc);
    EXPECT_EQ(info.value().orientation, Orientation::Upright);
    EXPECT_FALSE(info.value().progressive);
    EXPECT_FALSE(info.value().lossless);
    EXPECT_FALSE(info.value().has_metadata);
}

TEST(ProbeJpeg, SeesProgressiveGray) {  // M3
    const auto file = sample_jpeg(Shape::of({9, 9}, PixelFormat::Gray8), {.progressive = true});

    const auto info = probe_jpeg(file, {});

    ASSERT_TRUE(info.ok());
    EXPECT_TRUE(info.value().progressive);
    EXPECT_EQ(info.value().colour, ColourModel::Gray);
    EXPECT_EQ(info.value().chroma, (Subsampling{1, 1}));
}

TEST(ProbeJpeg, FindsTheOrientation) {  // M3
    const auto exif = joined({as_bytes(std::string_view("Exif\0\0", 6)), exif_block(6)});
    const auto file = with_jpeg_segments(small_jpeg(), {jpeg_segment(jpeg_marker::kApp1, exif)});

    const auto info = probe_jpeg(file, {});

    ASSERT_TRUE(info.ok());
    EXPECT_EQ(info.value().orientation, Orientation::Rotate90);
    EXPECT_EQ(info.value().upright_size(), (PixelSize{24, 40}));
    EXPECT_TRUE(info.value().has_metadata);
}

TEST(ProbeJpeg, PutsTheProfileTogetherInOrder) {  // M4
    const auto file =
        with_jpeg_segments(small_jpeg(), {icc_piece(2, 2, "world"), icc_piece(1, 2, "hello ")});

    const auto info = probe_jpeg(file, {});

    ASSERT_TRUE(info.ok());
    EXPECT_EQ(as_text(info.value().icc_profile), "hello world");
    EXPECT_TRUE(info.value().has_metadata);
}

TEST(ProbeJpeg, IgnoresAProfileWithMissingDoubledOrShortPieces) {
    for (const auto& segments : {
             icc_piece(1, 2, "a"),
             joined({icc_piece(1, 2, "a"), icc_piece(1, 2, "b")}),
             joined({icc_piece(1, 2, "a"), icc_piece(2, 3, "b")}),
             jpeg_segment(jpeg_marker::kApp2, as_bytes(std::string_view("ICC_PROFILE\0\1", 13))),
         }) {
        const auto info = probe_jpeg(with_jpeg_segments(small_jpeg(), {segments}), {});

        ASSERT_TRUE(info.ok());
        EXPECT_TRUE(info.value().icc_profile.empty());
        EXPECT_TRUE(info.value().has_metadata);
    }
}

TEST(ProbeJpeg, LeavesAProfileOverTheLimitOut) {  // Q1
    const auto file = with_jpeg_segments(small_jpeg(), {icc_piece(1, 1, "0123456789")});

    const auto info = probe_jpeg(file, {.max_profile_bytes = 9});

    ASSERT_TRUE(info.ok());
    EXPECT_TRUE(info.value().icc_profile.empty());
}

TEST(ProbeJpeg, RefusesTooManyPixels) {  // M3
    const auto info = probe_jpeg(small_jpeg(), {.max_pixels = 959});

    ASSERT_FALSE(info.ok());
    EXPECT_EQ(info.error().code, ErrorCode::FileTooLarge);
    EXPECT_TRUE(probe_jpeg(small_jpeg(), {.max_pixels = 960}).ok());
}

TEST(ProbeJpeg, NamesTheCodingItDoesNotSupport) {  // M4
    const std::pair<int, std::string_view> cases[] = {
        {0xC3, "lossless"}, {0xC5, "hierarchical"}, {0xC9, "arithmetic"}, {0xF7, "JPEG-LS"}};
    for (const auto& [marker, word] : cases) {
        auto file = small_jpeg();
        file[frame_header(file)] = static_cast<std::byte>(marker);

        const auto info = probe_jpeg(file, {});

        ASSERT_FALSE(info.ok());
        EXPECT_EQ(info.error().code, ErrorCode::DecodeFailed);
        EXPECT_NE(info.error().message.find(word), std::string::npos) << info.error().message;
    }
}

TEST(ProbeJpeg, RefusesTwelveBitsTwoComponentsAndNoHeight) {
    const std::pair<std::size_t, int> changes[] = {{3, 12}, {8, 2}, {10, 0x51}};
    for (const auto& [offset, value] : changes) {
        auto file = small_jpeg();
        file[frame_header(file) + offset] = static_cast<std::byte>(value);

        const auto info = probe_jpeg(file, {});

        ASSERT_FALSE(info.ok()) << offset;
        EXPECT_EQ(info.error().code, ErrorCode::DecodeFailed);
    }
    auto flat = small_jpeg();
    flat[frame_header(flat) + 5] = std::byte{0};
    EXPECT_FALSE(probe_jpeg(flat, {}).ok());
}

TEST(ProbeJpeg, TakesAdobesWordForTheColours) {
    const auto adobe = [](int transform) {
        return jpeg_segment(
            jpeg_marker::kApp14,
            joined({as_bytes("Adobe"), bytes_of({0, 100, 0, 0, 0, 0, transform})})
        );
    };
    // The encoder's own JFIF segment, 18 bytes, would have the last word.
    const auto body = ByteView(small_jpeg()).subspan(20);
    const auto start = bytes_of({0xFF, 0xD8});

    const auto rgb = probe_jpeg(joined({start, adobe(0), body}), {});
    const auto ycc = probe_jpeg(joined({start, adobe(1), body}), {});

    ASSERT_TRUE(rgb.ok() && ycc.ok());
    EXPECT_EQ(rgb.value().colour, ColourModel::Rgb);
    EXPECT_EQ(ycc.value().colour, ColourModel::Ycc);
    EXPECT_FALSE(ycc.value().has_metadata);
}

}  // namespace
}  // namespace fovea::media
