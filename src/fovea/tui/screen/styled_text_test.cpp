#include "fovea/tui/screen/styled_text.hpp"

#include "fovea/tui/screen/graphemes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fovea::tui {
namespace {

using testing::ElementsAre;

std::vector<std::string> words_of(const StyledText& text) {
    std::vector<std::string> lines;
    for (const auto& line : text) lines.push_back(line.plain());
    return lines;
}

TEST(Graphemes, KnowTheirColumns) {
    EXPECT_EQ(first_grapheme("a"), (Grapheme{.bytes = 1, .columns = 1}));
    EXPECT_EQ(first_grapheme("e\u0301x"), (Grapheme{.bytes = 3, .columns = 1}));
    EXPECT_EQ(first_grapheme("漢字"), (Grapheme{.bytes = 3, .columns = 2}));
    EXPECT_EQ(first_grapheme("\u200B").is_shown_as_is, false);
    EXPECT_EQ(first_grapheme("\x1b[0m").is_shown_as_is, false);
    EXPECT_EQ(first_grapheme("\xff").columns, 1);
    EXPECT_EQ(first_grapheme("").bytes, 0u);
}

TEST(Graphemes, TakeTheWidestThatAnyTerminalDraws) {
    const auto family = first_grapheme("👨\u200D👩\u200D👧!");

    EXPECT_EQ(family.bytes, std::string("👨\u200D👩\u200D👧").size());
    EXPECT_EQ(family.columns, 6);
    EXPECT_FALSE(family.is_certain);
    EXPECT_EQ(first_grapheme("❤\uFE0F").columns, 2);
}

TEST(Graphemes, AreFoundBackwards) {
    const std::string text = "a👨\u200D👩\u200D👧e\u0301";

    EXPECT_EQ(grapheme_before(text, text.size()), 3u);
    EXPECT_EQ(grapheme_before(text, text.size() - 3), text.size() - 4);
    EXPECT_EQ(grapheme_before(text, 1), 1u);
    EXPECT_EQ(grapheme_before(text, 0), 0u);
}

TEST(Graphemes, AreCutOffWhereMarksNeverEnd) {
    std::string zalgo = "a";
    for (int i = 0; i < 1000; ++i) zalgo += "\u0301";

    EXPECT_LE(first_grapheme(zalgo).bytes, 64u);
    EXPECT_GT(display_width(zalgo), 1);
}

TEST(Graphemes, FitIntoColumnsWhole) {
    EXPECT_EQ(fit_width("漢字", 3), "漢");
    EXPECT_EQ(shorten_to_width("a long name.png", 7), "a long…");
    EXPECT_EQ(shorten_to_width("short", 5), "short");
}

TEST(StyledText, JoinsWhatLooksTheSame) {
    StyledLine line;
    line.add("a").add("b").add("").add("c", bold_of());

    EXPECT_THAT(line.spans, ElementsAre(Span{"ab"}, Span{"c", bold_of()}));
}

TEST(StyledText, BreaksBetweenWords) {
    StyledLine line("the linker misses ");
    line.add("libisal", bold_of()).add(": line 14");

    const auto wrapped = wrap(line, 18, 2);

    EXPECT_THAT(words_of(wrapped), ElementsAre("the linker misses", "  libisal: line 14"));
    EXPECT_EQ(wrapped[1].spans[1], (Span{"libisal", bold_of()}));
}

TEST(StyledText, BreaksScriptsWithoutBlanksBetweenTheirLetters) {
    const auto broken = [](const char* text, int columns) {
        return words_of(wrap(StyledLine(text), columns));
    };

    EXPECT_THAT(broken("see 日本語の文章", 10), ElementsAre("see 日本語", "の文章"));
    EXPECT_THAT(
        broken("日本語です。次は", 10), ElementsAre("日本語で", "す。次は")
    );  // no line begins with 。
    EXPECT_THAT(
        broken("日本語の「文」", 10), ElementsAre("日本語の", "「文」")
    );  // none ends with 「
    EXPECT_THAT(broken("日本語and中文", 8), ElementsAre("日本語", "and中文"));
    EXPECT_THAT(broken("한국어 텍스트", 8), ElementsAre("한국어", "텍스트"));
}

TEST(StyledText, BreaksLongWordsAnywhere) {
    EXPECT_THAT(
        words_of(wrap(StyledLine("ab 0123456789"), 5)), ElementsAre("ab", "01234", "56789")
    );
    EXPECT_THAT(words_of(wrap(StyledLine("漢字漢字"), 5)), ElementsAre("漢字", "漢字"));
}

TEST(StyledText, KeepsTheBlanksOfCode) {
    EXPECT_THAT(
        words_of(wrap_anywhere(StyledLine("    if (x)  y"), 8)), ElementsAre("    if (", "x)  y")
    );
    EXPECT_THAT(words_of(wrap_anywhere(StyledLine(""), 8)), ElementsAre(""));
}

TEST(StyledText, NeverLoopsWhereNothingFits) {
    EXPECT_THAT(words_of(wrap(StyledLine("漢字"), 1, 4)), ElementsAre("漢", "字"));
    EXPECT_EQ(cut(StyledLine("abc"), 0).plain(), "");
}

TEST(StyledText, SplitsLinesAndWidensTabs) {
    EXPECT_THAT(words_of(lines_of("a\tb\r\n\nc")), ElementsAre("a   b", "", "c"));
}

}  // namespace
}  // namespace fovea::tui
