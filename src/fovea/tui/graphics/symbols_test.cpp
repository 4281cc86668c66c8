#include "fovea/tui/graphics/symbols.hpp"

#include "fovea/media/compare/overlay.hpp"
#include "fovea/tui/graphics/draw_boxes.hpp"
#include "fovea/tui/graphics/test_pictures.hpp"

#include <gtest/gtest.h>

namespace fovea::tui {
namespace {

TEST(Symbols, ACellOfTwoColoursIsExact) {  // CAL-IMG-27
    // Blue but for the lower right quarter.
    const auto picture = test_picture({4, 8}, [](auto x, auto y) {
        return x >= 2 && y >= 4 ? TestColour{250, 200, 0} : TestColour{0, 0, 200};
    });

    const auto lines = symbols_of(picture);

    ASSERT_EQ(lines.size(), 1u);
    ASSERT_EQ(lines[0].spans.size(), 1u);
    EXPECT_EQ(lines[0].plain(), "▗");
    EXPECT_EQ(lines[0].spans[0].style.colour, Colour::rgb(250, 200, 0));
    EXPECT_EQ(lines[0].spans[0].style.background, Colour::rgb(0, 0, 200));
    EXPECT_TRUE(lines[0].spans[0].style.is_picture);
}

TEST(Symbols, FlatCellsAreBlanks) {  // CAL-IMG-27
    const auto lines = symbols_of(test_picture({9, 17}, [](auto, auto) {
        return TestColour{10, 20, 30};
    }));

    ASSERT_EQ(lines.size(), 3u);
    for (const auto& line : lines) {
        EXPECT_EQ(line.plain(), "   ");
        EXPECT_EQ(line.spans.at(0).style.background, Colour::rgb(10, 20, 30));
    }
}

TEST(Symbols, NumbersStandInCellsOfTheirOwn) {  // U2
    const auto plain = test_picture({40, 32}, [](auto, auto) { return TestColour{240, 240, 240}; });
    const std::vector<NumberedBox> boxes{{{8, 8, 12, 12}, 1, "a"}, {{24, 8, 15, 20}, 12, "b"}};

    const auto lines = symbols_of(draw_boxes(plain, boxes, BoxNumbers::LeftOut), boxes);

    const auto row = lines.at(1).plain();
    EXPECT_NE(row.find('1'), std::string::npos);
    EXPECT_NE(row.find("12"), std::string::npos);
    const auto& [red, green, blue] = media::frame_colour(1);
    bool found = false;
    for (const auto& span : lines.at(1).spans) {
        if (span.text == "12") found = span.style.background == Colour::rgb(red, green, blue);
    }
    EXPECT_TRUE(found);
}

TEST(Scaled, BoxesStayInsideAndAreNeverEmpty) {  // U2
    EXPECT_EQ(
        scaled({100, 100, 200, 50}, {1000, 500}, {400, 200}), (media::PixelRect{40, 40, 80, 20})
    );
    EXPECT_EQ(scaled({999, 499, 1, 1}, {1000, 500}, {40, 20}), (media::PixelRect{39, 19, 1, 1}));
    EXPECT_EQ(
        scaled({0xFFFFFFFF, 0, 0xFFFFFFFF, 0xFFFFFFFF}, {1000, 500}, {40, 20}),
        (media::PixelRect{39, 0, 1, 20})
    );
    EXPECT_EQ(scaled({1, 2, 3, 4}, {0, 0}, {40, 20}), (media::PixelRect{0, 0, 1, 1}));
}

}  // namespace
}  // namespace fovea::tui
