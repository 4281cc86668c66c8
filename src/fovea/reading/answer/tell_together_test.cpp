#include "fovea/reading/answer/test_sight.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

using content::LabelledBox;

media::Compared compared(std::vector<media::PixelRect> regions) {
    media::Compared result;
    result.same_size = true;
    result.similarity = 0.97;
    result.changed_fraction = 0.064;
    result.regions = std::move(regions);
    return result;
}

std::string changes_of(const Told& told) {
    return told.text.substr(told.text.find("\nFrom picture 1") + 1);
}

TEST(TellTogether, NamesWhatEachPictureIs) {  // P5
    TestSight before({1280, 800});
    TestSight after({640, 480});
    before.name = "before.png";
    after.name = "after.png";
    after.kind.kind = PictureKind::Unknown;
    media::Compared change;

    const auto told = tell_together(std::vector{before.sight(), after.sight()}, {&change, 1}, "");

    EXPECT_TRUE(told.text.starts_with(
        "2 pictures, compared by local/ocr from their pixels and recognised text. Boxes are [x1, "
        "y1, x2, y2] "
        "in pixels.\n"
        "Picture 1 \"before.png\": screenshot (a guess), 1280 x 800 pixels, 0 words.\n"
        "Picture 2 \"after.png\": 640 x 480 pixels, 0 words.\n"
    )) << told.text;
}

TEST(TellTogether, TellsChangedWordsByRegion) {  // M8
    TestSight before;
    before.text(100, 50, "Rejected files")
        .text(100, 80, "317")
        .text(100, 300, "Total")
        .text(300, 300, "Other words");
    TestSight after;
    after.text(100, 50, "Rejected files")
        .text(100, 80, "713")
        .text(100, 300, "Total")
        .text(340, 300, "Other words");
    const auto change = compared({{100, 80, 24, 16}, {300, 300, 140, 16}, {700, 700, 9, 9}});

    const auto told =
        tell_together(std::vector{before.sight(), after.sight()}, {&change, 1}, "What changed?");

    EXPECT_EQ(
        changes_of(told),
        "From picture 1 to picture 2: same size, 6.4% of the pixels differ, in 3 regions.\n"
        "In both: 3 words unchanged, 2 words moved.\n"
        "Changed words, by region of the second picture:\n"
        "[100, 80, 124, 96]\n"
        "- changed [100, 80, 124, 96]: \"317\" → \"713\" (near \"Rejected files\")\n"
        "Only moved text in: [300, 300, 440, 316]\n"
        "No words changed, only pixels, in: [700, 700, 709, 709]\n"
        "Moved text:\n"
        "- 40 px right: \"Other words\"\n"
    );
    EXPECT_EQ(
        told.boxes,
        (std::vector<LabelledBox>{
            {"changed: 317 → 713", {100, 80, 24, 16}, 1},
            {"moved text", {300, 300, 140, 16}, 1},
            {"changed, no words", {700, 700, 9, 9}, 1},
            {"changed: 317 → 713", {100, 80, 24, 16}, 1}})
    );
}

TEST(TellTogether, TellsChangedColours) {  // M8
    TestSight before;
    before.text(100, 50, "Save changes");
    TestSight after;
    after.text(100, 50, "Save changes");
    auto change = compared({{80, 40, 200, 40}, {700, 700, 9, 9}});
    change.recoloured = {{{80, 40, 200, 40}, {37, 99, 235}, {22, 163, 74}, 0.9}};

    const auto told =
        tell_together(std::vector{before.sight(), after.sight()}, {&change, 1}, "What changed?");

    EXPECT_EQ(
        changes_of(told),
        "From picture 1 to picture 2: same size, 6.4% of the pixels differ, in 2 regions.\n"
        "In both: 2 words unchanged.\n"
        "No words were added, removed or replaced.\n"
        "No words changed, only pixels, in: [700, 700, 709, 709]\n"
        "Changed colours:\n"
        "- [80, 40, 280, 80]: blue #2563EB → green #16A34A (\"Save changes\")\n"
    );
    ASSERT_EQ(told.boxes.size(), 2u);
    EXPECT_EQ(told.boxes[0], (LabelledBox{"colour: blue → green", {80, 40, 200, 40}, 1}));
}

TEST(TellTogether, TellsWhatWasAddedAndRemoved) {  // M8
    TestSight before;
    before.text(100, 50, "Old banner text");
    TestSight after;
    after.text(100, 400, "The password is incorrect.");
    const auto change = compared({{100, 50, 300, 16}, {100, 400, 300, 16}});

    const auto told = tell_together(std::vector{before.sight(), after.sight()}, {&change, 1}, "");

    EXPECT_NE(
        told.text.find("- removed, was at [100, 50, 220, 66]: \"Old banner text\"\n"),
        std::string::npos
    );
    EXPECT_NE(
        told.text.find("- added [100, 400, 308, 416]: \"The password is incorrect.\"\n"),
        std::string::npos
    ) << told.text;
    EXPECT_EQ(told.boxes.back(), (LabelledBox{"removed: Old banner text", {100, 50, 120, 16}, 0}));
}

TEST(TellTogether, DoesNotCallTextGoneThatItOnlyFailedToRead) {  // M8
    TestSight before;
    before.text(100, 50, "811 ms");
    TestSight after;
    after.reading.lines.push_back({.box = {118, 50, 48, 16}});
    const auto change = compared({{100, 50, 70, 16}});

    const auto told = tell_together(std::vector{before.sight(), after.sight()}, {&change, 1}, "");

    EXPECT_NE(
        told.text.find(
            "- could not be read again, perhaps unchanged, [118, 50, 166, 66]: \"811 ms\"\n"
        ),
        std::string::npos
    ) << told.text;
}

TEST(TellTogether, SaysThatPicturesAreIdentical) {  // M8
    TestSight shot;
    shot.text(0, 0, "Same");
    media::Compared change = compared({});
    change.identical = true;

    const auto told = tell_together(std::vector{shot.sight(), shot.sight()}, {&change, 1}, "");

    EXPECT_EQ(changes_of(told), "From picture 1 to picture 2: identical, pixel for pixel.\n");
}

TEST(TellTogether, ComparesByTextAloneWhenSizesDiffer) {  // M8
    TestSight before({800, 600});
    before.text(0, 0, "Menu").text(0, 40, "Old price");
    TestSight after({400, 300});
    after.text(7, 9, "Menu").text(0, 40, "New price");
    media::Compared change;
    change.similarity = 0.5;

    const auto told = tell_together(std::vector{before.sight(), after.sight()}, {&change, 1}, "");

    EXPECT_EQ(
        changes_of(told),
        "From picture 1 to picture 2: their sizes differ (similarity 0.50 of 1), so only their "
        "text was "
        "compared.\n"
        "In both: 1 word unchanged.\n"
        "- added [0, 40, 72, 56]: \"New price\" (near \"Menu\")\n"
        "- removed, was at [0, 40, 72, 56]: \"Old price\" (near \"Menu\")\n"
    );
}

TEST(TellTogether, PutsWhatBearsOnTheQuestionFirst) {  // P5
    TestSight before;
    before.text(0, 0, "Total: 40 EUR");
    TestSight after;
    after.text(0, 0, "Total: 45 EUR");
    const auto change = compared({{50, 0, 60, 16}});

    const auto told = tell_together(
        std::vector{before.sight(), after.sight()}, {&change, 1}, "What is the total?"
    );

    const auto first =
        told.text.find("Picture 1 \"shot.png\":\n- 40 EUR: [56, 0, 104, 16] Total: 40 EUR\n");
    const auto second =
        told.text.find("\n\nPicture 2 \"shot.png\":\n- 45 EUR: [56, 0, 104, 16] Total: 45 EUR\n");
    ASSERT_NE(first, std::string::npos) << told.text;
    EXPECT_LT(first, second);
    EXPECT_LT(second, told.text.find("From picture 1 to picture 2"));
    EXPECT_EQ(told.boxes.at(0).image, 0u);
    EXPECT_EQ(told.boxes.at(1).image, 1u);
}

TEST(TellTogether, AnswersOnlyWhereThePicturesShowDifferentThings) {  // P5
    TestSight bill;
    bill.text(0, 0, "Total: 40 EUR");
    TestSight log;
    log.text(0, 0, "Done in 14.2 s");
    auto unlike = compared({{0, 0, 80, 16}});
    unlike.same_size = false;
    unlike.similarity = 0.3;

    const auto told =
        tell_together(std::vector{bill.sight(), log.sight()}, {&unlike, 1}, "What is the total?");

    EXPECT_EQ(told.value, "40 EUR");
    EXPECT_EQ(told.text.find("From picture 1"), std::string::npos) << told.text;
    EXPECT_NE(told.text.find("Picture 2 \"shot.png\": no text in it answers"), std::string::npos);
}

TEST(TellTogether, ComparesEachPictureWithTheNext) {  // P5
    TestSight one, two, three;
    one.text(0, 0, "1 item");
    two.text(0, 0, "2 items");
    three.text(0, 0, "3 items");
    const std::vector<media::Compared> changes(2, compared({{0, 0, 80, 16}}));

    const auto told =
        tell_together(std::vector{one.sight(), two.sight(), three.sight()}, changes, "");

    EXPECT_NE(told.text.find("From picture 2 to picture 3"), std::string::npos);
    EXPECT_EQ(told.boxes.back(), (LabelledBox{"changed: 2 items → 3 items", {0, 0, 56, 16}, 2}));
}

}  // namespace
}  // namespace fovea::reading
