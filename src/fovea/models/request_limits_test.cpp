#include "fovea/models/request_limits.hpp"

#include "fovea/models/catalogue.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

namespace fovea::models {
namespace {

RequestLimits limits(std::string_view name) {
    const auto* found = shipped_catalogue().limits(name);
    EXPECT_NE(found, nullptr) << name;
    return found == nullptr ? RequestLimits{} : *found;
}

TEST(RequestLimits, AnthropicCountsBytesAfterBase64) {  // CAL-IMG-14, K1
    EXPECT_EQ(limits("anthropic").image_encoded_bytes, 10'485'760u);
    EXPECT_EQ(limits("anthropic").image_file_bytes(), 7'864'320u);
    EXPECT_EQ(limits("anthropic_cloud").image_file_bytes(), 3'932'160u);
}

TEST(RequestLimits, ManyPicturesMustBeSmaller) {  // K1
    EXPECT_EQ(limits("anthropic").max_px(20), 8000u);
    EXPECT_EQ(limits("anthropic").max_px(21), 2000u);
    EXPECT_EQ(limits("deepseek").max_px(14), 8192u);
    EXPECT_EQ(limits("deepseek").max_px(15), 4096u);
    EXPECT_EQ(limits("gemini").max_px(1000), std::nullopt);
}

TEST(RequestLimits, SmallContextsTakeFewerPicturesAndPages) {  // K1
    const auto large = limits("anthropic").for_context(1'000'000);
    const auto small = limits("anthropic").for_context(200'000);

    EXPECT_EQ(large.images, 600u);
    EXPECT_EQ(large.pdf_pages, 600u);
    EXPECT_EQ(small.images, 100u);
    EXPECT_EQ(small.pdf_pages, 100u);
    EXPECT_EQ(limits("anthropic").for_context(std::nullopt), small);
}

TEST(RequestLimits, SayWhichFormatsPass) {  // K1
    EXPECT_TRUE(limits("openai").accepts("image/gif"));
    EXPECT_FALSE(limits("openai").animated_gif);
    EXPECT_FALSE(limits("gemini").accepts("image/gif"));
    EXPECT_FALSE(limits("openai_compatible").accepts("image/webp"));
}

TEST(RequestLimits, EveryKindOfProviderHasSome) {  // K1, C4
    for (const char* kind :
         {"anthropic",
          "openai_responses",
          "openai_chat",
          "openai_compatible",
          "gemini",
          "ollama",
          "local"}) {
        const auto* wire = shipped_catalogue().wire_kind(kind);
        ASSERT_NE(wire, nullptr) << kind;
        EXPECT_NE(shipped_catalogue().limits(wire->limits), nullptr) << kind;
    }
}

TEST(RequestLimits, RefuseWhatMakesNoSense) {  // K1
    constexpr const char* kRest =
        R"("formats": [], "kinds": [], "animated_gif": true, "as_of": "")";
    for (const char* field :
         {R"("images": -1)",
          R"("many_images": {})",
          R"("below_context": {"images": 1})",
          R"("request_bytes": "1")",
          R"("many_images": 3)"}) {
        const auto text = std::string("{") + field + ", " + kRest + "}";
        EXPECT_FALSE(read_request_limits(boost::json::parse(text)).ok()) << text;
    }
    EXPECT_FALSE(read_request_limits(boost::json::parse("{}")).ok());
    EXPECT_FALSE(read_request_limits(boost::json::parse("3")).ok());
}

}  // namespace
}  // namespace fovea::models
