#include "fovea/tui/graphics/thumbnails.hpp"

#include "fovea/media/transform/thumbnail.hpp"
#include "fovea/tui/graphics/kitty.hpp"
#include "fovea/tui/graphics/test_pictures.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace fovea::tui {
namespace {

// As a worker would: four quarters in the room that is given.
LoadPixels quarters() {
    return [](const content::ImageBlock& image,
              media::PixelSize room,
              const std::stop_token&) -> Result<media::Picture> {
        return four_quarters(media::size_in_room(image.size, room));
    };
}

PictureToShow screenshot() {
    return {
        .image = {
            .source = content::BlobRef{},
            .mime = "image/png",
            .size = {1920, 1080},
            .filename = "shot.png"}};
}

ShownPicture show(GraphicsKind kind, const PictureToShow& picture, const Place& place = {}) {
    Thumbnails thumbnails({.kind = kind}, quarters(), 1000);
    return thumbnails.show(picture, place, {});
}

std::string words(const StyledText& lines) {
    std::string all;
    for (const auto& line : lines) all += line.plain() + "\n";
    return all;
}

TEST(Thumbnails, AreTwelveRowsAtMostAndAsWideAsTheirShapeWants) {  // U2
    for (const auto kind :
         {GraphicsKind::Kitty,
          GraphicsKind::Placeholders,
          GraphicsKind::Iterm,
          GraphicsKind::Sixel,
          GraphicsKind::Symbols}) {
        const auto shown = show(kind, screenshot(), {.indent = 2});
        EXPECT_EQ(shown.rows, 12) << name_of(kind);
        EXPECT_EQ(shown.columns, 43) << name_of(kind);
        EXPECT_EQ(shown.lines.size(), 12u) << name_of(kind);
    }
    auto tall = screenshot();
    tall.image.size = {300, 3000};
    EXPECT_EQ(show(GraphicsKind::Kitty, tall).columns, 3);
    auto wide = screenshot();
    wide.image.size = {6000, 100};
    EXPECT_EQ(show(GraphicsKind::Kitty, wide).rows, 1);
    EXPECT_EQ(show(GraphicsKind::Kitty, wide).columns, 60);
    auto icon = screenshot();
    icon.image.size = {16, 16};
    EXPECT_EQ(show(GraphicsKind::Kitty, icon).columns, 2);
    EXPECT_EQ(show(GraphicsKind::Kitty, icon).rows, 1);
    EXPECT_LE(show(GraphicsKind::Kitty, screenshot(), {.indent = 2, .columns = 20}).columns, 18);
}

TEST(Thumbnails, ADrawingSaysWhereItIs) {  // U2
    const auto shown = show(GraphicsKind::Kitty, screenshot(), {.indent = 2});

    ASSERT_TRUE(shown.lines[0].drawing);
    EXPECT_EQ(shown.lines[0].drawing->column, 2);
    EXPECT_EQ(shown.lines[0].drawing->columns, 43);
    EXPECT_EQ(shown.lines[0].drawing->rows, 12);
    EXPECT_EQ(shown.id, 1000u);
    EXPECT_TRUE(shown.lines[0].drawing->bytes.starts_with("\x1b_Ga=T,f=100,q=2,i=1000,r=12,p=1,C=1")
    );
}

// U2: previews are drawn as well as the terminal can, and taken away again.
TEST(Thumbnails, PassingOnesGoAgain) {
    const auto passing = [](GraphicsKind kind, LoadPixels load = quarters()) {
        Thumbnails thumbnails({.kind = kind}, std::move(load), 1000);
        return thumbnails.show_passing(screenshot(), {.indent = 4, .columns = 32, .rows = 6}, {});
    };
    const auto kitty = passing(GraphicsKind::Kitty);
    ASSERT_EQ(kitty.size(), 6u);
    ASSERT_TRUE(kitty[0].drawing);
    EXPECT_TRUE(kitty[0].drawing->passes);
    EXPECT_EQ(kitty[0].drawing->column, 4);
    EXPECT_EQ(kitty[0].drawing->removal, kitty_removal(1000));
    const auto characters = passing(GraphicsKind::Placeholders);
    EXPECT_EQ(characters[0].drawing->removal, kitty_removal(1000));
    for (const auto kind : {GraphicsKind::Sixel, GraphicsKind::Iterm}) {
        const auto lines = passing(kind);
        ASSERT_EQ(lines.size(), 7u) << name_of(kind);
        EXPECT_TRUE(lines[0].drawing->passes);
        EXPECT_EQ(lines[0].drawing->removal, "");  // written over
        EXPECT_TRUE(lines[6].empty());
    }
    EXPECT_FALSE(passing(GraphicsKind::Symbols)[0].drawing);
    EXPECT_TRUE(passing(GraphicsKind::Words).empty());
    const auto fails = [](const content::ImageBlock&, media::PixelSize, const std::stop_token&) {
        return Result<media::Picture>(Error{ErrorCode::InvalidInput, "no picture"});
    };
    EXPECT_TRUE(passing(GraphicsKind::Kitty, fails).empty());
}

TEST(Thumbnails, WhereNothingCanBeShownItIsNamed) {  // CAL-IMG-28
    const auto line = "  [image: 1920x1080 image/png shot.png]\n";
    EXPECT_EQ(words(show(GraphicsKind::Words, screenshot(), {.indent = 2}).lines), line);

    const LoadPixels broken = [](const auto&, auto, const auto&) -> Result<media::Picture> {
        return Error{ErrorCode::DecodeFailed, "cut in half"};
    };
    Thumbnails thumbnails({.kind = GraphicsKind::Kitty}, broken, 1);
    EXPECT_EQ(words(thumbnails.show(screenshot(), {.indent = 2}, {}).lines), line);
    EXPECT_EQ(thumbnails.remove_all(), "");
}

TEST(Thumbnails, AtTwentyColumnsTheWordsAreBroken) {  // CAL-IMG-28
    for (const auto& line :
         show(GraphicsKind::Words, screenshot(), {.indent = 2, .columns = 20}).lines) {
        EXPECT_LE(line.width(), 20);
    }
    EXPECT_FALSE(
        show(GraphicsKind::Kitty, screenshot(), {.indent = 30, .columns = 20}).lines.empty()
    );
}

TEST(Thumbnails, BoxesAreListedWithTheirNumbers) {  // U2
    auto picture = screenshot();
    picture.boxes = {{{640, 120, 300, 80}, 1, "Save\x1b[31m"}, {{0, 0, 10, 10}, 2, "Menu"}};

    for (const auto kind : {GraphicsKind::Kitty, GraphicsKind::Symbols, GraphicsKind::Words}) {
        const auto all = words(show(kind, picture, {.indent = 2}).lines);
        EXPECT_NE(all.find("   1  Save\\x1b[31m  640,120 300×80\n"), std::string::npos) << all;
        EXPECT_TRUE(all.ends_with("   2  Menu  0,0 10×10\n")) << all;
    }
}

TEST(Thumbnails, BoxesAreDrawn) {  // U2
    auto picture = screenshot();
    const auto plain = show(GraphicsKind::Kitty, picture).lines[0].drawing->bytes;
    picture.boxes = {{{640, 120, 300, 80}, 1, "Save"}};

    EXPECT_NE(show(GraphicsKind::Kitty, picture).lines[0].drawing->bytes, plain);
}

TEST(Thumbnails, ACaptionStandsBesideWhereThereIsRoomElseBelow) {  // U2
    auto picture = screenshot();
    picture.caption = "shot.png  1920×1080 PNG";

    const auto beside = show(GraphicsKind::Kitty, picture, {.indent = 2, .columns = 100});
    EXPECT_EQ(beside.lines.size(), 12u);
    EXPECT_EQ(beside.lines[1].plain(), std::string(2 + 43 + 3, ' ') + "shot.png  1920×1080 PNG");
    const auto below = show(GraphicsKind::Kitty, picture, {.indent = 2, .columns = 60});
    EXPECT_EQ(below.lines.size(), 13u);
    EXPECT_EQ(below.lines[12].plain(), "  shot.png  1920×1080 PNG");
}

TEST(Thumbnails, AreTakenAwayOnceAndByTheirOwnIdsAlone) {  // U2
    Thumbnails thumbnails({.kind = GraphicsKind::Kitty}, quarters(), 1000);
    const auto first = thumbnails.show(screenshot(), {}, {});
    const auto second = thumbnails.show(screenshot(), {}, {});

    EXPECT_EQ(thumbnails.remove(*first.id), "\x1b_Ga=d,d=I,q=2,i=1000\x1b\\");
    EXPECT_EQ(thumbnails.remove(*first.id), "");
    EXPECT_EQ(thumbnails.remove(7), "");
    EXPECT_EQ(thumbnails.remove_all(), "\x1b_Ga=d,d=I,q=2,i=1001\x1b\\");
    EXPECT_EQ(thumbnails.remove_all(), "");
    EXPECT_EQ(*second.id, 1001u);
}

TEST(Thumbnails, ASixelNeverReachesBelowItsRows) {  // U2
    for (std::uint32_t high = 14; high < 40; ++high) {
        Thumbnails thumbnails({.kind = GraphicsKind::Sixel, .cell = {9, high}}, quarters(), 1);
        const auto shown = thumbnails.show(screenshot(), {}, {});
        const auto& bytes = shown.lines[0].drawing->bytes;
        const auto bands = std::uint32_t(std::count(bytes.begin(), bytes.end(), '-')) + 1;
        EXPECT_LE(bands * 6, std::uint32_t(shown.rows) * high) << high;
    }
}

}  // namespace
}  // namespace fovea::tui
