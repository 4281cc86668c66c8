#include "fovea/media/worker/believable.hpp"

#include "fovea/media/image/png/encode.hpp"

#include <gtest/gtest.h>

namespace fovea::media {
namespace {

constexpr PixelSize kSize{40, 20};

Bytes png() {
    const Picture picture(Shape::of(kSize, PixelFormat::Rgb8));
    Bytes file(png_encode_bound(picture.shape()));
    file.resize(encode_png(picture, {}, file).value());
    return file;
}

PreparedPicture honest() {
    PreparedPicture prepared{
        .facts = {.type = ImageType::Png, .size = kSize}, .phash = {}, .crop = {}, .actions = {}};
    prepared.size = {20, 10};
    prepared.bytes = 100;
    return prepared;
}

TEST(Believable, IsWhatTheFileAndTheLimitsAllow) {  // M11
    EXPECT_TRUE(is_believable(honest(), {}, png()));
}

TEST(Believable, IsNoLieAboutThePicture) {  // M11
    const auto is_lie = [](auto change) {
        auto prepared = honest();
        change(prepared);
        return !is_believable(prepared, {}, png());
    };
    EXPECT_TRUE(is_lie([](PreparedPicture& it) { it.facts.type = ImageType::Gif; }));
    EXPECT_TRUE(is_lie([](PreparedPicture& it) { it.facts.size = {0, 20}; }));
    EXPECT_TRUE(is_lie([](PreparedPicture& it) { it.facts.size = {7, 4294967295}; }));
    EXPECT_TRUE(is_lie([](PreparedPicture& it) { it.facts.frames = 0; }));
    EXPECT_TRUE(is_lie([](PreparedPicture& it) { it.facts.frames = 4294967295; }));
    EXPECT_TRUE(is_lie([](PreparedPicture& it) { it.facts.bit_depth = 255; }));
    EXPECT_TRUE(is_lie([](PreparedPicture& it) { it.size = {1569, 10}; }));
    EXPECT_TRUE(is_lie([](PreparedPicture& it) { it.crop = PixelRect{0, 0, 10, 10}; }));
    EXPECT_TRUE(is_lie([](PreparedPicture& it) { it.unchanged = true, it.type = ImageType::Webp; })
    );
}

TEST(Believable, IsACropInsideThePictureOnly) {  // M11
    auto prepared = honest();
    const PrepareRequest request{
        .limits = {}, .target = {}, .crop = RequestedPixels{30, 0, 10, 20}};
    EXPECT_FALSE(is_believable(prepared, request, png()));
    prepared.crop = PixelRect{30, 0, 10, 20};
    EXPECT_TRUE(is_believable(prepared, request, png()));
    prepared.crop = PixelRect{31, 0, 10, 20};
    EXPECT_FALSE(is_believable(prepared, request, png()));
}

TEST(Believable, AreBytesThatBeginAsTheirTypeDoes) {  // M11
    const auto script = as_bytes("#!/bin/sh\necho evil\n");
    EXPECT_TRUE(of_type(png(), ImageType::Png).ok());
    EXPECT_FALSE(of_type(png(), ImageType::Jpeg).ok());
    EXPECT_FALSE(of_type(Bytes(script.begin(), script.end()), ImageType::Png).ok());
}

}  // namespace
}  // namespace fovea::media
