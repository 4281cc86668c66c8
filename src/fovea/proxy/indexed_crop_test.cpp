#include "fovea/proxy/indexed_crop.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fovea::proxy {
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

TEST(ParseIndexedCrops, SaysThatOneEntryHasOneForm) {  // PVP-3.1, PVP-1.2.x
    for (const std::string entry :
         {"0:r=top,n=0,0,1,1", "0:n=0,0,1,1p=0,0,5,5", "0:p=1,2,3,4|r=left", "0:r=r=top"}) {
        const auto crops = parse_indexed_crops(std::vector<std::string>{entry}, 1);

        ASSERT_FALSE(crops.ok());
        EXPECT_EQ(
            crops.error().message,
            "--crop " + entry + ": one form for an entry, r=NAME, n=x,y,w,h or p=x,y,w,h, not two"
        );
    }
}

}  // namespace
}  // namespace fovea::proxy
