#include "fovea/host/named_model.hpp"

#include <gtest/gtest.h>

namespace fovea::host {
namespace {

TEST(NamedModel, HasTheProviderOfItsName) {  // ETH-14
    const auto model = find_named_model({}, "openrouter/anthropic/claude-opus-5");

    EXPECT_EQ(model.provider, "openrouter");
    EXPECT_EQ(model.id, "anthropic/claude-opus-5");
    EXPECT_EQ(model.settings.kind, "openai_compatible");
    EXPECT_EQ(model.problem, "");
}

TEST(NamedModel, BareIdHasTheProviderOfTheCatalogue) {  // ETH-14, K1
    const auto model = find_named_model({}, "claude-sonnet-4-6");

    EXPECT_EQ(model.full_name(), "anthropic/claude-sonnet-4-6");
    EXPECT_TRUE(is_listed(model, {}));
    EXPECT_TRUE(capabilities_of(model, {}).vision.value);
}

TEST(NamedModel, ConfigurationSaysWhoseItIs) {  // K1, ETH-14
    config::Settings settings;
    settings.models["my-org/my-model"].provider = "openrouter";
    settings.models["my-org/my-model"].vision = true;

    const auto model = find_named_model(settings, "my-org/my-model");

    EXPECT_EQ(model.full_name(), "openrouter/my-org/my-model");
    EXPECT_EQ(
        capabilities_of(model, settings).vision, (models::Known<bool>{true, models::Origin::Config})
    );
}

TEST(NamedModel, UnknownOneIsStillSomething) {  // ETH-13
    for (const char* name : {"nobody/nothing", "", "/", "x/", "claude-sonet-4-6"}) {
        const auto model = find_named_model({}, name);

        EXPECT_EQ(model.full_name(), name);
        EXPECT_FALSE(is_listed(model, {})) << name;
        EXPECT_FALSE(capabilities_of(model, {}).vision.value) << name;
    }
}

TEST(NamedModel, ProviderWithoutAnAddressIsAProblem) {  // O2
    config::Settings settings;
    settings.providers["mine"].kind = "openai_compatible";

    const auto model = find_named_model(settings, "mine/m");

    EXPECT_EQ(model.settings.kind, "openai_compatible");
    EXPECT_NE(model.problem.find("needs a base_url"), std::string::npos);
}

TEST(NamedModel, LinesToAddAreToml) {  // K1
    EXPECT_EQ(lines_to_add("a\"b"), "[models.\"a\\\"b\"]\nvision = true");
}

}  // namespace
}  // namespace fovea::host
