#include "fovea/reading/answer/changes/colour_changes.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

const media::ColourChange kButton{{80, 40, 200, 40}, {37, 99, 235}, {22, 163, 74}, 0.5};

TEST(ColourChangeWords, NameBothColours) {  // M8
    EXPECT_EQ(colour_change_text(kButton), "blue #2563EB → green #16A34A");
}

TEST(ColourChangeWords, AreThoseOfTheRegionAsked) {  // M8
    EXPECT_EQ(colour_change_at(kButton.region, {&kButton, 1}), colour_change_text(kButton));
    EXPECT_EQ(colour_change_at({0, 0, 1, 1}, {&kButton, 1}), "");
}

TEST(ColourChangeWords, AsJsonHaveABoxAndTwoColours) {  // M8
    EXPECT_EQ(
        boost::json::serialize(colour_changes_json({&kButton, 1})),
        R"([{"box":[80,40,280,80],"before":"#2563EB","after":"#16A34A","share":5E-1}])"
    );
}

}  // namespace
}  // namespace fovea::reading
