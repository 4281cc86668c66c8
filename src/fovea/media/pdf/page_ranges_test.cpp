#include "fovea/media/pdf/page_ranges.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::media {
namespace {

using ::testing::HasSubstr;

std::string refusal_of(std::string_view text, std::uint32_t pages = 300) {
    const auto parsed = parse_pages(text, pages);
    if (parsed.ok()) return "accepted: " + page_text(parsed.value());
    EXPECT_EQ(parsed.error().code, ErrorCode::InvalidInput);
    return parsed.error().message;
}

TEST(PageRanges, ReadsNumbersRangesAndLists) {  // M9
    EXPECT_EQ(parse_pages("7", 300).value(), (PageNumbers{7}));
    EXPECT_EQ(parse_pages("1-3,7", 300).value(), (PageNumbers{1, 2, 3, 7}));
    EXPECT_EQ(parse_pages(" 2 - 3 , 300", 300).value(), (PageNumbers{2, 3, 300}));
    EXPECT_EQ(parse_pages("299-", 300).value(), (PageNumbers{299, 300}));
}

TEST(PageRanges, SortsAndNamesEachPageOnce) {
    EXPECT_EQ(parse_pages("7,1-3,2-4,7", 300).value(), (PageNumbers{1, 2, 3, 4, 7}));
}

TEST(PageRanges, NamesTheDocumentsRangeForAPageThatIsNotThere) {  // M9
    EXPECT_EQ(refusal_of("301"), "no page 301: the document has pages 1 to 300");
    EXPECT_EQ(refusal_of("290-310"), "no page 310: the document has pages 1 to 300");
    EXPECT_EQ(refusal_of("0"), "no page 0: the document has pages 1 to 300");
    EXPECT_EQ(refusal_of("2", 1), "no page 2: the document has only page 1");
    EXPECT_THAT(refusal_of("99999999999999999999999"), HasSubstr("pages 1 to 300"));
    EXPECT_THAT(refusal_of("1-4294967297"), HasSubstr("no page 4294967297"));
}

TEST(PageRanges, RefusesWhatIsNoRange) {
    for (const auto* text : {"", " ", ",", "1,,2", "a", "1-b", "-3", "1-2-3", "1;2", "+1", "1.5"}) {
        EXPECT_THAT(refusal_of(text), HasSubstr("is not a valid page range")) << text;
    }
    EXPECT_THAT(refusal_of("5-3"), HasSubstr("wrong order"));
    EXPECT_THAT(refusal_of(std::string(100'000, '1')), HasSubstr("is not a valid page range"));
}

TEST(PageRanges, WritesThemShort) {
    EXPECT_EQ(page_text(PageNumbers{1, 2, 3, 7}), "1-3,7");
    EXPECT_EQ(runs_of(PageNumbers{1, 2, 3, 7}), (std::vector<PageRun>{{1, 3}, {7, 7}}));
}

}  // namespace
}  // namespace fovea::media
