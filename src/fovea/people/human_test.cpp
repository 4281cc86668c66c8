#include "fovea/people/human.hpp"

#include <gtest/gtest.h>

namespace fovea::people {
namespace {

TEST(Human, BytesHaveOneUnitAndFewDigits) {
    EXPECT_EQ(human_bytes(0), "0 bytes");
    EXPECT_EQ(human_bytes(1536), "1.5 KiB");
    EXPECT_EQ(human_bytes(316719), "309 KiB");
    EXPECT_EQ(human_bytes(5550440), "5.3 MiB");
    EXPECT_EQ(human_bytes(std::uint64_t{60} << 30), "60.0 GiB");
}

TEST(Human, PercentKeepsADigitWhereItMatters) {
    EXPECT_EQ(human_percent(0), "0 %");
    EXPECT_EQ(human_percent(0.0001), "under 0.1 %");
    EXPECT_EQ(human_percent(0.031), "3.1 %");
    EXPECT_EQ(human_percent(0.41), "41 %");
    EXPECT_EQ(human_percent(1), "100 %");
}

}  // namespace
}  // namespace fovea::people
