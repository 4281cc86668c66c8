// Colours arrive as they were meant, whatever the file holds inside.
#include "fovea/media/transform/upright.hpp"

#include <gtest/gtest.h>

#include "support/run_program.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

const std::string kData = test_paths::source_dir() + "/tests/data/";

struct Colour {
    int red;
    int green;
    int blue;
};

// The middle pixel.
Colour middle_of(const std::string& path) {
    const auto file = read_whole_file(kData + path);
    const auto decoded = media::decode_upright(as_bytes(file), {});
    if (!decoded.ok()) {
        ADD_FAILURE() << path << ": " << decoded.error().message;
        return {0, 0, 0};
    }
    const auto& picture = decoded.value().picture;
    const auto pixel = media::bytes_per_pixel(picture.format());
    const auto* at =
        picture.row(picture.size().height / 2) + std::size_t{picture.size().width / 2} * pixel;
    return {at[0], at[1], at[2]};
}

TEST(Colours, CmykRedIsRed) {  // M4
    const auto colour = middle_of("jpeg/cmyk-adobe-red.jpg");

    EXPECT_GT(colour.red, 180);
    EXPECT_LT(colour.green, 80);
    EXPECT_LT(colour.blue, 80);
}

TEST(Colours, ProfileThatSwapsRedAndGreenIsObeyed) {  // M4
    const auto plain = middle_of("jpeg/baseline-444.jpg");
    const auto swapped = middle_of("jpeg/icc-swapped.jpg");

    EXPECT_NEAR(plain.red, swapped.red, 12);  // stored swapped: the profile swaps them back
    EXPECT_NEAR(plain.green, swapped.green, 12);
    EXPECT_NEAR(plain.blue, swapped.blue, 12);
}

}  // namespace
}  // namespace fovea::testing
