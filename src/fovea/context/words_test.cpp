#include "fovea/context/words.hpp"

#include <gtest/gtest.h>

namespace fovea::context {
namespace {

content::ImageBlock photo() {
    return {
        .source = content::BlobRef{sha256(as_bytes(std::string_view("a photo")))},
        .size = {3000, 2000},
        .filename = "photo.jpg"};
}

content::ImageBlock part_of_photo() {
    auto image = photo();
    image.crop = media::PixelRect{840, 120, 501, 400};
    return image;
}

std::string without_id(std::string words) {
    const auto at = words.find(", sha256:");
    return at == std::string::npos ? words : words.erase(at, words.find_first_of("];", at) - at);
}

TEST(Words, SayTheNameTheSizeAndTheId) {  // X4, S1
    EXPECT_EQ(without_id(placeholder(photo())), "[Image: photo.jpg, 3000x2000]");
    EXPECT_NE(placeholder(photo()).find(", sha256:"), std::string::npos);
    EXPECT_EQ(
        without_id(smaller(photo(), {512, 341})), "[Image: photo.jpg, 3000x2000, shown at 512x341]"
    );
}

TEST(Words, SayThatOnlyAPartIsShownAndWhereItBegins) {  // V4
    EXPECT_EQ(
        without_id(placeholder(part_of_photo())),
        "[Image: photo.jpg, 3000x2000; here its part of 501x400 with crop_origin 840,120]"
    );
    auto nameless = part_of_photo();
    nameless.filename.clear();
    EXPECT_EQ(
        without_id(placeholder(nameless)),
        "[Image: 3000x2000; here its part of 501x400 with crop_origin 840,120]"
    );
    EXPECT_NE(
        smaller(part_of_photo(), {512, 409}).find("; here its part of 501x400"), std::string::npos
    );
    EXPECT_NE(
        overview_label(part_of_photo(), 4, 1).find("; here its part of 501x400"), std::string::npos
    );
}

}  // namespace
}  // namespace fovea::context
