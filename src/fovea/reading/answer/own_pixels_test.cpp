#include "fovea/reading/answer/own_pixels.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

TEST(OwnPixels, CountsFromTheCropsCorner) {  // V4, PVP-1.8b
    Reading reading;
    reading.facts.size = {800, 600};
    reading.area = {100, 50, 300, 200};
    reading.lines = {{.box = {120, 60, 80, 20}}};
    reading.words = {{"word", {120, 60, 80, 20}, 0.9, 0}};
    reading.barcodes = {{"QRCode", "x", {200, 100, 50, 50}}};

    const auto own = in_own_pixels(reading);

    EXPECT_EQ(own.facts.size, (media::PixelSize{300, 200}));
    EXPECT_EQ(own.area, (media::PixelRect{0, 0, 300, 200}));
    EXPECT_EQ(own.lines[0].box, (media::PixelRect{20, 10, 80, 20}));
    EXPECT_EQ(own.words[0].box, (media::PixelRect{20, 10, 80, 20}));
    EXPECT_EQ(own.barcodes[0].box, (media::PixelRect{100, 50, 50, 50}));
}

TEST(OwnPixels, BoxesGoBackToTheWholePicture) {  // PVP-1.8c
    std::vector<content::LabelledBox> boxes = {{"a", {20, 10, 80, 20}, 0}, {"b", {1, 2, 3, 4}, 1}};

    to_whole_pixels(boxes, 0, {100, 50, 300, 200});

    EXPECT_EQ(boxes[0].box, (media::PixelRect{120, 60, 80, 20}));
    EXPECT_EQ(boxes[1].box, (media::PixelRect{1, 2, 3, 4}));
}

}  // namespace
}  // namespace fovea::reading
