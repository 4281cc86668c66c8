#include "fovea/media/pdf/pages_to_see.hpp"

#include "fovea/media/pdf/test_pdf.hpp"

#include <gtest/gtest.h>

namespace fovea::media {
namespace {

PdfPageText page_saying(const std::string& word, std::size_t times = 1) {
    PdfPageText page{.page = 1, .width = 100, .height = 100, .lines = {{}}};
    for (std::size_t i = 0; i < times; ++i) page.lines[0].words.push_back({word, {}});
    return page;
}

// A picture of 200 x 200 pixels as high as the page, and a line of text on it.
Bytes scan_with_stamp(const std::string& stamp, int width) {
    return to_pdf(
        {{.text = stamp,
          .drawn = "q " + std::to_string(width) +
                   " 0 0 792 0 0 cm BI /W 200 /H 200 /CS /G /BPC 1 ID " + std::string(5000, 'x') +
                   " EI Q\n"}}
    );
}

TEST(PagesToSee, AreThoseWithoutText) {  // M9
    const auto helpers = test_helpers();
    const auto file = to_pdf({{.text = "Words"}, {.text = ""}});
    const auto texts = pdf_text(*helpers, file, {.pages = {1, 2}}).value();

    EXPECT_EQ(pages_to_see(*helpers, file, texts).value(), PageNumbers{2});
}

TEST(PagesToSee, AreScansWithAStampOnThem) {  // M9
    const auto helpers = test_helpers();
    const auto seen = [&](const Bytes& file) {
        const auto texts = pdf_text(*helpers, file, {.pages = {1}}).value();
        return pages_to_see(*helpers, file, texts).value();
    };

    EXPECT_EQ(seen(scan_with_stamp("Scanned with an app", 612)), PageNumbers{1});
    EXPECT_EQ(seen(scan_with_stamp("Letter with a logo", 60)), PageNumbers{});
}

TEST(PagesToSee, TextIsReadableWhereMostLettersMeanSomething) {
    EXPECT_TRUE(has_readable_text(page_saying("Words")));
    EXPECT_TRUE(has_readable_text(page_saying("\uE001 A point of a long list")));
    EXPECT_FALSE(has_readable_text(page_saying("\uE001\uE002\uFFFDx")));
    EXPECT_FALSE(has_readable_text({}));
    // The letters of a font without names for them, as numbers: "Quarterly report".
    EXPECT_FALSE(has_readable_text(page_saying("4XDUWHUO\\\uFFFDUHSRUW\uFFFD\uFFFD")));
}

TEST(PagesToSee, ReadsTheListOfPictures) {
    const auto areas = read_picture_areas(
        "page   num  type   width height color comp bpc  enc interp  object ID x-ppi y-ppi size "
        "ratio\n"
        "------------------------------------------------------------------------------------------"
        "--\n"
        "   1     0 image    1240  1754  gray    1   8  jpeg   no         4  0   150   150 84.7K "
        "4.0%\n"
        "   1     1 smask    1240  1754  gray    1   8  jpeg   no         4  0   150   150 84.7K "
        "4.0%\n"
        "   2     2 image       1     1  gray    1   8  image  no   [inline]     1   2    1B 100%\n"
        "nonsense of fourteen fields a b c d e f g h i j k l m n\n"
    );

    ASSERT_EQ(areas.size(), 2U);
    EXPECT_NEAR(areas.at(2), 72 * 36, 1);
    EXPECT_NEAR(areas.at(1), 595.2 * 841.9, 100);
}

}  // namespace
}  // namespace fovea::media
