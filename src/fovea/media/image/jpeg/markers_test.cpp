#include "fovea/media/image/jpeg/markers.hpp"

#include "fovea/media/image/image_samples.hpp"

#include <gtest/gtest.h>

namespace fovea::media {
namespace {

using namespace jpeg_marker;

std::vector<int> markers_of(ByteView file) {
    std::vector<int> seen;
    JpegMarkers markers(file);
    for (;;) {
        const auto segment = markers.next();
        if (!segment.ok()) {
            seen.push_back(-1);
            return seen;
        }
        seen.push_back(segment.value().marker);
        if (segment.value().marker == kEoi) return seen;
    }
}

TEST(JpegMarkers, PassesOverRestartsAndStuffedBytesInAScan) {
    const auto file = bytes_of({0xFF, 0xD8, 0xFF, 0xDA, 0,    2, 1,    0xFF, 0,    2,
                                0xFF, 0xD0, 3,    0xFF, 0xFF, 0, 0xFF, 0xD7, 0xFF, 0xD9});

    EXPECT_EQ(markers_of(file), (std::vector<int>{kSoi, kSos, kEoi}));
}

TEST(JpegMarkers, TellsWhatStandsBetweenSegments) {
    const auto file = bytes_of({0xFF, 0xD8, 7, 8, 0xFF, 0xFF, 0xDB, 0, 3, 9, 0xFF, 0xD9});
    JpegMarkers markers(file);
    ASSERT_TRUE(markers.next().ok());

    const auto segment = markers.next();

    ASSERT_TRUE(segment.ok());
    EXPECT_EQ(segment.value().marker, kDqt);
    EXPECT_EQ(segment.value().before.size(), 2u);
    EXPECT_EQ(segment.value().begin, 5u);
    EXPECT_EQ(segment.value().end, 10u);
    EXPECT_EQ(segment.value().payload.size(), 1u);
}

TEST(JpegMarkers, FailsAtEveryTruncation) {  // CAL-IMG-12
    const auto file = sample_jpeg(Shape::of({16, 16}, PixelFormat::Gray8));

    for (std::size_t length = 0; length < file.size(); ++length) {
        EXPECT_EQ(markers_of(ByteView(file).first(length)).back(), -1) << length;
    }
    EXPECT_EQ(markers_of(file).back(), kEoi);
}

TEST(JpegMarkers, RefusesALengthBelowTwoAndASecondStart) {
    EXPECT_EQ(markers_of(bytes_of({0xFF, 0xD8, 0xFF, 0xE1, 0, 1, 0xFF, 0xD9})).back(), -1);
    EXPECT_EQ(markers_of(bytes_of({0xFF, 0xD8, 0xFF, 0xD8, 0xFF, 0xD9})).back(), -1);
}

}  // namespace
}  // namespace fovea::media
