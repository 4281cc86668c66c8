#include "fovea/reading/page/code_blocks.hpp"

#include "fovea/reading/page/test_page.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace fovea::reading {
namespace {

using test::lines;
using test::TestPage;

constexpr test::Font kCode{.em = 14, .advance = 8.4};

std::vector<Block> code_in(const Reading& reading) {
    auto pieces = pieces_of(reading);
    return take_code_blocks(pieces, reading);
}

// As lines are found: cut where more than one space stands.
void write_code(TestPage& page, double x, double y, std::string_view text) {
    for (std::size_t begin = 0; begin < text.size();) {
        begin = text.find_first_not_of(' ', begin);
        if (begin == std::string_view::npos) return;
        const auto end = std::min(text.find("  ", begin), text.size());
        page.write(x + double(begin) * kCode.advance, y, text.substr(begin, end - begin), kCode);
        begin = end;
    }
}

const std::vector<std::string> kProgram = {
    "def first_free(slots, limit):",
    "    for index, slot in enumerate(slots):",
    "        if slot is None and index < limit:",
    "            return index",
    "    return None",
    "size = 12          # of the whole table",
};

TEST(CodeBlocks, KeepIndentationAndGaps) {  // P5
    TestPage page;
    for (std::size_t i = 0; i < kProgram.size(); ++i) {
        write_code(page, 300, 100 + 20 * double(i), kProgram[i]);
    }

    const auto blocks = code_in(page.reading);

    ASSERT_EQ(blocks.size(), 1u);
    EXPECT_EQ(blocks[0].kind, BlockKind::Code);
    EXPECT_EQ(lines(blocks[0]), kProgram);
}

TEST(CodeBlocks, PutTheMarksOfADiffInFront) {  // P5
    TestPage page;
    for (std::size_t i = 0; i < kProgram.size(); ++i) {
        const auto y = 100 + 20 * double(i);
        write_code(page, 300, y, kProgram[i]);
        if (i == 1) page.write(300 - 3 * kCode.advance, y, "-", kCode);
        if (i == 2) page.write(300 - 3 * kCode.advance, y, "+", kCode);
    }

    const auto blocks = code_in(page.reading);

    ASSERT_EQ(blocks.size(), 1u);
    EXPECT_EQ(lines(blocks[0])[0], "   " + kProgram[0]);
    EXPECT_EQ(lines(blocks[0])[1], "-  " + kProgram[1]);
    EXPECT_EQ(lines(blocks[0])[2], "+  " + kProgram[2]);
}

TEST(CodeBlocks, KeepTheSpacesThatTheReaderSaw) {  // P5
    TestPage page;
    for (std::size_t i = 0; i < kProgram.size(); ++i) {
        write_code(page, 300, 100 + 20 * double(i), kProgram[i]);
    }
    auto& is = page.reading.words[10].box;  // touches the word before it
    const auto& slot = page.reading.words[9].box;
    is.width += is.x - slot.x - slot.width;
    is.x = slot.x + slot.width;

    const auto blocks = code_in(page.reading);

    ASSERT_EQ(blocks.size(), 1u);
    EXPECT_EQ(lines(blocks[0]), kProgram);
}

TEST(CodeBlocks, PutTheNumbersOfLinesInFront) {  // P5
    TestPage page;
    for (std::size_t i = 0; i < kProgram.size(); ++i) {
        const auto y = 100 + 20 * double(i);
        page.write_right(283, y, std::to_string(i + 8), {.em = 14, .ink = {120, 120, 120}});
        write_code(page, 300, y, kProgram[i]);
    }

    const auto blocks = code_in(page.reading);

    ASSERT_EQ(blocks.size(), 1u);
    EXPECT_EQ(blocks[0].lines[0].text, " 8  " + kProgram[0]);
    EXPECT_EQ(blocks[0].lines[2].text, "10  " + kProgram[2]);
}

TEST(CodeBlocks, LeaveProseAlone) {  // P5
    TestPage page;
    page.write(40, 100, "Readers of a printed page follow its columns without");
    page.write(40, 122, "thinking about it. On a screen the same reader has to");
    page.write(40, 144, "choose among panes, bars and lists, within a moment.");

    EXPECT_TRUE(code_in(page.reading).empty());
}

TEST(CodeBlocks, LeaveAStandInForEachBlockAndTheRestAsItWas) {  // P5
    TestPage page;
    page.write(300, 60, "The function below finds a free slot", {.em = 18});
    for (std::size_t i = 0; i < kProgram.size(); ++i) {
        write_code(page, 300, 100 + 20 * double(i), kProgram[i]);
    }
    auto pieces = pieces_of(page.reading);

    const auto blocks = take_code_blocks(pieces, page.reading);

    ASSERT_EQ(blocks.size(), 1u);
    ASSERT_EQ(pieces.size(), 2u);
    EXPECT_FALSE(pieces[0].block.has_value());
    EXPECT_EQ(pieces[1].block, 0u);
}

}  // namespace
}  // namespace fovea::reading
