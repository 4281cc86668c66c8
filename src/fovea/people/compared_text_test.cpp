#include "fovea/people/compared_text.hpp"

#include <gtest/gtest.h>

namespace fovea::people {
namespace {

media::Compared of_sizes(media::PixelSize first, media::PixelSize second) {
    media::Compared compared;
    compared.first.size = first;
    compared.second.size = second;
    compared.same_size = first == second;
    compared.similarity = 0.5;
    return compared;
}

TEST(ComparedText, SaysWhereTheyDiffer) {  // M8
    auto compared = of_sizes({100, 50}, {100, 50});
    compared.changed_fraction = 0.02;
    compared.regions = {{10, 20, 10, 10}};

    EXPECT_EQ(
        compared_text(compared, "a.png", "b.png"),
        "not identical; similarity 0.50 (perceptual)\n"
        "2.0 % of the pixels changed, in 1 region:\n"
        "  x 10..20  y 20..30  (10x10)"
    );
}

TEST(ComparedText, SaysWhatIsNotComparedAndWhatIsEqual) {  // M8
    EXPECT_EQ(
        compared_text(of_sizes({100, 50}, {10, 50}), "a.png", "b.png"),
        "not identical; similarity 0.50 (perceptual)\n"
        "sizes differ: a.png is 100x50, b.png is 10x50"
    );
    EXPECT_EQ(
        compared_text(of_sizes({9, 9}, {9, 9}), "a.png", "b.png"),
        "not identical; similarity 0.50 (perceptual)\nno difference beyond compression noise"
    );
    auto equal = of_sizes({9, 9}, {9, 9});
    equal.identical = true;
    EXPECT_EQ(compared_text(equal, "a.png", "b.png"), "identical: every pixel is equal");
}

}  // namespace
}  // namespace fovea::people
