#include "fovea/reading/page/page.hpp"
#include "fovea/reading/page/test_page.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <vector>

namespace fovea::reading {
namespace {

using test::TestPage;
using test::texts;
using Texts = std::vector<std::string>;

TEST(LayOut, MakesNothingOfNothing) {  // P5
    EXPECT_TRUE(lay_out({}).blocks.empty());
}

TEST(LayOut, ReadsASideBarBeforeTheArticleBesideIt) {  // P5
    TestPage page;
    page.write(20, 40, "Site", {.em = 24});
    const Texts menu = {"Overview", "Traffic", "Images", "Settings"};
    const Texts article = {
        "The first line of an article on a page",
        "and the second one, which goes on below",
        "until the third line ends the sentence.",
        "Another one follows here with more words"};
    for (std::size_t i = 0; i < 4; ++i) page.write(20, 90 + 41 * double(i), menu[i]);
    for (std::size_t i = 0; i < 4; ++i) page.write(260, 98 + 24 * double(i), article[i]);

    const auto laid_out = lay_out(page.reading);

    EXPECT_EQ(
        texts(laid_out),
        (Texts{
            "Site",
            menu[0],
            menu[1],
            menu[2],
            menu[3],
            article[0],
            article[1],
            article[2],
            article[3]})
    );
    EXPECT_EQ(laid_out.blocks.back().lines.size(), 4u);
}

TEST(LayOut, ReadsCardsOneByOneAndTheirRowsFromTheTop) {  // P5
    TestPage page;
    Texts expected;
    for (int row = 0; row < 2; ++row) {
        for (int card = 0; card < 3; ++card) {
            const auto name = "Card " + std::to_string(3 * row + card);
            const auto x = 20 + 250 * card;
            const auto y = 100 + 140 * row;
            page.write(x, y, name, {.em = 18});
            page.write(x, y + 28, "A few words", {.ink = {120, 120, 120}});
            page.write(x, y + 56, "Open it", {.ink = {0, 90, 200}});
            expected.insert(expected.end(), {name, "A few words", "Open it"});
        }
    }

    EXPECT_EQ(texts(lay_out(page.reading)), expected);
}

TEST(LayOut, ReadsTheColumnsOfANewspaperOneAfterTheOther) {  // P5
    TestPage page;
    page.write(20, 40, "The Harbour Gazette is the paper of all who live here", {.em = 26});
    Texts expected{"The Harbour Gazette is the paper of all who live here"};
    for (int column = 0; column < 3; ++column) {
        for (int row = 0; row < 8; ++row) {
            const auto text =
                "line " + std::to_string(row) + " of column " + std::to_string(column);
            page.write(20 + 190 * column, 100 + 22 * row, text);
            expected.push_back(text);
        }
    }

    EXPECT_EQ(texts(lay_out(page.reading)), expected);
}

TEST(LayOut, PutsALabelAndItsValueInOneBlock) {  // P5
    TestPage page;
    page.write(20, 100, "Language");
    page.write(400, 100, "English", {.ink = {120, 120, 120}});
    page.write(20, 150, "Time zone");
    page.write(400, 150, "Berlin", {.ink = {120, 120, 120}});

    const auto laid_out = lay_out(page.reading);

    ASSERT_EQ(laid_out.blocks.size(), 2u);
    EXPECT_EQ(test::lines(laid_out.blocks[0]), (Texts{"Language", "English"}));
    EXPECT_EQ(test::lines(laid_out.blocks[1]), (Texts{"Time zone", "Berlin"}));
}

TEST(LayOut, GivesAHeadingABlockOfItsOwn) {  // P5
    TestPage page;
    page.write(20, 60, "Climate", {.em = 26});
    page.write(20, 100, "The mountains keep most of the rain away");
    page.write(20, 122, "and the shore is dry.");
    page.write(20, 170, "In summer the sun does not set at all");

    const auto laid_out = lay_out(page.reading);

    ASSERT_EQ(laid_out.blocks.size(), 3u);
    EXPECT_EQ(laid_out.blocks[1].lines.size(), 2u);
    EXPECT_EQ(laid_out.blocks[1].kind, BlockKind::Text);
    EXPECT_EQ(laid_out.blocks[0].box, laid_out.blocks[0].lines[0].box);
}

TEST(LayOut, FindsATableBesideASideBar) {  // P5
    TestPage page;
    for (int row = 0; row < 6; ++row) page.write(20, 90 + 43 * row, "Menu item");
    page.write(260, 70, "Members of the team and what they may do", {.em = 22});
    for (int row = 0; row < 6; ++row) {
        page.write(260, 130 + 34 * row, "Name " + std::to_string(row));
        page.write(460, 130 + 34 * row, "Role");
        page.write_right(700, 130 + 34 * row, std::to_string(17 * row));
    }

    const auto laid_out = lay_out(page.reading);

    const auto& table = laid_out.blocks.back();
    EXPECT_EQ(table.kind, BlockKind::Table);
    ASSERT_EQ(table.cells.size(), 6u);
    EXPECT_EQ(test::cells(table)[2], (Texts{"Name 2", "Role", "34"}));
}

TEST(LayOut, WeighsConfidenceByTheLengthOfWords) {  // P5
    TestPage page;
    page.write(20, 100, "a longer");
    page.reading.words[0].confidence = 0.2;
    page.reading.words[1].confidence = 0.9;

    const auto laid_out = lay_out(page.reading);

    ASSERT_EQ(laid_out.blocks.size(), 1u);
    EXPECT_NEAR(laid_out.blocks[0].lines[0].confidence, (0.2 + 0.9 * 6) / 7, 1e-9);
    EXPECT_EQ(laid_out.blocks[0].lines[0].words, (std::vector<std::size_t>{0, 1}));
}

// The picture turned as the camera may have been, with all of its words.
Reading turned(Reading reading, TextTurn turn, std::uint32_t width, std::uint32_t height) {
    reading.turn = turn;
    for (auto& word : reading.words) {
        const auto box = word.box;
        switch (turn) {
            case TextTurn::None: break;
            case TextTurn::Quarter:
                word.box = {height - box.y - box.height, box.x, box.height, box.width};
                break;
            case TextTurn::Half:
                word.box = {
                    width - box.x - box.width, height - box.y - box.height, box.width, box.height};
                break;
            case TextTurn::ThreeQuarters:
                word.box = {box.y, width - box.x - box.width, box.height, box.width};
                break;
        }
    }
    return reading;
}

TEST(LayOut, ReadsAPageOnItsSideAsIfUpright) {  // P5
    TestPage page;
    for (int row = 0; row < 4; ++row) {
        page.write(20, 100 + 34 * row, "Name " + std::to_string(row));
        page.write(220, 100 + 34 * row, "Role");
        page.write_right(460, 100 + 34 * row, std::to_string(17 * row));
    }
    page.write(20, 300, "A sentence below the table, in one line");
    const auto upright = texts(lay_out(page.reading));

    for (const auto turn : {TextTurn::Quarter, TextTurn::Half, TextTurn::ThreeQuarters}) {
        EXPECT_EQ(texts(lay_out(turned(page.reading, turn, 600, 400))), upright);
    }
}

std::size_t count_words(const Page& page) {
    std::multiset<std::size_t> seen;
    for (const auto& block : page.blocks) {
        for (const auto& line : block.lines) seen.insert(line.words.begin(), line.words.end());
        for (const auto& row : block.cells) {
            EXPECT_EQ(row.size(), block.cells.front().size());
            for (const auto& cell : row) seen.insert(cell.words.begin(), cell.words.end());
        }
    }
    EXPECT_EQ(std::set<std::size_t>(seen.begin(), seen.end()).size(), seen.size());
    return seen.size();
}

// Places a word by its number.
using Place = media::PixelRect (*)(std::uint32_t);

constexpr Place kHostile[] = {
    [](std::uint32_t) {
        return media::PixelRect{100, 100, 40, 12};
    },
    [](std::uint32_t) { return media::PixelRect{}; },
    [](std::uint32_t i) {
        return media::PixelRect{i * 60, i * 20, 40, 12};
    },
    [](std::uint32_t i) {
        return media::PixelRect{(4000 - i) * 60, i * 20, 40, 12};
    },
    [](std::uint32_t i) {
        return media::PixelRect{i % 60 * 50, i / 60 * 20, 40, 12};
    },
    [](std::uint32_t i) {
        return media::PixelRect{i % 37 * 50 + i % 7, i * 7, 40, 12};
    },
    [](std::uint32_t i) {
        return media::PixelRect{i * 2654435761u % 3000, i * 40503u % 3000, 0, 0};
    },
    [](std::uint32_t i) {
        return media::PixelRect{i * 2654435761u, i * 40503u, i * 97u, i * 2246822519u};
    },
    [](std::uint32_t) {
        constexpr auto kMost = std::numeric_limits<std::uint32_t>::max();
        return media::PixelRect{kMost, kMost, kMost, kMost};
    },
};

TEST(LayOut, KeepsEveryWordOnceWhereverItStands) {  // P5
    const Texts written = {"word", "12", "implementation", "of", "x=1;", "a"};
    for (const auto place : kHostile) {
        Reading reading;
        for (std::uint32_t i = 0; i < 4000; ++i) {
            Word word{written[i % written.size()], place(i), 0.9, i / 3};
            if (i % 11 == 0) word.line = std::numeric_limits<std::size_t>::max();
            reading.words.push_back(word);
        }

        EXPECT_EQ(count_words(lay_out(reading)), 4000u);
    }
}

}  // namespace
}  // namespace fovea::reading
