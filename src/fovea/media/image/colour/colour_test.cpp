#include "fovea/media/image/colour/colour.hpp"

#include "fovea/media/image/image_samples.hpp"

#include <gtest/gtest.h>
#include <lcms2.h>

namespace fovea::media {
namespace {

Bytes saved(cmsHPROFILE profile) {
    cmsUInt32Number size = 0;
    cmsSaveProfileToMem(profile, nullptr, &size);
    Bytes bytes(size);
    EXPECT_TRUE(cmsSaveProfileToMem(profile, bytes.data(), &size));
    cmsCloseProfile(profile);
    return bytes;
}

Bytes rgb_profile(double gamma, const cmsCIExyYTRIPLE& primaries) {
    const cmsCIExyY d65{0.3127, 0.3290, 1.0};
    auto* curve = cmsBuildGamma(nullptr, gamma);
    cmsToneCurve* curves[3] = {curve, curve, curve};
    auto bytes = saved(cmsCreateRGBProfile(&d65, &primaries, curves));
    cmsFreeToneCurve(curve);
    return bytes;
}

constexpr cmsCIExyYTRIPLE kWidePrimaries{{0.64, 0.33, 1}, {0.21, 0.71, 1}, {0.15, 0.06, 1}};

Bytes wide_profile() {
    return rgb_profile(2.19921875, kWidePrimaries);
}
Bytes srgb_profile() {
    return saved(cmsCreate_sRGBProfile());
}

Bytes gray_profile(double gamma) {
    auto* curve = cmsBuildGamma(nullptr, gamma);
    auto bytes = saved(cmsCreateGrayProfile(cmsD50_xyY(), curve));
    cmsFreeToneCurve(curve);
    return bytes;
}

// Ink on paper as Lab: yellowish paper, so that it differs from the rule without a profile.
cmsInt32Number ink_to_lab(const cmsUInt16Number in[], cmsUInt16Number out[], void*) {
    const double paper = 1.0 - in[3] / 65535.0;
    const cmsCIELab lab{
        100 * paper * (1 - 0.5 * in[0] / 65535.0),
        60 * paper * (in[1] - double(in[0])) / 65535.0,
        10 + 60 * paper * (in[2] - double(in[0])) / 65535.0};
    cmsFloat2LabEncoded(out, &lab);
    return TRUE;
}

// An RGB profile that works by a table: inverts the samples and makes Lab of them.
cmsInt32Number negative_to_lab(const cmsUInt16Number in[], cmsUInt16Number out[], void*) {
    const cmsCIELab lab{100.0 * (65535 - in[1]) / 65535.0, 0, 0};
    cmsFloat2LabEncoded(out, &lab);
    return TRUE;
}

Bytes table_profile(cmsColorSpaceSignature space, cmsUInt32Number channels, cmsSAMPLER16 sampler) {
    auto* profile = cmsCreateProfilePlaceholder(nullptr);
    cmsSetProfileVersion(profile, 4.3);
    cmsSetDeviceClass(profile, cmsSigOutputClass);
    cmsSetColorSpace(profile, space);
    cmsSetPCS(profile, cmsSigLabData);
    auto* pipeline = cmsPipelineAlloc(nullptr, channels, 3);
    auto* table = cmsStageAllocCLut16bit(nullptr, 5, channels, 3, nullptr);
    cmsStageSampleCLut16bit(table, sampler, nullptr, 0);
    // The file format wants curves around a table; these change nothing.
    cmsPipelineInsertStage(
        pipeline, cmsAT_END, cmsStageAllocToneCurves(nullptr, channels, nullptr)
    );
    cmsPipelineInsertStage(pipeline, cmsAT_END, table);
    cmsPipelineInsertStage(pipeline, cmsAT_END, cmsStageAllocToneCurves(nullptr, 3, nullptr));
    EXPECT_TRUE(cmsWriteTag(profile, cmsSigAToB0Tag, pipeline));
    cmsPipelineFree(pipeline);
    return saved(profile);
}

// What the colour engine itself makes of the pixels, with its own defaults.
Picture by_engine(const Bytes& icc, const Picture& picture, cmsUInt32Number layout) {
    Picture result(Shape::of(picture.size(), PixelFormat::Rgb8));
    auto* source = cmsOpenProfileFromMem(icc.data(), static_cast<cmsUInt32Number>(icc.size()));
    auto* srgb = cmsCreate_sRGBProfile();
    auto* transform = cmsCreateTransform(
        source, layout, srgb, TYPE_RGB_8, INTENT_PERCEPTUAL, cmsFLAGS_BLACKPOINTCOMPENSATION
    );
    const auto pixels = static_cast<cmsUInt32Number>(picture.size().pixels());
    cmsDoTransform(transform, picture.row(0), result.row(0), pixels);
    cmsDeleteTransform(transform);
    cmsCloseProfile(source);
    cmsCloseProfile(srgb);
    return result;
}

Picture by_converter(const ColourConverter& converter, const Picture& picture) {
    Picture result(Shape::of(picture.size(), converter.target()));
    converter.convert(picture.row(0), picture.size().pixels(), result.row(0));
    return result;
}

int largest_difference(const Picture& a, const Picture& b) {
    int largest = 0;
    for (std::size_t i = 0; i < a.stride() * a.size().height; ++i) {
        largest = std::max(largest, std::abs(a.row(0)[i] - b.row(0)[i]));
    }
    return largest;
}

// Every 5th level of each channel.
Picture all_colours() {
    Picture picture(Shape::of({52, 52 * 52}, PixelFormat::Rgb8));
    for (std::size_t i = 0; i < std::size_t{52} * 52 * 52; ++i) {
        auto* pixel = picture.row(0) + i * 3;
        pixel[0] = static_cast<std::uint8_t>(i % 52 * 5);
        pixel[1] = static_cast<std::uint8_t>(i / 52 % 52 * 5);
        pixel[2] = static_cast<std::uint8_t>(i / 52 / 52 * 5);
    }
    return picture;
}

TEST(ColourConverter, LeavesSrgbAlone) {  // M4
    const auto converter = ColourConverter::from_profile(srgb_profile(), PixelFormat::Rgb8);

    EXPECT_FALSE(converter.is_needed());
    EXPECT_FALSE(converter.profile_ignored());
}

TEST(ColourConverter, NeedsNothingWithoutAProfile) {
    for (const auto format : {PixelFormat::Gray8, PixelFormat::Rgb8, PixelFormat::Rgba8}) {
        const auto converter = ColourConverter::from_profile({}, format);

        EXPECT_FALSE(converter.is_needed());
        EXPECT_FALSE(converter.profile_ignored());
    }
}

TEST(ColourConverter, ConvertsWideGamutWithinOneOfTheEngine) {  // M4
    const auto colours = all_colours();
    for (const double gamma : {1.0, 1.8, 2.19921875, 2.6}) {
        const auto icc = rgb_profile(gamma, kWidePrimaries);
        const auto converter = ColourConverter::from_profile(icc, PixelFormat::Rgb8);

        ASSERT_TRUE(converter.is_needed());
        EXPECT_LE(
            largest_difference(
                by_converter(converter, colours), by_engine(icc, colours, TYPE_RGB_8)
            ),
            1
        ) << gamma;
    }
}

TEST(ColourConverter, CopiesAlpha) {
    const auto picture = sample_picture(Shape::of({40, 20}, PixelFormat::Rgba8));
    for (const auto& icc : {wide_profile(), table_profile(cmsSigRgbData, 3, negative_to_lab)}) {
        const auto converter = ColourConverter::from_profile(icc, PixelFormat::Rgba8);

        const auto result = by_converter(converter, picture);

        bool changed = false;
        for (std::size_t i = 0; i < 800; ++i) {
            ASSERT_EQ(result.row(0)[i * 4 + 3], picture.row(0)[i * 4 + 3]);
            changed = changed || result.row(0)[i * 4] != picture.row(0)[i * 4];
        }
        EXPECT_TRUE(changed);
    }
}

TEST(ColourConverter, ConvertsByTablesWhereTheProfileHasThem) {  // M4
    const auto icc = table_profile(cmsSigRgbData, 3, negative_to_lab);
    const auto converter = ColourConverter::from_profile(icc, PixelFormat::Rgb8);
    const auto colours = all_colours();

    ASSERT_TRUE(converter.is_needed());
    EXPECT_LE(
        largest_difference(by_converter(converter, colours), by_engine(icc, colours, TYPE_RGB_8)), 1
    );
}

TEST(ColourConverter, ConvertsGrayByItsProfile) {  // M4
    const auto converter = ColourConverter::from_profile(gray_profile(1.0), PixelFormat::Gray8);
    const std::uint8_t linear[3] = {0, 55, 255};
    std::uint8_t result[3] = {};

    ASSERT_TRUE(converter.is_needed());
    converter.convert(linear, 3, result);

    EXPECT_EQ(converter.target(), PixelFormat::Gray8);
    EXPECT_EQ(result[0], 0);
    EXPECT_NEAR(result[1], 128, 2);
    EXPECT_EQ(result[2], 255);
}

TEST(ColourConverter, ConvertsInksByTheirProfile) {  // M4
    const auto icc = table_profile(cmsSigCmykData, 4, ink_to_lab);
    const auto inks = sample_picture(Shape::of({60, 40}, PixelFormat::Cmyk8));
    const auto converter = ColourConverter::from_profile(icc, PixelFormat::Cmyk8);

    ASSERT_TRUE(converter.is_needed());
    EXPECT_EQ(converter.target(), PixelFormat::Rgb8);
    EXPECT_FALSE(converter.profile_ignored());
    EXPECT_LE(
        largest_difference(by_converter(converter, inks), by_engine(icc, inks, TYPE_CMYK_8)), 1
    );
}

TEST(ColourConverter, ConvertsInksWithoutAProfileByTheSimpleRule) {  // M4
    const auto converter = ColourConverter::from_profile({}, PixelFormat::Cmyk8);
    const std::uint8_t inks[12] = {0, 0, 0, 0, 255, 0, 0, 0, 0, 128, 255, 128};
    std::uint8_t rgb[9] = {};

    ASSERT_TRUE(converter.is_needed());
    converter.convert(inks, 3, rgb);

    const std::uint8_t expected[9] = {255, 255, 255, 0, 255, 255, 127, 63, 0};
    EXPECT_TRUE(std::equal(rgb, rgb + 9, expected));
}

TEST(ColourConverter, IgnoresProfilesThatAreOfNoUse) {  // M4
    const auto zeros = Bytes(400'000);
    const auto cut_off = [] {
        auto icc = wide_profile();
        icc.resize(200);
        return icc;
    }();
    for (const auto& icc : {zeros, cut_off, gray_profile(1.0), saved(cmsCreateXYZProfile())}) {
        const auto converter = ColourConverter::from_profile(icc, PixelFormat::Rgb8);

        EXPECT_FALSE(converter.is_needed());
        EXPECT_TRUE(converter.profile_ignored());
    }
    const auto inks = ColourConverter::from_profile(wide_profile(), PixelFormat::Cmyk8);
    EXPECT_TRUE(inks.is_needed());
    EXPECT_TRUE(inks.profile_ignored());
}

TEST(ColourConverter, AppliesAPngsGamma) {  // M4
    const auto converter = ColourConverter::from_gamma(1.0, PixelFormat::Rgba8);
    const std::uint8_t linear[4] = {0, 55, 255, 77};
    std::uint8_t result[4] = {};

    ASSERT_TRUE(converter.is_needed());
    converter.convert(linear, 1, result);

    EXPECT_EQ(result[0], 0);
    EXPECT_EQ(result[1], 128);
    EXPECT_EQ(result[2], 255);
    EXPECT_EQ(result[3], 77);
}

TEST(ColourConverter, TakesTheUsualGammaForSrgbAndNonsenseForNone) {
    for (const double gamma : {0.45455, 0.0, -1.0, 1e9, 1e-9}) {
        EXPECT_FALSE(ColourConverter::from_gamma(gamma, PixelFormat::Rgb8).is_needed()) << gamma;
    }
}

TEST(ColourCache, KeepsTheLastFewConverters) {
    ColourCache cache;
    const auto* first = &cache.find(wide_profile(), PixelFormat::Rgb8);

    EXPECT_EQ(&cache.find(wide_profile(), PixelFormat::Rgb8), first);
    EXPECT_NE(&cache.find(wide_profile(), PixelFormat::Rgba8), first);
    EXPECT_FALSE(cache.find(srgb_profile(), PixelFormat::Rgb8).is_needed());
    EXPECT_EQ(&cache.find(wide_profile(), PixelFormat::Rgb8), first);
}

TEST(ColourSink, ConvertsRowsOnTheirWay) {
    const auto converter = ColourConverter::from_profile({}, PixelFormat::Cmyk8);
    const auto inks = sample_picture(Shape::of({33, 50}, PixelFormat::Cmyk8));
    PictureSink picture;
    ColourSink sink(converter, picture);

    ASSERT_TRUE(sink.begin(inks.shape()).ok());
    ASSERT_TRUE(sink.rows({.count = 50, .data = inks.row(0), .stride = inks.stride()}).ok());
    ASSERT_TRUE(sink.end().ok());

    EXPECT_TRUE(same_pixels(picture.take(), by_converter(converter, inks)));
}

TEST(ColourSink, PassesRowsThroughWhereNothingIsNeeded) {
    const auto converter = ColourConverter::from_profile({}, PixelFormat::Rgb8);
    const auto planes = sample_picture(Shape::of({8, 8}, PixelFormat::Gray8));
    PictureSink picture;
    ColourSink sink(converter, picture);

    ASSERT_TRUE(sink.begin(planes.shape()).ok());
    ASSERT_TRUE(sink.rows({.count = 8, .data = planes.row(0), .stride = 8}).ok());

    EXPECT_TRUE(same_pixels(picture.take(), planes));
}

TEST(ColourSink, RefusesPixelsOfAnotherForm) {
    const auto converter = ColourConverter::from_profile({}, PixelFormat::Cmyk8);
    PictureSink picture;
    ColourSink sink(converter, picture);

    EXPECT_FALSE(sink.begin(Shape::of({8, 8}, PixelFormat::Rgb8)).ok());
}

}  // namespace
}  // namespace fovea::media
