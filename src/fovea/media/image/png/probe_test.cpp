#include "fovea/media/image/png/png.hpp"
#include "fovea/media/image/png/test_file.hpp"

#include <gtest/gtest.h>

namespace fovea::media {
namespace {

Bytes gamma_chunk(std::uint32_t value) {
    Bytes data;
    append32(data, value);
    return png_chunk("gAMA", data);
}

Bytes profile_chunk(ByteView profile) {
    return png_chunk(
        "iCCP", joined({as_bytes("name"), bytes_of({0, 0}), zlib_compressed(profile)})
    );
}

ImageInfo probed(const TestPng& png, const Limits& limits = {}) {
    const auto info = probe_png(png.file(), limits);
    EXPECT_TRUE(info.ok());
    return info.ok() ? info.value() : ImageInfo{};
}

TEST(ProbePng, SaysWhatTheHeaderSays) {  // M3
    auto png = wavy_png(20, 10, 4, 16);
    png.interlaced = true;

    const auto info = probed(png);

    EXPECT_EQ(info.type, ImageType::Png);
    EXPECT_EQ(info.size, (PixelSize{20, 10}));
    EXPECT_EQ(info.bit_depth, 16);
    EXPECT_EQ(info.colour, ColourModel::Gray);
    EXPECT_EQ(info.frames, 1u);
    EXPECT_TRUE(info.has_alpha);
    EXPECT_TRUE(info.progressive);
    EXPECT_TRUE(info.lossless);
    EXPECT_FALSE(info.has_metadata);
    EXPECT_EQ(info.gamma, 0);
}

TEST(ProbePng, RefusesTooManyPixelsBeforeAnythingElse) {  // M3
    auto png = wavy_png(1, 1, 6, 16);
    const auto stream = zlib_compressed(png.raw());
    png.width = 60'000;
    png.height = 60'000;

    const auto info = probe_png(png.file_of(stream), Limits{});

    ASSERT_FALSE(info.ok());
    EXPECT_EQ(info.error().code, ErrorCode::FileTooLarge);
    EXPECT_NE(info.error().message.find("3600000000"), std::string::npos);
}

TEST(ProbePng, CountsTheFramesOfAnAnimation) {  // M3
    auto png = wavy_png(4, 4, 2, 8);
    png.before_picture = png_chunk("acTL", bytes_of({0, 0, 0, 6, 0, 0, 0, 0}));

    EXPECT_EQ(probed(png).frames, 6u);
}

TEST(ProbePng, TakesTransparencyForAlpha) {  // M3
    auto png = wavy_png(4, 4, 2, 8);
    EXPECT_FALSE(probed(png).has_alpha);

    png.transparency = Bytes(6);
    EXPECT_TRUE(probed(png).has_alpha);
}

TEST(ProbePng, ReportsAGammaThatStandsAloneAndIsUnusual) {  // M4
    auto png = wavy_png(4, 4, 2, 8);
    png.before_picture = gamma_chunk(100'000);
    EXPECT_DOUBLE_EQ(probed(png).gamma, 1.0);

    png.before_picture = gamma_chunk(45'455);
    EXPECT_EQ(probed(png).gamma, 0);

    png.before_picture = gamma_chunk(45'000);
    EXPECT_EQ(probed(png).gamma, 0);

    png.before_picture = joined({gamma_chunk(100'000), png_chunk("sRGB", Bytes(1))});
    EXPECT_EQ(probed(png).gamma, 0);

    png.before_picture = joined({profile_chunk(Bytes(200)), gamma_chunk(100'000)});
    EXPECT_EQ(probed(png).gamma, 0);
}

TEST(ProbePng, InflatesTheColourProfile) {  // M4
    auto png = wavy_png(4, 4, 2, 8);
    Bytes profile;
    for (int i = 0; i < 3000; ++i) profile.push_back(static_cast<std::byte>(i * 7));
    png.before_picture = profile_chunk(profile);

    EXPECT_EQ(probed(png).icc_profile, profile);
    EXPECT_TRUE(probed(png).has_metadata);
}

TEST(ProbePng, IgnoresAProfileThatIsTooLargeOrBroken) {  // M4
    auto png = wavy_png(4, 4, 2, 8);
    png.before_picture = profile_chunk(Bytes(100'001));
    EXPECT_TRUE(probed(png, Limits{.max_profile_bytes = 100'000}).icc_profile.empty());
    EXPECT_EQ(probed(png, Limits{.max_profile_bytes = 100'001}).icc_profile.size(), 100'001u);

    png.before_picture = png_chunk("iCCP", joined({as_bytes("name"), bytes_of({0, 0, 1, 2, 3})}));
    EXPECT_TRUE(probed(png).icc_profile.empty());

    png.before_picture = png_chunk("iCCP", Bytes(100, std::byte{'x'}));
    EXPECT_TRUE(probed(png).icc_profile.empty());

    png.before_picture = png_chunk("iCCP", {});
    EXPECT_TRUE(probed(png).icc_profile.empty());
}

TEST(ProbePng, FindsTheOrientationBeforeAndBehindThePixels) {  // M3
    auto png = wavy_png(4, 4, 2, 8);
    png.before_picture = png_chunk("eXIf", exif_block(6));
    EXPECT_EQ(probed(png).orientation, Orientation::Rotate90);

    png.before_picture = {};
    png.after_picture = png_chunk("eXIf", exif_block(3));
    EXPECT_EQ(probed(png).orientation, Orientation::Rotate180);
}

TEST(ProbePng, SeesMetadataAlsoBehindThePicture) {  // M5
    auto png = wavy_png(4, 4, 2, 8);
    png.before_picture = png_chunk("pHYs", Bytes(9));
    EXPECT_FALSE(probed(png).has_metadata);

    png.after_picture = png_chunk("tEXt", Bytes(9));
    EXPECT_TRUE(probed(png).has_metadata);

    png.after_picture = {};
    auto file = png.file();
    append(file, as_bytes("PK and whatever else"));
    EXPECT_TRUE(probe_png(file, Limits{}).value().has_metadata);
}

TEST(ProbePng, NeedsOnlyTheBytesBeforeThePicture) {  // M3
    const auto png = wavy_png(40, 40, 2, 8);
    const auto file = png.file();

    EXPECT_TRUE(probe_png(ByteView(file).first(60), Limits{}).ok());
    EXPECT_FALSE(probe_png(ByteView(file).first(30), Limits{}).ok());
    EXPECT_FALSE(probe_png({}, Limits{}).ok());
}

TEST(ProbePng, GivesUpOnAFileOfNothingButEmptyChunks) {  // M3
    auto png = wavy_png(4, 4, 2, 8);
    for (int i = 0; i < 70'000; ++i) append(png.after_picture, png_chunk("zzZz", {}));
    EXPECT_TRUE(probe_png(png.file(), Limits{}).value().has_metadata);

    png.before_picture = png.after_picture;
    EXPECT_FALSE(probe_png(png.file(), Limits{}).ok());
}

}  // namespace
}  // namespace fovea::media
