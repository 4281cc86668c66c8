#include "fovea/media/image/jpeg/huffman_table.hpp"

#include "fovea/media/image/jpeg/scan_samples.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace fovea::media {
namespace {

std::vector<std::uint8_t> all_symbols() {
    std::vector<std::uint8_t> symbols(256);
    std::iota(symbols.begin(), symbols.end(), std::uint8_t{0});
    return symbols;
}

TEST(JpegHuffmanCodes, KnowsTheCodesOfTheStandard) {
    const auto codes = JpegHuffmanCodes::of(JpegHuffmanTable::standard_ac(0));
    ASSERT_TRUE(codes.ok());

    const auto end_of_block = codes.value().find(0b1010'1111'1111'1111);
    const auto sixteen_zeros = codes.value().find(0b1111'1111'0010'0000);
    const auto longest = codes.value().find(0b1111'1111'1111'1110);

    EXPECT_EQ(end_of_block.length, 4u);
    EXPECT_EQ(end_of_block.symbol, 0x00);
    EXPECT_EQ(sixteen_zeros.length, 11u);
    EXPECT_EQ(sixteen_zeros.symbol, 0xF0);
    EXPECT_EQ(longest.length, 16u);
    EXPECT_EQ(longest.symbol, 0xFA);
}

TEST(JpegHuffmanCodes, FindsEveryCodeOfAnyTable) {
    Randomness random(1);
    for (int i = 0; i < 50; ++i) {
        const auto table = random_huffman_table(random, all_symbols());
        const auto codes = JpegHuffmanCodes::of(table);
        ASSERT_TRUE(codes.ok());
        for (const auto& [code, symbol] : symbols_by_code(table)) {
            const auto free = 16 - code.first;
            const auto bits = (code.second << free) | random_below(random, 1u << free);

            const auto found = codes.value().find(bits);

            EXPECT_EQ(found.length, code.first);
            EXPECT_EQ(found.symbol, symbol);
        }
    }
}

TEST(JpegHuffmanCodes, SaysWhereThereIsNone) {
    const auto standard = JpegHuffmanCodes::of(JpegHuffmanTable::standard_dc(1));
    const auto empty = JpegHuffmanCodes::of({});

    EXPECT_EQ(standard.value().find(0xFFFF).length, 0u);
    EXPECT_EQ(empty.value().find(0).length, 0u);
}

TEST(JpegHuffmanCodes, RefusesMoreCodesThanThereIsRoomFor) {  // CAL-IMG-12
    JpegHuffmanTable three_of_one_bit;
    three_of_one_bit.counts[0] = 3;
    JpegHuffmanTable all_ones;
    all_ones.counts[1] = 4;
    JpegHuffmanTable one_free = all_ones;
    one_free.counts[1] = 3;

    EXPECT_FALSE(JpegHuffmanCodes::of(three_of_one_bit).ok());
    EXPECT_FALSE(JpegHuffmanCodes::of(all_ones).ok());
    EXPECT_TRUE(JpegHuffmanCodes::of(one_free).ok());
}

}  // namespace
}  // namespace fovea::media
