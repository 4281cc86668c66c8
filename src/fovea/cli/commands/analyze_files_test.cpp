#include "fovea/cli/commands/analyze_files.hpp"

#include <gtest/gtest.h>

namespace fovea::cli {
namespace {

TEST(WhyNotPlain, SaysWhatComesNearest) {  // P5
    EXPECT_EQ(
        why_not_plain(
            "From the controls found in the picture; boxes are [x1, y1, x2, y2] in pixels:\n"
            "- button \"Export CSV\": [10, 20, 90, 44] yes, disabled (uncertain)\n"
            "- button \"Export\": [110, 20, 190, 44] no\n"
        ),
        "not certain; what comes nearest: button \"Export CSV\": yes, disabled"
    );
    EXPECT_EQ(why_not_plain("- a [draft\n"), "not certain; what comes nearest: a [draft");
}

TEST(WhyNotPlain, SaysThatThereIsNothing) {  // P5
    EXPECT_EQ(
        why_not_plain("No text in the picture bears on this question.\nlocal/ocr only reads.\n"),
        "No text in the picture bears on this question."
    );
    EXPECT_EQ(why_not_plain(""), "");
}

}  // namespace
}  // namespace fovea::cli
