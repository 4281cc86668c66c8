// What the encoders write, byte by byte; what terminals make of it is in tests/terminal.
#include "fovea/tui/graphics/iterm.hpp"
#include "fovea/tui/graphics/kitty.hpp"
#include "fovea/tui/graphics/palette.hpp"
#include "fovea/tui/graphics/sixel.hpp"
#include "fovea/tui/graphics/test_pictures.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace fovea::tui {
namespace {

std::size_t count(std::string_view text, std::string_view word) {
    std::size_t found = 0;
    for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        ++found;
    }
    return found;
}

Bytes bytes_of_size(std::size_t size) {
    return Bytes(size, std::byte{0xA5});
}

TEST(Kitty, ASmallPictureIsOneSequence) {  // CAL-IMG-27
    const auto bytes = kitty_picture(as_bytes("abc"), {.id = 7, .columns = 40, .rows = 12});

    EXPECT_EQ(bytes, "\x1b_Ga=T,f=100,q=2,i=7,c=40,r=12,p=1,C=1,m=0;YWJj\x1b\\");
}

TEST(Kitty, ALargeOneComesInPiecesOf4096) {  // CAL-IMG-27
    const auto bytes = kitty_picture(bytes_of_size(3072 * 2 + 1), {.id = 7});

    std::vector<std::string_view> pieces;
    for (std::string_view rest = bytes; !rest.empty();) {
        const auto end = rest.find("\x1b\\") + 2;
        pieces.push_back(rest.substr(0, end));
        rest.remove_prefix(end);
    }
    ASSERT_EQ(pieces.size(), 3u);
    EXPECT_TRUE(pieces[0].starts_with("\x1b_Ga=T,f=100,q=2,i=7,p=1,C=1,m=1;"));
    EXPECT_EQ(pieces[0].size() - pieces[0].find(';') - 3, 4096u);
    EXPECT_TRUE(pieces[1].starts_with("\x1b_Gq=2,m=1;"));
    EXPECT_TRUE(pieces[2].starts_with("\x1b_Gq=2,m=0;"));
}

TEST(Kitty, ThroughTmuxEachPieceIsWrapped) {  // CAL-IMG-27
    const auto bytes = kitty_picture(
        bytes_of_size(5000),
        {.id = 7, .columns = 2, .rows = 1, .by_placeholders = true, .through_tmux = true}
    );

    EXPECT_EQ(count(bytes, "\x1bPtmux;\x1b\x1b_G"), 2u);
    EXPECT_EQ(count(bytes, "\x1b\x1b\\\x1b\\"), 2u);
    EXPECT_EQ(count(bytes, "U=1"), 1u);
    EXPECT_EQ(count(bytes, "C=1"), 0u);
}

TEST(Kitty, PlaceholdersSayIdRowAndColumn) {  // CAL-IMG-27
    const auto lines = kitty_placeholders(0x40002A, 2, 2);

    ASSERT_EQ(lines.size(), 2u);
    ASSERT_EQ(lines[1].spans.size(), 1u);
    EXPECT_EQ(lines[0].plain(), "\U0010EEEE\u0305\u0305\U0010EEEE\u0305\u030D");
    EXPECT_EQ(lines[1].plain(), "\U0010EEEE\u030D\u0305\U0010EEEE\u030D\u030D");
    EXPECT_EQ(lines[1].spans[0].style.colour, Colour::rgb(0x40, 0, 0x2A));
    EXPECT_TRUE(lines[1].spans[0].style.is_picture);
    // The list of marks is as long as the protocol says, and its last one is in its place.
    EXPECT_EQ(count(kitty_placeholders(1, 1000, 1)[0].plain(), "\U0010EEEE"), 297u);
    EXPECT_TRUE(kitty_placeholders(1, 297, 1)[0].plain().ends_with("\u0305\U0001D244"));
}

TEST(Kitty, IsTakenAwayByItsId) {  // CAL-IMG-27
    EXPECT_EQ(kitty_removal(7), "\x1b_Ga=d,d=I,q=2,i=7\x1b\\");
    EXPECT_EQ(kitty_removal(7, true), "\x1bPtmux;\x1b\x1b_Ga=d,d=I,q=2,i=7\x1b\x1b\\\x1b\\");
}

TEST(Iterm, NamesItsSizeInBytesAndCells) {  // CAL-IMG-27
    EXPECT_EQ(
        iterm_picture(as_bytes("abc"), 40, 12),
        "\x1b]1337;File=inline=1;size=3;width=40;height=12;preserveAspectRatio=1:YWJj\a"
    );
}

TEST(Iterm, NoSequenceIsLongerThanOneMayBe) {  // CAL-IMG-27
    const auto bytes = iterm_picture(bytes_of_size(900'000), 40, 12);

    EXPECT_TRUE(bytes.starts_with("\x1b]1337;MultipartFile=inline=1;size=900000;"));
    EXPECT_TRUE(bytes.ends_with("\x1b]1337;FileEnd\a"));
    EXPECT_EQ(count(bytes, "\x1b]1337;FilePart="), 3u);
    std::size_t longest = 0;
    for (std::string_view rest = bytes; !rest.empty();) {
        const auto end = rest.find('\a') + 1;
        longest = std::max(longest, end);
        rest.remove_prefix(end);
    }
    EXPECT_LT(longest, 1u << 20);
}

TEST(Sixel, ASmallPictureIsAsTheManualHasIt) {  // CAL-IMG-27
    const auto red = test_picture({12, 6}, [](auto, auto) { return TestColour{255, 0, 0}; });

    EXPECT_EQ(sixel_picture(red), "\x1bP0;1;0q\"1;1;12;6#0;2;100;0;0#0!12~\x1b\\");
}

TEST(Sixel, AHeightEndsWithWholeSixels) {  // CAL-IMG-27
    EXPECT_EQ(sixel_height(240), 240u);
    EXPECT_EQ(sixel_height(200), 198u);
    EXPECT_EQ(sixel_height(5), 5u);
}

TEST(Palette, FewColoursStayAsTheyAre) {  // CAL-IMG-27
    const auto picture = four_quarters({20, 10});

    const auto indexed = with_palette(picture, 256);

    ASSERT_EQ(indexed.palette.size(), 4u);
    for (std::uint32_t y = 0; y < 10; ++y) {
        for (std::uint32_t x = 0; x < 20; ++x) {
            ASSERT_EQ(indexed.palette[indexed.at(x, y)], colour_at(picture, x, y));
        }
    }
}

TEST(Palette, ManyColoursBecomeThoseThatAreNear) {  // CAL-IMG-27
    const auto picture = rainbow({200, 120});

    for (const std::size_t colours : {2, 16, 256}) {
        const auto indexed = with_palette(picture, colours);
        EXPECT_LE(indexed.palette.size(), colours);
        EXPECT_GE(indexed.palette.size(), colours / 2);
        // Seen from afar, where dithering is not, an area has its colour.
        double worst = 0;
        for (std::uint32_t top = 0; top + 20 <= 120; top += 20) {
            for (std::uint32_t left = 0; left + 20 <= 200; left += 20) {
                for (std::size_t c = 0; c < 3; ++c) {
                    double error = 0;
                    for (std::uint32_t i = 0; i < 400; ++i) {
                        const auto x = left + i % 20;
                        const auto y = top + i / 20;
                        error += double(colour_at(picture, x, y)[c]) -
                                 double(indexed.palette[indexed.at(x, y)][c]);
                    }
                    worst = std::max(worst, std::abs(error) / 400);
                }
            }
        }
        EXPECT_LT(worst, colours == 256 ? 16 : colours == 16 ? 60 : 130) << colours;
    }
}

}  // namespace
}  // namespace fovea::tui
