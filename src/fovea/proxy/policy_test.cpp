#include "fovea/proxy/policy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace fovea::proxy {
namespace {

using config::VisionSettings;
using testing::EndsWith;
using testing::StartsWith;

TEST(ProxyPolicy, DescribesByTheMode) {  // PVP-B4
    const auto described = [](const char* mode, ModelSight sight) {
        VisionSettings settings;
        settings.mode = mode;
        return describes_for(settings, sight);
    };

    EXPECT_TRUE(described("auto", ModelSight::Blind));
    EXPECT_FALSE(described("auto", ModelSight::Sees));
    EXPECT_TRUE(described("always", ModelSight::Blind));
    EXPECT_TRUE(described("always", ModelSight::Sees));
    EXPECT_FALSE(described("off", ModelSight::Blind));
    EXPECT_FALSE(described("off", ModelSight::Sees));
}

TEST(ProxyPolicy, OffersTheToolUnlessItOrTheProxyIsOff) {  // PVP-X2, PVP-1.7, PVP-1.1
    VisionSettings settings;
    EXPECT_TRUE(offers_tool(settings));
    settings.mode = "always";
    EXPECT_TRUE(offers_tool(settings));
    settings.tool = false;
    EXPECT_FALSE(offers_tool(settings));
    settings.tool = true;
    settings.mode = "off";
    EXPECT_FALSE(offers_tool(settings));
}

std::string model_of(const std::string& name) {
    config::Loaded loaded{.settings = {.vision = {.model = name}}};
    loaded.origins["vision.model"] = "FOVEA_PROXY_MODEL";
    const auto model = chosen_vision_model(loaded);
    if (model.ok()) return model.value();
    EXPECT_EQ(model.error().code, ErrorCode::ConfigInvalid);
    return model.error().message;
}

TEST(VisionModel, IsKnownByItsIdAlone) {  // K1
    EXPECT_EQ(model_of("openai/gpt-5-mini"), "openai/gpt-5-mini");
    EXPECT_EQ(model_of("gpt-5-mini"), "openai/gpt-5-mini");
    EXPECT_EQ(model_of("corp/eye"), "corp/eye");
}

TEST(VisionModel, IsNoOtherText) {  // PVP-C1, K1
    const auto misspelt = model_of("gpt-5-mni");
    EXPECT_THAT(
        misspelt,
        StartsWith("vision.model is a provider, a slash and a model id, not \"gpt-5-mni\"; did you "
                   "mean openai/gpt-5-mini")
    );
    EXPECT_THAT(misspelt, EndsWith("? (FOVEA_PROXY_MODEL)"));
    for (const std::string name : {"gpt", "/gpt", "openai/", "open ai/x", "openai/a\nb"})
        EXPECT_THAT(model_of(name), StartsWith("vision.model is a provider"));
}

}  // namespace
}  // namespace fovea::proxy
