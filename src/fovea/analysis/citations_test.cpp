#include "fovea/analysis/citations.hpp"

#include "fovea/analysis/time_range.hpp"

#include <gtest/gtest.h>

namespace fovea::analysis {
namespace {

using std::chrono::milliseconds;

std::vector<std::uint32_t> pages(std::string_view text) {
    std::vector<std::uint32_t> found;
    const Citable citable{.document = 0, .pages = {1, 2, 3, 4, 5}};
    for (const auto& citation : read_citations(text, citable)) found.push_back(*citation.page);
    return found;
}

std::vector<std::int64_t> times(std::string_view text) {
    std::vector<std::int64_t> found;
    const Citable citable{.video = 0, .duration = milliseconds(90'000)};
    for (const auto& citation : read_citations(text, citable)) {
        found.push_back(citation.time->count());
    }
    return found;
}

TEST(Citations, NamePagesThatThereAre) {  // T2
    EXPECT_EQ(
        pages("Paid [page 2], see [Pages 4-5] and [p. 2]."), (std::vector<std::uint32_t>{2, 4, 5})
    );
    EXPECT_EQ(
        pages("[page 6] [page] [page x] [pages 5-2] page 3 [page 1"), (std::vector<std::uint32_t>{})
    );
}

TEST(Citations, NameMomentsWithinTheRecording) {  // T3
    EXPECT_EQ(
        times("It fails at [1:05.2], again at [0:07]."), (std::vector<std::int64_t>{65'200, 7'000})
    );
    EXPECT_EQ(times("[1:75] [5] [2:00] [1:00:00] [a:b] [-1:00]"), (std::vector<std::int64_t>{}));
}

TEST(Citations, BoxesAreInUnitsOfTheirFiles) {  // T2
    const std::vector<content::LabelledBox> boxes = {
        {"total", {100, 200, 50, 20}, 0}, {"lost", {}, 7}};
    const std::vector<Origin> origins = {{.file = 1, .page = 3, .scale = 0.5}};

    EXPECT_EQ(
        cite_boxes(boxes, origins),
        (std::vector<Citation>{
            {.file = 1, .page = 3, .box = std::array{50.0, 100.0, 75.0, 110.0}, .label = "total"}})
    );
}

TEST(TimeRange, ReadsMomentsAsPeopleWriteThem) {  // T3
    EXPECT_EQ(parse_time("12.5").value(), milliseconds(12'500));
    EXPECT_EQ(parse_time("1:02.5").value(), milliseconds(62'500));
    EXPECT_EQ(parse_time("1:00:03").value(), milliseconds(3'603'000));
    for (const auto* wrong :
         {"", "-1", "1:60", "1.5:00", "1:2:3:4", "1e3", "inf", "now", "999999999"}) {
        EXPECT_FALSE(parse_time(wrong).ok()) << wrong;
    }
}

}  // namespace
}  // namespace fovea::analysis
