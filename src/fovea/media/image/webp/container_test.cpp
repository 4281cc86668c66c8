#include "fovea/media/image/webp/container.hpp"

#include "fovea/media/image/image_samples.hpp"
#include "fovea/media/image/webp/encode.hpp"

#include <gtest/gtest.h>

namespace fovea::media {
namespace {

Bytes sample_webp(PixelSize size) {
    Bytes file(size.pixels() * 8 + 4096);
    const auto picture = sample_picture(Shape::of(size, PixelFormat::Rgb8));
    file.resize(encode_webp(picture, {.method = 0}, file).value());
    return file;
}

// The chunk of a simple file.
Bytes chunk_of(const Bytes& file) {
    return Bytes(file.begin() + 12, file.end());
}

Bytes extended_header(int flags, int width, int height) {
    return riff_chunk("VP8X", bytes_of({flags, 0, 0, 0, width - 1, 0, 0, height - 1, 0, 0}));
}

Bytes frame(int x, int y, int width, int height, ByteView chunks) {
    return riff_chunk(
        "ANMF",
        joined(
            {bytes_of({x / 2, 0, 0, y / 2, 0, 0, width - 1, 0, 0, height - 1, 0, 0, 100, 0, 0, 0}),
             chunks}
        )
    );
}

const Bytes kAnim = riff_chunk("ANIM", bytes_of({0, 0, 0, 0, 0, 0}));

TEST(ReadWebp, ReadsASimpleFile) {  // M3
    const auto file = sample_webp({20, 12});

    const auto webp = read_webp(file, {});

    ASSERT_TRUE(webp.ok());
    EXPECT_EQ(webp.value().canvas, (PixelSize{20, 12}));
    EXPECT_EQ(webp.value().end, file.size());
    EXPECT_EQ(webp.value().frames.size(), 1u);
    EXPECT_FALSE(webp.value().has_alpha);
    EXPECT_FALSE(webp.value().has_metadata);
}

TEST(ReadWebp, CountsTheFramesOfAnAnimation) {  // M3
    const auto picture = chunk_of(sample_webp({20, 12}));
    const auto whole = frame(0, 0, 20, 12, picture);
    const auto file = webp_file({extended_header(2, 20, 12), kAnim, whole, whole, whole});

    const auto webp = read_webp(file, {});

    ASSERT_TRUE(webp.ok());
    EXPECT_TRUE(webp.value().animated);
    EXPECT_EQ(webp.value().frames.size(), 3u);
    EXPECT_FALSE(webp.value().has_alpha);
    EXPECT_FALSE(webp.value().has_metadata);
    EXPECT_EQ(read_webp(file, {.max_frames = 2}).error().code, ErrorCode::FileTooLarge);
}

TEST(ReadWebp, TakesACanvasThatIsNotCoveredForTransparent) {
    const auto part = frame(2, 2, 20, 12, chunk_of(sample_webp({20, 12})));

    const auto webp = read_webp(webp_file({extended_header(2, 30, 30), kAnim, part}), {});

    ASSERT_TRUE(webp.ok());
    EXPECT_TRUE(webp.value().has_alpha);
}

TEST(ReadWebp, RefusesFramesOutsideTheCanvasOrOfAnotherSize) {  // CAL-IMG-12
    const auto picture = chunk_of(sample_webp({20, 12}));

    const auto outside = frame(12, 0, 20, 12, picture);
    const auto other = frame(0, 0, 18, 12, picture);
    const auto empty = frame(0, 0, 20, 12, {});

    for (const auto& broken : {outside, other, empty}) {
        const auto webp = read_webp(webp_file({extended_header(2, 30, 30), kAnim, broken}), {});
        ASSERT_FALSE(webp.ok());
        EXPECT_EQ(webp.error().code, ErrorCode::DecodeFailed);
    }
    EXPECT_FALSE(read_webp(webp_file({extended_header(0, 21, 12), picture}), {}).ok());
}

TEST(ReadWebp, RefusesTooManyPixelsFromTheHeaderAlone) {  // M3
    const auto file =
        webp_file({riff_chunk("VP8X", bytes_of({0, 0, 0, 0, 255, 255, 1, 255, 255, 1}))});

    const auto webp = read_webp(file, {});

    ASSERT_FALSE(webp.ok());
    EXPECT_EQ(webp.error().code, ErrorCode::FileTooLarge);
}

TEST(ReadWebp, FailsAtEveryTruncation) {  // CAL-IMG-12
    const auto file = sample_webp({20, 12});

    for (std::size_t length = 0; length < file.size(); ++length) {
        EXPECT_FALSE(read_webp(ByteView(file).first(length), {}).ok()) << length;
    }
}

TEST(ReadWebp, RefusesAChunkThatReachesBeyondTheRiff) {  // CAL-IMG-12
    auto file = joined({sample_webp({20, 12}), Bytes(64)});
    file[16] = static_cast<std::byte>(std::to_integer<int>(file[16]) + 32);

    EXPECT_FALSE(read_webp(file, {}).ok());
}

TEST(ReadWebp, SeesMetadataInEveryPlace) {  // M5
    const auto simple = sample_webp({20, 12});
    const auto picture = chunk_of(simple);
    const auto note = riff_chunk("NOTE", as_bytes("secret"));
    const auto header = extended_header(0, 20, 12);

    EXPECT_TRUE(read_webp(joined({simple, as_bytes("junk")}), {}).value().has_metadata);
    EXPECT_TRUE(read_webp(webp_file({picture, note}), {}).value().has_metadata);
    EXPECT_TRUE(read_webp(webp_file({header, picture, note}), {}).value().has_metadata);
    EXPECT_TRUE(read_webp(webp_file({header, note, picture}), {}).value().has_metadata);
    const auto noted = frame(0, 0, 20, 12, joined({picture, note}));
    const auto animated = webp_file({extended_header(2, 20, 12), kAnim, noted});
    EXPECT_TRUE(read_webp(animated, {}).value().has_metadata);
}

}  // namespace
}  // namespace fovea::media
