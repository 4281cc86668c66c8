#include "fovea/media/transform/prepare.hpp"

#include "fovea/media/image/decode.hpp"
#include "fovea/media/image/jpeg/encode.hpp"
#include "fovea/media/image/png/encode.hpp"
#include "fovea/media/transform/upright.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace fovea::media {
namespace {

// A screen: one flat colour with a few sharp bars.
Picture screen(PixelSize size, PixelFormat format = PixelFormat::Rgb8) {
    Picture picture(Shape::of(size, format));
    for (std::uint32_t y = 0; y < size.height; ++y) {
        std::memset(picture.row(y), y % 40 < 4 ? 30 : 240, picture.stride());
    }
    return picture;
}

// A photograph: no two neighbours alike.
Picture photograph(PixelSize size) {
    Picture picture(Shape::of(size, PixelFormat::Rgb8));
    std::uint32_t noise = 1;
    for (std::uint32_t y = 0; y < size.height; ++y) {
        for (std::size_t i = 0; i < picture.stride(); ++i) {
            noise = noise * 1664525 + 1013904223;
            picture.row(y)[i] = static_cast<std::uint8_t>(60 + (y + i / 3) % 128 + (noise >> 28));
        }
    }
    return picture;
}

class Prepare : public testing::Test {
protected:
    Bytes png(const Picture& picture) {
        Bytes file(png_encode_bound(picture.shape()));
        file.resize(encode_png(picture, {}, file).value());
        return file;
    }
    Bytes jpeg(const Picture& picture, int quality = 90) {
        Bytes file(16 << 20);
        file.resize(encode_jpeg(picture, {.quality = quality}, file).value());
        return file;
    }
    Result<PreparedPicture> run(const Bytes& file, const PrepareRequest& request = {}) {
        return prepare(file, request, out_);
    }
    ByteView written(const PreparedPicture& prepared) const {
        return ByteView(out_).first(prepared.bytes);
    }

    Bytes out_ = Bytes(16 << 20);
};

TEST_F(Prepare, KeepsAPictureThatFits) {  // M5
    const auto file = png(screen({100, 80}));

    const auto prepared = run(file).value();

    EXPECT_TRUE(prepared.unchanged);
    EXPECT_EQ(prepared.bytes, file.size());
    EXPECT_TRUE(prepared.actions.empty());
    EXPECT_FALSE(prepared.phash.has_value());
}

TEST_F(Prepare, CutsWhatFollowsThePicture) {  // M4, M5
    auto file = png(screen({100, 80}));
    const auto whole = file.size();
    file.resize(whole + 1000, std::byte{'x'});

    const auto prepared = run(file).value();

    EXPECT_EQ(prepared.actions, std::vector<std::string>{"trailing_bytes_removed"});
    EXPECT_EQ(prepared.bytes, whole);
    EXPECT_TRUE(std::equal(written(prepared).begin(), written(prepared).end(), file.begin()));
}

TEST_F(Prepare, ScreensStayLosslessAndPhotographsBecomeJpeg) {  // M5
    const auto from_screen = run(png(screen({2000, 1000}))).value();
    const auto from_photograph = run(png(photograph({2000, 1000}))).value();

    EXPECT_EQ(from_screen.type, ImageType::Png);
    EXPECT_EQ(from_photograph.type, ImageType::Jpeg);
    EXPECT_EQ(from_screen.size, (PixelSize{1568, 784}));
    EXPECT_TRUE(from_screen.downscaled);
}

TEST_F(Prepare, BytesOverTheCapAreReEncodedAtFullSizeFirst) {  // M5, CAL-IMG-14, CAL-IMG-15
    const auto file = png(photograph({800, 600}));

    const auto prepared = run(file, {.target = {.max_bytes = file.size() / 2}}).value();

    EXPECT_FALSE(prepared.downscaled);
    EXPECT_EQ(prepared.type, ImageType::Jpeg);
    EXPECT_LE(prepared.bytes, file.size() / 2);
}

TEST_F(Prepare, StepsDownUntilTheBytesFit) {  // M5
    const auto prepared =
        run(jpeg(photograph({800, 600})), {.target = {.max_bytes = 5000}}).value();

    EXPECT_LE(prepared.bytes, 5000u);
    EXPECT_TRUE(prepared.downscaled);
    EXPECT_TRUE(probe(written(prepared), {}).ok());
}

TEST_F(Prepare, SaysWhenNothingCouldFit) {  // M5
    EXPECT_EQ(
        run(jpeg(photograph({64, 64})), {.target = {.max_bytes = 20}}).error().code,
        ErrorCode::FileTooLarge
    );
}

TEST_F(Prepare, MayNotDownscaleWhereThatIsOff) {  // CAL-IMG-18, ETH-19
    const auto refused = run(png(screen({2000, 1000})), {.target = {.may_downscale = false}});

    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, ErrorCode::FileTooLarge);
}

TEST_F(Prepare, TransparencySurvivesUnlessTheFormatHasNone) {  // M4
    auto picture =
        screen({300, 200}, PixelFormat::Rgba8);  // alpha 240 or 30: translucent everywhere
    const auto kept = run(png(picture), {.target = {.max_edge = 150}}).value();

    EXPECT_EQ(kept.type, ImageType::Png);
    EXPECT_TRUE(probe(written(kept), {}).value().has_alpha);
}

TEST_F(Prepare, OpaqueAlphaIsDropped) {  // M4
    auto picture = screen({300, 200}, PixelFormat::Rgba8);
    for (std::uint32_t y = 0; y < 200; ++y) {
        for (std::size_t x = 0; x < 300; ++x) picture.row(y)[x * 4 + 3] = 255;
    }

    const auto prepared = run(png(picture), {.target = {.max_edge = 150}}).value();

    EXPECT_FALSE(probe(written(prepared), {}).value().has_alpha);
}

TEST_F(Prepare, FingerprintIsTheSameOnEveryRung) {  // M8, PVP-2.5.2
    const auto file = jpeg(photograph({1600, 1200}));
    PrepareRequest keep{.target = {.max_edge = 2000}, .want_phash = true};
    PrepareRequest shrink{.target = {.max_edge = 500}, .want_phash = true};
    PrepareRequest cut{.crop = RequestedPixels{100, 100, 300, 200}, .want_phash = true};

    const auto kept = run(file, keep).value().phash.value();
    const auto shrunk = run(file, shrink).value().phash.value();
    const auto cropped = run(file, cut).value().phash.value();

    EXPECT_LE(std::popcount(kept ^ shrunk), 2);
    EXPECT_LE(std::popcount(kept ^ cropped), 2);
}

TEST_F(Prepare, WhatIsNarrowerThanTheLeastEdgeGetsAMargin) {  // P4
    const auto small = run(png(screen({5, 3})), {.target = {.min_edge = 11}}).value();
    const auto thin = run(png(screen({4000, 12})), {.target = {.min_edge = 11}}).value();
    const auto enough = run(png(screen({11, 400})), {.target = {.min_edge = 11}}).value();

    EXPECT_EQ(small.size, (PixelSize{11, 11}));
    EXPECT_FALSE(small.downscaled);
    EXPECT_NE(std::ranges::find(small.actions, "padded"), small.actions.end());
    EXPECT_EQ(thin.size, (PixelSize{1568, 11}));
    EXPECT_TRUE(thin.downscaled);
    EXPECT_TRUE(enough.unchanged);
}

TEST_F(Prepare, CropsFromTheOriginalPixels) {  // M6, M7, V3
    auto picture = screen({2000, 1000});
    std::memset(picture.row(500) + 3 * 1000, 7, 3);

    const auto prepared = run(png(picture), {.crop = RequestedPixels{1000, 500, 10, 5}}).value();

    EXPECT_EQ(prepared.size, (PixelSize{10, 5}));
    EXPECT_EQ(prepared.crop, (PixelRect{1000, 500, 10, 5}));
    const auto cut = decode_upright(written(prepared), {}).value();
    EXPECT_EQ(cut.picture.row(0)[0], 7);
    EXPECT_FALSE(prepared.downscaled);
}

TEST_F(Prepare, DeclaredPixelsAreCheckedBeforeAnythingElse) {  // M3
    const auto refused = run(png(screen({100, 100})), {.limits = {.max_pixels = 9999}});

    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, ErrorCode::FileTooLarge);
}

TEST_F(Prepare, EveryTruncationIsRefused) {  // M4, CAL-IMG-12
    for (const auto& file : {png(screen({60, 40})), jpeg(photograph({60, 40}))}) {
        for (std::size_t length = 0; length < file.size(); ++length) {
            const Bytes cut(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(length));
            EXPECT_FALSE(run(cut).ok()) << length << " of " << file.size();
        }
    }
}

}  // namespace
}  // namespace fovea::media
