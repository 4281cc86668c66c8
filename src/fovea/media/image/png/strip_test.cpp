#include "fovea/media/image/image_samples.hpp"
#include "fovea/media/image/png/png.hpp"
#include "fovea/media/image/png/test_file.hpp"

#include <gtest/gtest.h>

namespace fovea::media {
namespace {

Bytes stripped(const Bytes& file) {
    Bytes out(file.size());
    const auto size = strip_png(file, out);
    EXPECT_TRUE(size.ok());
    out.resize(size.ok() ? size.value() : 0);
    return out;
}

TEST(StripPng, LeavesAFileWithNothingToCutAsItIs) {  // M5
    auto png = wavy_png(20, 10, 3, 8);
    png.palette = Bytes(768);
    png.transparency = Bytes(5);
    png.before_picture = joined(
        {png_chunk("gAMA", Bytes(4)),
         png_chunk("cHRM", Bytes(32)),
         png_chunk("sRGB", Bytes(1)),
         png_chunk("sBIT", Bytes(3)),
         png_chunk("bKGD", Bytes(1)),
         png_chunk("pHYs", Bytes(9)),
         png_chunk("hIST", Bytes(512)),
         png_chunk("cICP", Bytes(4))}
    );
    png.part_bytes = 30;
    const auto file = png.file();

    EXPECT_EQ(stripped(file), file);
}

TEST(StripPng, CutsMetadataAnimationUnknownChunksAndWhatFollows) {  // M5, Q
    auto png = wavy_png(20, 10, 2, 8);
    const auto clean = png.file();
    png.before_picture = joined(
        {png_chunk("iCCP", Bytes(40)),
         png_chunk("eXIf", exif_block(1)),
         png_chunk("tEXt", text_bytes("Comment\0where I live")),
         png_chunk("acTL", Bytes(8)),
         png_chunk("fcTL", Bytes(26)),
         png_chunk("prVt", Bytes(5))}
    );
    png.after_picture = joined(
        {png_chunk("fdAT", Bytes(50)),
         png_chunk("zTXt", Bytes(5)),
         png_chunk("iTXt", Bytes(5)),
         png_chunk("tIME", Bytes(7))}
    );
    auto file = png.file();
    append(file, as_bytes("a second file"));

    EXPECT_EQ(stripped(file), clean);
}

TEST(StripPng, SaysWhenTheMemoryIsTooSmall) {
    const auto file = wavy_png(20, 10, 2, 8).file();
    Bytes out(file.size() - 1);

    EXPECT_EQ(strip_png(file, out).error().code, ErrorCode::LimitExceeded);
}

TEST(StripPng, RefusesABrokenFile) {  // CAL-IMG-12
    auto file = wavy_png(20, 10, 2, 8).file();
    Bytes out(file.size());
    EXPECT_FALSE(strip_png(ByteView(file).first(file.size() - 1), out).ok());

    file[file.size() - 20] ^= std::byte{1};
    EXPECT_FALSE(strip_png(file, out).ok());
}

}  // namespace
}  // namespace fovea::media
