#include "fovea/cli/indexed_crop.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fovea::cli {
namespace {

TEST(ParseIndexedCrops, TakesTheThreeFormsByPicture) {  // PVP-1.2.1r, PVP-1.2.1n, PVP-1.2.1p
    const std::vector<std::string> entries = {
        "0:r=top-right", "2:n=0.5,0.5,0.4,0.4", "1:p=1840,120,840,360"};

    const auto crops = parse_indexed_crops(entries, 3);

    ASSERT_TRUE(crops.ok()) << crops.error().message;
    EXPECT_EQ(
        crops.value(),
        (std::map<std::size_t, media::Crop>{
            {0, media::find_region("top-right").value()},
            {1, media::RequestedPixels{1840, 120, 840, 360}},
            {2, media::NormalizedRect{0.5, 0.5, 0.4, 0.4}}})
    );
}

TEST(ParseIndexedCrops, RefusesWhatIsNotExactlyOneFormForAPictureThatIsThere) {  // PVP-1.2.x
    for (const auto& entries : std::vector<std::vector<std::string>>{
             {"r=top"},
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
        const auto crops = parse_indexed_crops(entries, 1);

        ASSERT_FALSE(crops.ok()) << entries.front();
        EXPECT_EQ(crops.error().code, ErrorCode::InvalidInput) << entries.front();
    }
}

}  // namespace
}  // namespace fovea::cli
