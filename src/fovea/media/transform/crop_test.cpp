#include "fovea/media/transform/crop.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace fovea::media {
namespace {

Result<PixelRect> rect_of(std::string_view text, PixelSize size) {
    const auto crop = TRY(parse_crop(text));
    return resolve(crop, size);
}

TEST(Crop, NamedRegionsAreHalvesAndQuarters) {  // V3, PVP-1.2.1r
    const PixelSize size{1920, 1080};

    EXPECT_EQ(rect_of("r=bottom-right", size).value(), (PixelRect{960, 540, 960, 540}));
    EXPECT_EQ(rect_of("r=top", size).value(), (PixelRect{0, 0, 1920, 540}));
    EXPECT_EQ(rect_of("r=left-half", size).value(), (PixelRect{0, 0, 960, 1080}));
    EXPECT_EQ(rect_of("r=center", size).value(), (PixelRect{480, 270, 960, 540}));
}

TEST(Crop, NamedRegionsNeverFailEvenOnOnePixel) {  // V3, PVP-1.2.1r
    for (const auto name : region_names()) {
        const auto rect = rect_of("r=" + std::string(name), {1, 1});

        ASSERT_TRUE(rect.ok()) << name;
        EXPECT_EQ(rect.value(), (PixelRect{0, 0, 1, 1})) << name;
    }
}

TEST(Crop, OutOfBoundsIsClamped) {  // V3, PVP-1.2.1n, PVP-1.2.1p
    EXPECT_EQ(rect_of("n=0.5,0.5,2,2", {100, 50}).value(), (PixelRect{50, 25, 50, 25}));
    EXPECT_EQ(rect_of("p=-10,-10,30,30", {100, 50}).value(), (PixelRect{0, 0, 20, 20}));
    EXPECT_EQ(rect_of("p=90,40,1e300,1e300", {100, 50}).value(), (PixelRect{90, 40, 10, 10}));
}

TEST(Crop, ZeroAreaIsAnError) {  // V3, PVP-1.2.1n, PVP-1.2.1p
    for (const char* text :
         {"p=100,0,10,10", "p=5,5,0,10", "p=5,5,-3,10", "n=0.5,0.5,0,0.1", "n=2,2,1,1"}) {
        const auto rect = rect_of(text, {100, 50});

        ASSERT_FALSE(rect.ok()) << text;
        EXPECT_EQ(rect.error().code, ErrorCode::InvalidInput) << text;
    }
}

TEST(Crop, MalformedTextIsAnErrorThatTeachesTheForms) {  // V3
    for (const char* text :
         {"",
          "r=",
          "r=middle",
          "n=1,2,3",
          "p=1,2,3,4,5",
          "p=a,b,c,d",
          "n=nan,0,1,1",
          "q=1,2,3,4",
          "p=1,2,3,4 "}) {
        const auto crop = parse_crop(text);

        ASSERT_FALSE(crop.ok()) << text;
        EXPECT_EQ(crop.error().code, ErrorCode::InvalidInput) << text;
    }
    EXPECT_NE(parse_crop("r=middle").error().message.find("bottom-right"), std::string::npos);
}

}  // namespace
}  // namespace fovea::media
