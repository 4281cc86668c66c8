#include "fovea/content/crop_json.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

namespace fovea::content {
namespace {

namespace json = boost::json;

Result<media::Crop> crop(const char* text) {
    return crop_from_json(json::parse(text), "crop");
}

TEST(CropFromJson, TakesTheThreeFormsAsAnObjectAndAsText) {  // V3
    const auto region = media::Crop(media::find_region("top-left").value());

    EXPECT_EQ(crop(R"({"region": "top-left"})").value(), region);
    EXPECT_EQ(crop(R"("r=top-left")").value(), region);
    EXPECT_EQ(
        crop(R"({"normalized": {"x": 0, "y": 0.5, "width": 1, "height": 0.5}})").value(),
        crop(R"("n=0,0.5,1,0.5")").value()
    );
    EXPECT_EQ(
        crop(R"({"pixels": {"x": 1, "y": 2, "width": 3, "height": 4}})").value(),
        crop(R"("p=1,2,3,4")").value()
    );
}

TEST(CropFromJson, SaysWhatIsWrongAndWhere) {  // V3
    for (const auto* text :
         {"1",
          "null",
          "[0, 0, 1, 1]",
          "{}",
          R"("top")",
          R"({"region": 1})",
          R"({"region": "middle"})",
          R"({"region": "top", "pixels": {}})",
          R"({"pixels": 1})",
          R"({"pixels": {"x": 0, "y": 0, "width": 1}})",
          R"({"pixels": {"x": 0, "y": 0, "width": 1, "height": "1"}})",
          R"({"pixels": {"x": 0, "y": 0, "width": 1, "height": 1, "z": 1}})"}) {
        const auto parsed = crop(text);
        ASSERT_FALSE(parsed.ok()) << text;
        EXPECT_EQ(parsed.error().code, ErrorCode::InvalidInput) << text;
    }
    EXPECT_EQ(
        crop(R"({"pixels": {"x": 0}})").error().message, "crop.pixels needs the number \"y\""
    );
}

}  // namespace
}  // namespace fovea::content
