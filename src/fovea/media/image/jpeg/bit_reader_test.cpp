#include "fovea/media/image/jpeg/bit_reader.hpp"

#include "fovea/media/image/image_samples.hpp"
#include "fovea/media/image/jpeg/scan_samples.hpp"

#include <gtest/gtest.h>

namespace fovea::media {
namespace {

TEST(JpegBitReader, GivesBackWhatWasWritten) {
    Randomness random(2);
    for (int round = 0; round < 200; ++round) {
        // From no FF at all to hardly anything else.
        const auto ff_share = random_below(random, 9);
        std::vector<std::pair<std::uint32_t, unsigned>> pieces;
        JpegBitWriter writer;
        for (int i = 0; i < 60; ++i) {
            const auto count = 1 + random_below(random, 27);
            const bool ones = random_below(random, 8) < ff_share;
            const auto bits = ones ? (1u << count) - 1 : random_bits(random, count);
            pieces.emplace_back(bits, count);
            writer.put(bits, count);
        }
        const auto data = writer.take();

        JpegBitReader reader(data);
        for (const auto& [bits, count] : pieces) {
            reader.refill();
            ASSERT_EQ(reader.window >> (64 - count), bits);
            reader.skip(count);
        }
        reader.refill();
        EXPECT_GE(reader.count, 0);
        EXPECT_LT(reader.count, 8);
        EXPECT_EQ(reader.rest().bytes, 0u);
    }
}

TEST(JpegBitReader, HasFewerThanNoBitsWhenTooManyWereTaken) {  // CAL-IMG-12
    const auto ends = bytes_of({1, 2, 3, 4, 5, 6, 7, 8, 9});
    const auto marker = joined({ends, bytes_of({0xFF, 0xD0, 1, 2, 3, 4, 5, 6, 7, 8, 9})});
    for (const auto& data : {ends, marker}) {
        JpegBitReader reader(data);
        for (int i = 0; i < 9; ++i) {
            reader.refill();
            reader.skip(8);
        }
        reader.refill();
        EXPECT_EQ(reader.count, 0);

        reader.skip(1);
        reader.refill();

        EXPECT_EQ(reader.count, -1);
    }
}

TEST(JpegBitReader, TakesSeveralFfBeforeAZeroForOne) {
    const auto data = bytes_of({0xFF, 0xFF, 0xFF, 0x00, 0x12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    JpegBitReader reader(data);

    reader.refill();

    EXPECT_EQ(reader.window >> 48, 0xFF12u);
}

TEST(JpegBitReader, CountsWhatFollowsTheByteInUse) {
    const auto data = bytes_of({0x11, 0xFF, 0x00, 0x33, 0x44});
    JpegBitReader reader(data);
    reader.refill();

    reader.skip(3);
    const auto all = reader.rest();
    reader.skip(13);
    const auto two = reader.rest();

    EXPECT_EQ(all.bytes, 4u);
    EXPECT_FALSE(all.before_restart);
    EXPECT_EQ(two.bytes, 2u);
}

TEST(JpegBitReader, PassesOnlyTheRestartThatFollowsAtOnce) {
    const auto data = bytes_of({0x11, 0xFF, 0xFF, 0xD3, 0x22, 0x33, 0xFF, 0xD4, 0x44});
    JpegBitReader reader(data);
    reader.refill();

    EXPECT_FALSE(reader.pass_restart(0xD3));
    reader.skip(2);
    EXPECT_FALSE(reader.pass_restart(0xD4));
    EXPECT_TRUE(reader.pass_restart(0xD3));
    reader.refill();
    EXPECT_EQ(reader.window >> 48, 0x2233u);
    reader.skip(8);
    EXPECT_FALSE(reader.pass_restart(0xD4));
    EXPECT_TRUE(reader.rest().before_restart);
}

}  // namespace
}  // namespace fovea::media
