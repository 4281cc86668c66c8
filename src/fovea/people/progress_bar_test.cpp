#include "fovea/people/progress_bar.hpp"

#include <gtest/gtest.h>

namespace fovea::people {
namespace {

TEST(ProgressBar, FillsAsTheWorkGoesOn) {  // O3
    EXPECT_EQ(progress_line("pages", 0, 300, 80), "pages [                        ] 0/300");
    EXPECT_EQ(progress_line("pages", 150, 300, 80), "pages [############            ] 150/300");
    EXPECT_EQ(progress_line("pages", 300, 300, 80), "pages [########################] 300/300");
    EXPECT_EQ(progress_line("pages", 301, 300, 80), "pages [########################] 300/300");
    EXPECT_EQ(progress_line("pages", 0, 0, 80), "pages [                        ] 0/0");
}

TEST(ProgressBar, IsNeverAsWideAsTheTerminal) {  // O3
    EXPECT_EQ(progress_line("pages", 150, 300, 30), "pages [######       ] 150/300");
    EXPECT_EQ(progress_line("pages", 150, 300, 20), "pages 150/300");
    EXPECT_EQ(progress_line("pages", 150, 300, 10), "150/300");
    EXPECT_EQ(progress_line("pages", 150, 300, 7), "");
    for (std::size_t columns = 0; columns < 100; ++columns) {
        EXPECT_LT(
            progress_line("watching", 7, 12345, columns).size(), std::max<std::size_t>(columns, 1)
        );
    }
}

}  // namespace
}  // namespace fovea::people
