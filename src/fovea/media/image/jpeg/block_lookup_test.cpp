#include "fovea/media/image/jpeg/block_lookup.hpp"

#include "fovea/media/image/jpeg/scan_samples.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace fovea::media {
namespace {

using Lookup = JpegBlockLookup;

std::vector<std::uint8_t> symbols_up_to(unsigned last) {
    std::vector<std::uint8_t> symbols(last + 1);
    std::iota(symbols.begin(), symbols.end(), std::uint8_t{0});
    return symbols;
}

// Where single symbols lead from `state`, until as many bits are passed as the entry has.
std::uint32_t by_single_symbols(
    const Lookup& lookup, std::uint64_t window, std::uint32_t state, std::uint32_t bits
) {
    while ((state & Lookup::kBitsPassed) < bits) {
        const auto at = state & Lookup::kBitsPassed;
        state += lookup.next_symbol(static_cast<std::uint32_t>(window << at >> 48)) & 0xFFFF;
    }
    return state;
}

TEST(JpegBlockLookup, LeadsWhereItsSymbolsLead) {
    Randomness random(3);
    for (int round = 0; round < 30; ++round) {
        const auto dc = JpegHuffmanCodes::of(random_huffman_table(random, symbols_up_to(15)));
        const auto ac = JpegHuffmanCodes::of(random_huffman_table(random, symbols_up_to(255)));
        const Lookup lookup(dc.value(), ac.value());
        for (std::uint64_t i = 0; i < 1u << Lookup::kNextBits; ++i) {
            const auto window = i << (64 - Lookup::kNextBits) | random();
            const std::uint32_t next = lookup.next()[i];
            if (next == Lookup::kLookCloser) continue;

            EXPECT_LE(next & Lookup::kBitsPassed, Lookup::kMostBits);
            EXPECT_EQ(by_single_symbols(lookup, window, 0, next & Lookup::kBitsPassed), next);
        }
        for (std::uint64_t i = 0; i < 1u << Lookup::kFirstBits; ++i) {
            const auto window = i << (64 - Lookup::kFirstBits) | random();
            const auto first = lookup.first()[i];
            if (first == Lookup::kLookCloser) continue;

            const auto alone = lookup.first_symbol(static_cast<std::uint32_t>(window >> 48));
            EXPECT_EQ(first >> 16, alone >> 16);
            EXPECT_EQ(
                by_single_symbols(lookup, window, alone & 0xFFFF, first & Lookup::kBitsPassed),
                first & 0xFFFF
            );
        }
    }
}

TEST(JpegBlockLookup, LeavesOutOnlyWhatDoesNotFitOrMayNotBe) {
    const auto dc = JpegHuffmanCodes::of(JpegHuffmanTable::standard_dc(0));
    const auto ac = JpegHuffmanCodes::of(JpegHuffmanTable::standard_ac(0));
    const Lookup lookup(dc.value(), ac.value());
    for (std::uint32_t i = 0; i < 1u << Lookup::kNextBits; ++i) {
        const auto alone = lookup.next_symbol(i << 4 | 0xF);
        const auto code = ac.value().find(i << 4 | 0xF);
        const bool fits = alone != Lookup::kLookCloser && code.length <= Lookup::kNextBits &&
                          (alone & Lookup::kBitsPassed) <= Lookup::kMostBits;

        EXPECT_EQ(lookup.next()[i] != Lookup::kLookCloser, fits) << i;
    }
}

TEST(JpegBlockLookup, RefusesSymbolsThatEightBitSamplesCannotMake) {  // CAL-IMG-12
    const auto lookup_of = [](std::uint8_t dc_symbol, std::uint8_t ac_symbol) {
        JpegHuffmanTable dc;
        dc.counts[0] = 1;
        dc.symbols[0] = dc_symbol;
        JpegHuffmanTable ac = dc;
        ac.symbols[0] = ac_symbol;
        return Lookup(JpegHuffmanCodes::of(dc).value(), JpegHuffmanCodes::of(ac).value());
    };

    EXPECT_NE(lookup_of(11, 0).first_symbol(0), Lookup::kLookCloser);
    EXPECT_EQ(lookup_of(12, 0).first_symbol(0), Lookup::kLookCloser);
    EXPECT_EQ(lookup_of(12, 0).first()[0], Lookup::kLookCloser);
    EXPECT_NE(lookup_of(0, 0x0A).next_symbol(0), Lookup::kLookCloser);
    for (const int symbol : {0x0B, 0xFF, 0x10, 0xE0}) {
        const auto lookup = lookup_of(0, static_cast<std::uint8_t>(symbol));
        EXPECT_EQ(lookup.next_symbol(0), Lookup::kLookCloser) << symbol;
        EXPECT_EQ(lookup.next()[0], Lookup::kLookCloser) << symbol;
    }
}

}  // namespace
}  // namespace fovea::media
