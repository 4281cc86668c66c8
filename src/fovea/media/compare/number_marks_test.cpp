#include "fovea/media/compare/number_marks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace fovea::media {
namespace {

bool overlap(const PixelRect& a, const PixelRect& b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
           b.y < a.y + a.height;
}

Picture grey(PixelSize size) {
    Picture picture(Shape::of(size, PixelFormat::Gray8));
    for (std::uint32_t y = 0; y < size.height; ++y) {
        std::memset(picture.row(y), 100, picture.stride());
    }
    return picture;
}

TEST(PlaceMarks, PutsNumbersBesideTheirPartsAndNotOverWords) {  // P5
    const std::vector<MarkedPart> parts = {
        {{100, 100, 80, 24}, 1}, {{200, 100, 80, 24}, 2}, {{100, 140, 14, 14}, 3}};
    const std::vector<PixelRect> words = {
        {110, 106, 60, 12}, {210, 106, 60, 12}, {120, 141, 90, 12}, {100, 86, 90, 12}};

    const auto marks = place_marks({400, 300}, parts, words);

    ASSERT_EQ(marks.size(), 3u);
    for (std::size_t i = 0; i < marks.size(); ++i) {
        EXPECT_EQ(marks[i].box, parts[i].box);
        EXPECT_EQ(marks[i].number, parts[i].number);
        for (const auto& word : words) EXPECT_FALSE(overlap(marks[i].tag, word)) << i;
        for (const auto& part : parts) EXPECT_FALSE(overlap(marks[i].tag, part.box)) << i;
        for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(overlap(marks[i].tag, marks[j].tag));
    }
}

TEST(PlaceMarks, StaysOnThePicture) {  // P5
    const std::vector<MarkedPart> parts = {
        {{0, 0, 20, 10}, 1}, {{380, 0, 20, 10}, 88}, {{0, 290, 400, 10}, 999}};

    for (const auto& mark : place_marks({400, 300}, parts, {})) {
        EXPECT_LE(mark.tag.x + mark.tag.width, 400u) << mark.number;
        EXPECT_LE(mark.tag.y + mark.tag.height, 300u) << mark.number;
    }
}

TEST(PlaceMarks, GrowsWithTheWordsAndStopsAtItsLimit) {  // P5
    const std::vector<MarkedPart> parts(kMaxMarks + 5, {{300, 300, 40, 40}, 7});
    const std::vector<PixelRect> small = {{0, 0, 40, 12}};
    const std::vector<PixelRect> large = {{0, 0, 120, 36}};

    const auto once = place_marks({900, 900}, parts, small);
    const auto thrice = place_marks({900, 900}, parts, large);

    EXPECT_EQ(once.size(), kMaxMarks);
    EXPECT_EQ(thrice[0].tag.height, 3 * once[0].tag.height);
    EXPECT_EQ(thrice[0].tag.width, 3 * once[0].tag.width);
}

TEST(DrawMarks, OutlinesThePartAndWritesItsNumberInTheTag) {  // P5
    const NumberMark mark{{20, 20, 10, 10}, {20, 7, 10, 13}, 1};

    const auto drawn = draw_marks(grey({60, 40}), std::span(&mark, 1));

    const auto sample = [&](std::size_t x, std::size_t y) { return drawn.row(y)[3 * x]; };
    EXPECT_EQ(drawn.format(), PixelFormat::Rgb8);
    EXPECT_EQ(sample(25, 25), 100);  // inside
    EXPECT_EQ(sample(19, 25), 230);  // its outline, red
    EXPECT_EQ(sample(20, 7), 230);   // the tag's ground
    EXPECT_EQ(sample(24, 12), 255);  // the stroke of the 1
    EXPECT_EQ(sample(40, 30), 100);
}

TEST(DrawMarks, TakesMarksThatLieAnywhere) {  // P5
    constexpr std::uint32_t kHuge = 0xFFFFFFFF;
    const std::vector<NumberMark> marks = {
        {{kHuge, kHuge, kHuge, kHuge}, {0, 0, kHuge, kHuge}, kHuge},
        {{0, 0, 0, 0}, {30, 30, 1, 1}, 0},
        {{5, 5, kHuge, 1}, {kHuge, 0, 1, 1}, 12}};

    const auto drawn = draw_marks(grey({20, 20}), marks);

    EXPECT_EQ(drawn.size(), (PixelSize{20, 20}));
}

}  // namespace
}  // namespace fovea::media
