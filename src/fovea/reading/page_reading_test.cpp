#include "fovea/reading/page_reading.hpp"

#include "fovea/media/pdf/test_pdf.hpp"
#include "fovea/reading/page/page.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

TEST(PageReading, ReadsAPageThatLiesOnItsSideOrItsHead) {  // M9, P5
    const auto helpers = media::test_helpers();
    for (const int rotate : {0, 90, 180, 270}) {
        const auto file = media::to_pdf({{.text = "Total of all: 42 EUR", .rotate = rotate}});
        const auto pages = media::pdf_text(*helpers, file, {.pages = {1}}).value();

        const auto reading = reading_of(pages.front());

        EXPECT_EQ(reading.turn, static_cast<TextTurn>(rotate / 90));
        const auto page = lay_out(reading);
        ASSERT_EQ(page.blocks.size(), 1U) << rotate;
        EXPECT_EQ(page.blocks[0].lines.at(0).text, "Total of all: 42 EUR") << rotate;
        EXPECT_LT(reading.lines.at(0).letter_height, 24 * kPixelsPerPoint);
    }
}

TEST(PageReading, KeepsHebrewInItsOrder) {  // M9
    media::PdfPageText page{.page = 1, .width = 100, .height = 100};
    page.lines.push_back({.words = {{"\u05E1\u05DA", {50, 10, 20, 10}}, {"350", {25, 10, 20, 10}}}}
    );

    const auto reading = reading_of(page);

    EXPECT_EQ(reading.turn, TextTurn::None);
    EXPECT_EQ(lay_out(reading).blocks.at(0).lines.at(0).text, "\u05E1\u05DA 350");
}

}  // namespace
}  // namespace fovea::reading
