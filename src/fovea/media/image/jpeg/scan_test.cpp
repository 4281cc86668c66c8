#include "fovea/media/image/jpeg/scan.hpp"

#include "fovea/media/image/image_samples.hpp"
#include "fovea/media/image/jpeg/scan_samples.hpp"

#include <gtest/gtest.h>

#include <optional>

namespace fovea::media {
namespace {

constexpr std::uint32_t kWidth = 7;
constexpr std::uint32_t kHeight = 5;
constexpr std::size_t kBlocks = std::size_t{kWidth} * kHeight;
constexpr std::uint16_t kQuantum = 3;

// One component of random blocks, coded with random tables.
struct RandomScan {
    JpegHuffmanTable dc;
    JpegHuffmanTable ac;
    Bytes data;
};

std::vector<HuffmanCode> codes_of(const JpegHuffmanTable& table) {
    std::vector<HuffmanCode> codes;
    for (const auto& entry : symbols_by_code(table)) codes.push_back(entry.first);
    return codes;
}

void put_symbol(JpegBitWriter& out, Randomness& random, HuffmanCode code, unsigned value_bits) {
    out.put(code.second, code.first);
    out.put(random_bits(random, value_bits), value_bits);
}

void put_block(JpegBitWriter& out, Randomness& random, const RandomScan& scan) {
    const auto dc_symbols = symbols_by_code(scan.dc);
    const auto ac_symbols = symbols_by_code(scan.ac);
    const auto pick = [&](const JpegHuffmanTable& table) {
        const auto codes = codes_of(table);
        // Two draws make short codes likelier, as they are in pictures.
        const auto count = static_cast<unsigned>(codes.size());
        return codes[std::min(random_below(random, count), random_below(random, count))];
    };
    const auto dc = pick(scan.dc);
    put_symbol(out, random, dc, dc_symbols.at(dc));
    for (unsigned index = 1; index < 64;) {
        const auto code = pick(scan.ac);
        const auto symbol = ac_symbols.at(code);
        if (symbol != 0 && index + (symbol >> 4) > 63) continue;
        put_symbol(out, random, code, symbol & 15);
        if (symbol == 0) return;
        index += (symbol >> 4) + 1u;
    }
}

RandomScan random_scan(Randomness& random) {
    std::vector<std::uint8_t> dc_symbols;
    for (unsigned i = 0; i <= 11; ++i) dc_symbols.push_back(static_cast<std::uint8_t>(i));
    std::vector<std::uint8_t> ac_symbols = {0xF0};
    for (unsigned run = 0; run < 16; ++run) {
        for (unsigned category = 1; category <= 10; ++category) {
            ac_symbols.push_back(static_cast<std::uint8_t>(run << 4 | category));
        }
    }
    RandomScan scan;
    scan.dc = random_huffman_table(random, dc_symbols);
    do {
        auto symbols = ac_symbols;
        symbols.push_back(0x00);
        scan.ac = random_huffman_table(random, symbols);
        // Without a symbol that leads on by one, a block might have no way to its end.
    } while (!std::any_of(scan.ac.symbols.begin(), scan.ac.symbols.begin() + 20, [](auto symbol) {
        return symbol != 0 && symbol < 16;
    }));
    JpegBitWriter out;
    for (std::size_t i = 0; i < kBlocks; ++i) put_block(out, random, scan);
    scan.data = out.take();
    return scan;
}

struct Outcome {
    bool ok = false;
    std::vector<std::uint8_t> means;
};

Outcome checked(const RandomScan& random) {
    const JpegBlockLookup lookup(
        JpegHuffmanCodes::of(random.dc).value(), JpegHuffmanCodes::of(random.ac).value()
    );
    Outcome outcome{.ok = false, .means = std::vector<std::uint8_t>(kBlocks)};
    const JpegLuma luma{outcome.means.data(), kWidth, kHeight, kQuantum};
    JpegScan scan;
    scan.components[0] = {.h = 1, .v = 1, .lookup = &lookup, .luma = &luma};
    scan.component_count = 1;
    scan.mcus_per_row = kWidth;
    scan.mcu_rows = kHeight;
    outcome.ok = check_jpeg_scan(random.data, scan).ok();
    return outcome;
}

Outcome read_plainly(const RandomScan& random) {
    PlainBlockReader reader(random.data, random.dc, random.ac);
    Outcome outcome;
    int dc = 0;
    for (std::size_t i = 0; i < kBlocks; ++i) {
        const auto difference = reader.next();
        if (!difference) return outcome;
        dc += *difference;
        // Beyond 10 bits libjpeg's numbers begin anew.
        const int mean = ((dc * kQuantum + 4) >> 3) & 1023;
        outcome.means.push_back(
            static_cast<std::uint8_t>(std::clamp((mean < 512 ? mean : mean - 1024) + 128, 0, 255))
        );
    }
    outcome.ok = reader.bits_left() < 8;
    return outcome;
}

TEST(CheckJpegScan, AcceptsWhatFollowsTheTablesAndFindsTheMeans) {
    Randomness random(4);
    for (int round = 0; round < 150; ++round) {
        const auto scan = random_scan(random);
        const auto expected = read_plainly(scan);
        ASSERT_TRUE(expected.ok);

        const auto outcome = checked(scan);

        EXPECT_TRUE(outcome.ok);
        EXPECT_EQ(outcome.means, expected.means);
    }
}

TEST(CheckJpegScan, SeesTheSameDamageAsAReaderBitByBit) {  // CAL-IMG-12
    Randomness random(5);
    int refused = 0;
    for (int round = 0; round < 150; ++round) {
        auto scan = random_scan(random);
        for (int i = 0; i < 4; ++i) {
            const auto at = random_below(random, static_cast<unsigned>(scan.data.size()));
            scan.data[at] ^= static_cast<std::byte>(1u << random_below(random, 8));
            const auto plain = read_plainly(scan);

            const auto outcome = checked(scan);

            // Up to 16 bytes may be left over, which the plain reader does not know of.
            const bool has_all = plain.means.size() == kBlocks;
            EXPECT_TRUE(has_all || !outcome.ok);
            EXPECT_TRUE(outcome.ok || !plain.ok);
            EXPECT_TRUE(!has_all || outcome.means == plain.means);
            refused += outcome.ok ? 0 : 1;
        }
    }
    EXPECT_GT(refused, 100);
}

TEST(CheckJpegScan, FailsAtEveryTruncation) {  // CAL-IMG-12
    Randomness random(6);
    auto scan = random_scan(random);
    while (!scan.data.empty()) {
        scan.data.pop_back();
        // A zero that was stuffed does not count.
        const bool whole = read_plainly(scan).ok;

        EXPECT_EQ(checked(scan).ok, whole) << scan.data.size();
    }
}

TEST(CheckJpegScan, RefusesMcusOfTooManyBlocks) {
    const JpegBlockLookup lookup(
        JpegHuffmanCodes::of(JpegHuffmanTable::standard_dc(0)).value(),
        JpegHuffmanCodes::of(JpegHuffmanTable::standard_ac(0)).value()
    );
    JpegScan scan;
    scan.components[0] = {.h = 4, .v = 3, .lookup = &lookup, .luma = nullptr};
    scan.component_count = 1;
    scan.mcus_per_row = 1;
    scan.mcu_rows = 1;

    const auto result = check_jpeg_scan(Bytes(100), scan);

    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().code, ErrorCode::InvalidInput);
}

}  // namespace
}  // namespace fovea::media
