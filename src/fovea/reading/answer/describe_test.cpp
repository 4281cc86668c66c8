#include "fovea/reading/answer/test_sight.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

using content::LabelledBox;

TEST(Describe, TellsTheSummaryAndThenTheTextByRegion) {  // P5
    TestSight shot({400, 300});
    shot.text(10, 10, "Settings").table(10, 60, 100, {{"Name", "State"}, {"Cache", "On"}});
    shot.kind.reasons = {"96% of the area is flat colour"};
    shot.reading.look.colours = {{{255, 255, 255}, 0.9}, {{37, 99, 235}, 0.06}, {{1, 2, 3}, 0.004}};

    const auto told = describe(shot.sight());

    EXPECT_EQ(
        told.text,
        "Kind: screenshot, a guess: 96% of the area is flat colour.\n"
        "Size: 400 x 300 pixels, PNG.\n"
        "Text: 5 words in 5 lines, 1 table.\n"
        "Colours: white #FFFFFF 90%, blue #2563EB 6%.\n"
        "\n"
        "Text in reading order, boxes as [x1, y1, x2, y2] in pixels:\n"
        "[10, 10, 74, 26] Settings\n"
        "[10, 60, 210, 100] table, 2 rows x 2 columns:\n"
        "| Name | State |\n"
        "| Cache | On |\n"
    );
    EXPECT_EQ(
        told.boxes,
        (std::vector<LabelledBox>{{"Settings", {10, 10, 64, 16}}, {"table 2x2", {10, 60, 200, 40}}})
    );
}

TEST(Describe, SaysHonestlyThatThereIsNoText) {  // P5
    TestSight photo({640, 480});
    photo.kind.kind = PictureKind::Photo;
    photo.reading.facts.type = media::ImageType::Jpeg;

    const auto told = describe(photo.sight());

    EXPECT_EQ(
        told.text,
        "Kind: photo, a guess.\n"
        "Size: 640 x 480 pixels, JPEG.\n"
        "No text was found; local/ocr reads text, barcodes and colours and cannot recognise "
        "objects or "
        "scenes.\n"
    );
    EXPECT_TRUE(told.boxes.empty());
}

TEST(Describe, TellsBarcodesTurnsCropsAndWhatWasNotFinished) {  // P5
    TestSight shot({400, 300});
    shot.text(10, 10, "Scan me");
    shot.reading.barcodes = {{"QRCode", "https://example.org/x", {100, 100, 80, 80}}};
    shot.reading.turn = TextTurn::Half;
    shot.reading.area = {0, 0, 200, 300};
    shot.reading.missing = Missing::ReaderCrashed;

    const auto told = describe(shot.sight());

    EXPECT_NE(
        told.text.find("Area: only [0, 0, 200, 300] of the picture was read."), std::string::npos
    );
    EXPECT_NE(told.text.find("Orientation: the text is upside down."), std::string::npos);
    EXPECT_NE(
        told.text.find("Barcode: [100, 100, 180, 180] QRCode \"https://example.org/x\"."),
        std::string::npos
    );
    EXPECT_NE(
        told.text.find("Incomplete: the text reader crashed on a part of the picture"),
        std::string::npos
    );
    EXPECT_EQ(told.boxes.back(), (LabelledBox{"QRCode", {100, 100, 80, 80}}));
}

TEST(Describe, WarnsWhenMostOfTheTextIsUncertain) {  // P5
    TestSight photo;
    photo.confidence(0.3).text(0, 0, "vwx iil").confidence(0.9).text(0, 50, "EXIT");

    EXPECT_NE(describe(photo.sight()).text.find("Most of it is uncertain"), std::string::npos);
}

TEST(Describe, KeepsAPageOfFiveThousandWordsWhole) {  // P5
    TestSight page({2000, 12'000});
    for (std::uint32_t i = 0; i < 500; ++i) {
        page.text(10, i * 22, "ten words stand in each of these many lines here");
    }

    const auto told = describe(page.sight());

    EXPECT_EQ(told.text.find("left out"), std::string::npos);
    EXPECT_EQ(told.boxes.size(), 500u);
    EXPECT_LT(told.text.size(), 60'000u);
}

TEST(Describe, IsTheSameEveryTime) {
    TestSight shot;
    shot.text(10, 10, "Settings").code(10, 50, {"x"});

    EXPECT_EQ(describe(shot.sight()), describe(shot.sight()));
}

}  // namespace
}  // namespace fovea::reading
