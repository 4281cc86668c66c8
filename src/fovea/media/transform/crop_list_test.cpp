#include "fovea/media/transform/crop_list.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fovea::media {
namespace {

TEST(ParseCrops, TakesTheThreeFormsByPicture) {  // PVP-1.2.1r, PVP-1.2.1n, PVP-1.2.1p
    const std::vector<std::string> entries = {
        "0:r=top-right", "2:n=0.5,0.5,0.4,0.4", "1:p=1840,120,840,360"};

    const auto crops = parse_crops(entries, 3);

    ASSERT_TRUE(crops.ok()) << crops.error().message;
    EXPECT_EQ(
        crops.value(),
        (Crops{
            {0, find_region("top-right").value()},
            {1, RequestedPixels{1840, 120, 840, 360}},
            {2, NormalizedRect{0.5, 0.5, 0.4, 0.4}}})
    );
}

TEST(ParseCrops, TakesAFormWithoutAnIndexForEveryPicture) {
    const auto crops = parse_crops(std::vector<std::string>{"r=top-right"}, 2);

    const auto region = find_region("top-right").value();
    EXPECT_EQ(crops.value(), (Crops{{0, region}, {1, region}}));
    EXPECT_EQ(parse_crops({}, 0).value(), Crops{});
}

TEST(ParseCrops, RefusesWhatIsNotExactlyOneFormForAPictureThatIsThere) {  // PVP-1.2.x
    for (const auto& entries : std::vector<std::vector<std::string>>{
             {"top"},
             {"r="},
             {"r=top", "r=left"},
             {"r=top", "0:r=left"},
             {"0"},
             {""},
             {":r=top"},
             {"x:r=top"},
             {"-1:r=top"},
             {"0:"},
             {"0:q=1"},
             {"0:r=middle"},
             {"0:n=0,0,1"},
             {"0:r=top,n=0,0,1,1"},
             {"0:r=top p=0,0,1,1"},
             {"1:r=top"},
             {"99999999999999999999:r=top"},
             {"0:r=top", "0:n=0,0,1,1"}}) {
        const auto crops = parse_crops(entries, 1);

        ASSERT_FALSE(crops.ok()) << entries.front();
        EXPECT_EQ(crops.error().code, ErrorCode::InvalidInput) << entries.front();
    }
}

TEST(ParseCrops, SaysThatOneEntryHasOneForm) {  // PVP-3.1, PVP-1.2.x
    for (const std::string entry :
         {"0:r=top,n=0,0,1,1", "0:n=0,0,1,1p=0,0,5,5", "0:p=1,2,3,4|r=left", "0:r=r=top"}) {
        const auto crops = parse_crops(std::vector<std::string>{entry}, 1);

        ASSERT_FALSE(crops.ok());
        EXPECT_EQ(
            crops.error().message,
            "--crop " + entry + ": give one form, r=NAME, n=x,y,w,h or p=x,y,w,h, not two"
        );
    }
}

}  // namespace
}  // namespace fovea::media
