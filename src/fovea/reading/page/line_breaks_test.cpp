#include "fovea/reading/page/line_breaks.hpp"

#include "fovea/reading/page/page_lines.hpp"
#include "fovea/reading/page/test_page.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fovea::reading {
namespace {

using test::TestPage;

std::vector<std::string> settled(const Reading& reading) {
    std::vector<std::string> texts;
    for (const auto& piece : settle_line_breaks(pieces_of(reading), reading)) {
        texts.push_back(page_line(reading, piece.words).text);
    }
    return texts;
}

TEST(LineBreaks, JoinWhatAWideSpaceCutApart) {  // P5
    TestPage page;
    page.write(10, 100, "The evening light was long and low over");
    page.write(10, 122, "the harbour and");
    page.write(10 + TestPage::width_of("the harbour and", {}) + 18, 122, "the boats.");

    EXPECT_EQ(
        settled(page.reading),
        (std::vector<std::string>{
            "The evening light was long and low over", "the harbour and the boats."})
    );
}

TEST(LineBreaks, KeepColumnsApartThatStandCloseTogether) {  // P5
    TestPage page;
    for (int row = 0; row < 4; ++row) {
        page.write_right(100, 100 + 20 * row, "Total");
        page.write(112, 100 + 20 * row, "Sum");
    }

    EXPECT_EQ(settled(page.reading).size(), 8u);
}

TEST(LineBreaks, KeepTheItemsOfABarApart) {  // P5
    TestPage page;
    page.write(10, 30, "File");
    page.write(10 + TestPage::width_of("File", {}) + 20, 30, "Edit");

    EXPECT_EQ(settled(page.reading), (std::vector<std::string>{"File", "Edit"}));
}

TEST(LineBreaks, CutCellsThatWereReadAsOneLine) {  // P5
    TestPage page;
    for (int row = 0; row < 6; ++row) {
        page.write(10, 100 + 22 * row, "17,095 | 79,158 | 61,639");
    }

    const auto texts = settled(page.reading);

    ASSERT_EQ(texts.size(), 18u);
    EXPECT_EQ(texts[0], "17,095");
    EXPECT_EQ(texts[1], "79,158");
}

TEST(LineBreaks, KeepABarInASentence) {  // P5
    TestPage page;
    page.write(10, 100, "Inbox | Mail");

    EXPECT_EQ(settled(page.reading), (std::vector<std::string>{"Inbox | Mail"}));
}

}  // namespace
}  // namespace fovea::reading
