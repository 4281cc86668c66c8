#include "fovea/media/image/exif.hpp"

#include "fovea/media/image/image_samples.hpp"

#include <gtest/gtest.h>

namespace fovea::media {
namespace {

TEST(ExifOrientation, ReadsAllEightInLittleEndian) {  // M4
    for (int value = 1; value <= 8; ++value) {
        EXPECT_EQ(exif_orientation(exif_block(value)), static_cast<Orientation>(value));
    }
}

TEST(ExifOrientation, ReadsBigEndianBehindAnotherEntry) {                   // M4
    const auto block = bytes_of({'M', 'M',  0, 42, 0, 0, 0, 8, 0, 2,        //
                                 1,   0,    0, 4,  0, 0, 0, 1, 0, 0, 2, 0,  //
                                 1,   0x12, 0, 3,  0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0});

    EXPECT_EQ(exif_orientation(block), Orientation::Rotate90);
}

TEST(ExifOrientation, TakesTheBlockWithItsJpegPrefix) {
    const auto block = joined({as_bytes(std::string_view("Exif\0\0", 6)), exif_block(8)});

    EXPECT_EQ(exif_orientation(block), Orientation::Rotate270);
}

TEST(ExifOrientation, TakesNumbersOutsideOneToEightForUpright) {
    EXPECT_EQ(exif_orientation(exif_block(0)), Orientation::Upright);
    EXPECT_EQ(exif_orientation(exif_block(9)), Orientation::Upright);
}

TEST(ExifOrientation, TakesAValueOfAnotherTypeForUpright) {
    auto block = exif_block(6);
    block[12] = std::byte{4};

    EXPECT_EQ(exif_orientation(block), Orientation::Upright);
}

TEST(ExifOrientation, IsUprightForEveryTruncation) {
    const auto block = exif_block(6);

    for (std::size_t length = 0; length < 22; ++length) {
        EXPECT_EQ(exif_orientation(ByteView(block).first(length)), Orientation::Upright) << length;
    }
}

TEST(ExifOrientation, IsUprightWhenTheDirectoryLiesOutside) {
    for (const int offset : {0, 7, 26, 255}) {
        auto block = exif_block(6);
        block[4] = static_cast<std::byte>(offset);
        block[7] = static_cast<std::byte>(offset == 255 ? 255 : 0);

        EXPECT_EQ(exif_orientation(block), Orientation::Upright) << offset;
    }
}

}  // namespace
}  // namespace fovea::media
