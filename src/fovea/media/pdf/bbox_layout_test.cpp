#include "fovea/media/pdf/bbox_layout.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fovea::media {
namespace {

TEST(BboxLayout, ReadsPagesBlocksLinesAndWords) {  // M9
    const auto pages = read_bbox_layout(
        "<page width=\"10.5\" height=\"20\">\n<flow>\n<block xMin=\"1\">\n"
        "<line xMin=\"1\">\n<word xMin=\"1\" yMin=\"2\" xMax=\"4\" yMax=\"3.5\">a&lt;b</word>\n"
        "</line></block><block xMin=\"1\"><line xMin=\"1\">"
        "<word xMin=\"1\" yMin=\"2\" xMax=\"4\" yMax=\"3\">Tom&amp;Jerry</word></line></block>"
        "</flow></page><page width=\"1\" height=\"1\"></page>",
        7
    );

    ASSERT_EQ(pages.size(), 2U);
    EXPECT_EQ(
        pages[0],
        (PdfPageText{
            .page = 7,
            .width = 10.5,
            .height = 20,
            .lines =
                {{.block = 1, .words = {{"a<b", {1, 2, 3, 1.5}}}},
                 {.block = 2, .words = {{"Tom&Jerry", {1, 2, 3, 1}}}}}})
    );
    EXPECT_EQ(pages[1].page, 8U);
    EXPECT_EQ(plain_text(pages[0]), "a<b\n\nTom&Jerry\n");
}

TEST(BboxLayout, GivesHebrewInTheOrderInWhichItIsRead) {  // M9
    const auto pages = read_bbox_layout(
        "<page width=\"9\" height=\"9\"><block xMin=\"1\"><line xMin=\"1\">"
        "<word xMin=\"1\" yMin=\"1\" xMax=\"2\" yMax=\"2\">350</word>"
        "<word xMin=\"3\" yMin=\"1\" xMax=\"5\" "
        "yMax=\"2\">\u05DA\u05E1</word></line></block></page>",
        1
    );

    EXPECT_EQ(plain_text(pages.at(0)), "\u05E1\u05DA 350\n");
    EXPECT_EQ(pages[0].lines[0].words[0].box, (PdfBox{3, 1, 2, 1}));
}

TEST(BboxLayout, PassesOverWhatMakesNoSense) {
    for (const auto* written :
         {"",
          "<",
          "<word xMin=\"1\">lost</word>",
          "<page",
          "<line ><word >x</word>",
          "<page ><word >",
          "<<<>>><page <page >"}) {
        EXPECT_NO_FATAL_FAILURE(read_bbox_layout(written, 1)) << written;
    }
    const auto pages = read_bbox_layout(
        "<page width=\"nan\" height=\"1e300\"><line x><word xMin=\"inf\" xMax=\"-5\">\x1b[31m\xff"
        "</word><word ></word>",
        1
    );
    ASSERT_EQ(pages.size(), 1U);
    EXPECT_EQ(pages[0].width, 0);
    EXPECT_EQ(
        pages[0].lines[0].words, (std::vector<PdfWord>{{"\xEF\xBF\xBD[31m\xEF\xBF\xBD", {}}})
    );
}

}  // namespace
}  // namespace fovea::media
