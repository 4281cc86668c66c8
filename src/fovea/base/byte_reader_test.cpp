#include "fovea/base/byte_reader.hpp"

#include <gtest/gtest.h>

namespace fovea {
namespace {

using namespace std::string_view_literals;

TEST(ByteReader, ReadsBothByteOrders) {
    ByteReader in(as_bytes("\x01\x02\x01\x02\x00\x00\x00\x05\x05\x00\x00\x00\x01\x02\x03"sv));

    EXPECT_EQ(in.be16(), 0x0102);
    EXPECT_EQ(in.le16(), 0x0201);
    EXPECT_EQ(in.be32(), 5u);
    EXPECT_EQ(in.le32(), 5u);
    EXPECT_EQ(in.le24(), 0x030201u);
    EXPECT_TRUE(in.ok());
    EXPECT_EQ(in.remaining(), 0u);
}

TEST(ByteReader, ReadingPastTheEndGivesZerosForGood) {
    ByteReader in(as_bytes("\xff\xff\xff"sv));

    EXPECT_EQ(in.be32(), 0u);
    EXPECT_FALSE(in.ok());
    EXPECT_EQ(in.u8(), 0);
    EXPECT_TRUE(in.take(1).empty());
}

TEST(ByteReader, HugeLengthsDoNotOverflow) {
    ByteReader in(as_bytes("abc"sv));
    in.u8();

    EXPECT_TRUE(in.take(static_cast<std::size_t>(-1)).empty());
    EXPECT_FALSE(in.ok());
}

}  // namespace
}  // namespace fovea
