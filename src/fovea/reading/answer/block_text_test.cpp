#include "fovea/reading/answer/block_text.hpp"

#include "fovea/reading/answer/test_sight.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

TEST(BlockText, PutsTheBoxBeforeTheTextAndIndentsFurtherLines) {  // P5
    TestSight shot;
    shot.paragraph(10, 20, {"First line", "second"});

    EXPECT_EQ(block_text(shot.page.blocks[0]), "[10, 20, 90, 56] First line\n  second\n");
}

TEST(BlockText, KeepsALabelAndItsValueOnOneLine) {  // P5
    TestSight shot;
    shot.paragraph(0, 0, {"Format", "WebP"});
    shot.page.blocks[0].lines[1].box = {300, 2, 32, 16};

    EXPECT_EQ(block_text(shot.page.blocks[0]), "[0, 0, 48, 36] Format · WebP\n");
}

TEST(BlockText, WritesTablesAsRowsAndEscapesBars) {  // P5
    TestSight shot;
    shot.table(0, 0, 100, {{"Key", "Value"}, {"a|b", ""}});

    EXPECT_EQ(
        block_text(shot.page.blocks[0]),
        "[0, 0, 200, 40] table, 2 rows x 2 columns:\n| Key | Value |\n| a\\|b | |\n"
    );
}

TEST(BlockText, FencesCodeWithItsIndentation) {  // P5
    TestSight shot;
    shot.code(0, 0, {"if (x) {", "    y();", "}"});

    EXPECT_EQ(
        block_text(shot.page.blocks[0]),
        "[0, 0, 64, 56] code, 3 lines:\n```\nif (x) {\n    y();\n}\n```\n"
    );
}

TEST(BlockText, TakesAFenceThatTheCodeCannotClose) {  // V4
    TestSight shot;
    shot.code(0, 0, {"````", "x"});

    const auto text = block_text(shot.page.blocks[0]);

    EXPECT_NE(text.find("\n`````\n````\nx\n`````\n"), std::string::npos) << text;
}

TEST(BlockText, MarksWhatWasReadUncertainly) {  // P5
    TestSight shot;
    shot.confidence(0.4).text(0, 0, "rn0ise").table(0, 50, 80, {{"a", "b"}});
    shot.code(0, 200, {"x = 1"});
    shot.page.blocks[1].cells[0][1].confidence = 0.9;

    EXPECT_EQ(block_text(shot.page.blocks[0]), "[0, 0, 48, 16] rn0ise (uncertain)\n");
    EXPECT_NE(block_text(shot.page.blocks[1]).find("| a (uncertain) | b |"), std::string::npos);
    EXPECT_NE(block_text(shot.page.blocks[2]).find("code, 1 line (uncertain):"), std::string::npos);
}

TEST(BlockText, NamesUncertainLinesOfCodeBeforeIt) {
    TestSight shot;
    shot.code(0, 0, {"a", "b", "c"});
    shot.page.blocks[0].lines[1].confidence = 0.3;

    const auto text = block_text(shot.page.blocks[0]);

    EXPECT_NE(text.find("code, 3 lines (uncertain: line 2):\n```\na\nb\nc\n"), std::string::npos)
        << text;
}

TEST(BlockText, LabelsBlocksByWhatTheyAre) {  // P5
    TestSight shot;
    shot.text(0, 0, std::string(70, 'x')).table(0, 0, 10, {{"a", "b"}, {"c", "d"}});
    shot.code(0, 0, {"a", "b"}).code(0, 0, {"make test"});

    EXPECT_EQ(block_label(shot.page.blocks[0]), std::string(60, 'x') + "…");
    EXPECT_EQ(block_label(shot.page.blocks[1]), "table 2x2");
    EXPECT_EQ(block_label(shot.page.blocks[2]), "code, 2 lines");
    EXPECT_EQ(block_label(shot.page.blocks[3]), "make test");
}

TEST(PageText, LetsSmallBlocksOfOneBandShareALine) {  // P5
    TestSight shot;
    shot.text(0, 0, "File").text(60, 2, "Edit").text(120, 0, "View").text(0, 40, "Ready");

    EXPECT_EQ(
        page_text(shot.page, 10'000),
        "[0, 0, 32, 16] File · [60, 2, 92, 18] Edit · [120, 0, 152, 16] View\n[0, 40, 40, 56] "
        "Ready\n"
    );
}

TEST(PageText, SaysWhatItLeavesOut) {
    TestSight shot;
    for (std::uint32_t i = 0; i < 10; ++i)
        shot.text(0, i * 40, "A line of text that is not small, and long");

    const auto text = page_text(shot.page, 200);

    EXPECT_LT(text.size(), 350u);
    EXPECT_NE(text.find("7 blocks of text left out here"), std::string::npos) << text;
}

TEST(PageText, LeavesOutBlocksWithoutText) {
    Page page;
    page.blocks.resize(2);
    page.blocks[1].kind = BlockKind::Table;

    EXPECT_EQ(page_text(page, 1000), "");
}

}  // namespace
}  // namespace fovea::reading
