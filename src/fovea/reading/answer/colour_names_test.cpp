#include "fovea/reading/answer/colour_names.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

TEST(ColourNames, AreWhatPeopleSay) {  // P5
    const struct {
        media::Colour colour;
        const char* name;
    } cases[] = {
        {{0, 0, 0}, "black"},
        {{255, 255, 255}, "white"},
        {{254, 250, 250}, "white"},
        {{237, 241, 245}, "light grey"},
        {{128, 128, 128}, "grey"},
        {{30, 30, 30}, "dark grey"},
        {{255, 0, 0}, "red"},
        {{37, 99, 235}, "blue"},
        {{30, 58, 138}, "blue"},
        {{16, 24, 80}, "dark blue"},
        {{254, 226, 226}, "light red"},
        {{34, 197, 94}, "green"},
        {{245, 158, 11}, "orange"},
        {{120, 72, 16}, "brown"},
        {{250, 230, 20}, "yellow"},
        {{124, 58, 237}, "purple"},
        {{6, 182, 212}, "cyan"},
    };

    for (const auto& [colour, name] : cases) EXPECT_EQ(colour_name(colour), name);
}

TEST(ColourNames, ComeWithWhatWasMeasured) {
    EXPECT_EQ(colour_text({37, 99, 235}), "blue #2563EB");
}

TEST(ColourNames, KnowTheRedOfErrorMessages) {
    EXPECT_TRUE(is_reddish({180, 35, 24}));
    EXPECT_FALSE(is_reddish({16, 24, 40}));
    EXPECT_FALSE(is_reddish({245, 158, 11}));
}

}  // namespace
}  // namespace fovea::reading
