#include "fovea/cli/progress_bar.hpp"

#include <gtest/gtest.h>

namespace fovea::cli {
namespace {

TEST(ProgressBar, FillsAsTheWorkGoesOn) {  // O3
    EXPECT_EQ(progress_line("pages", 0, 300), "pages [                        ] 0/300");
    EXPECT_EQ(progress_line("pages", 150, 300), "pages [############            ] 150/300");
    EXPECT_EQ(progress_line("pages", 300, 300), "pages [########################] 300/300");
    EXPECT_EQ(progress_line("pages", 301, 300), "pages [########################] 300/300");
    EXPECT_EQ(progress_line("pages", 0, 0), "pages [                        ] 0/0");
}

}  // namespace
}  // namespace fovea::cli
