#include "fovea/models/model_names.hpp"

#include "fovea/models/catalogue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::models {
namespace {

using config::ModelName;
using ::testing::HasSubstr;

std::string problem(std::string_view name, const config::Settings& settings = {}) {
    const auto found = find_model_name(settings, name);
    if (found.ok()) return "found " + found.value().provider + "/" + found.value().id;
    EXPECT_EQ(found.error().code, ErrorCode::InvalidInput);
    return found.error().message;
}

TEST(ModelNames, BareIdHasTheProviderOfTheCatalogue) {  // K1, ETH-14
    EXPECT_EQ(
        find_model_name({}, "claude-sonnet-4-6").value(),
        (ModelName{"anthropic", "claude-sonnet-4-6"})
    );
    EXPECT_EQ(
        find_model_name({}, "claude-sonnet-4-5-20250929").value(),
        (ModelName{"anthropic", "claude-sonnet-4-5-20250929"})
    );
    EXPECT_EQ(find_model_name({}, "gemini-2.5-pro").value().provider, "google");
    EXPECT_EQ(
        find_model_name({}, "openrouter/anthropic/claude-opus-5").value(),
        (ModelName{"openrouter", "anthropic/claude-opus-5"})
    );
}

TEST(ModelNames, EveryRowOfTheCatalogueIsFoundOrSaysWhatToPutBeforeIt) {  // K1
    for (const auto& model : shipped_catalogue().models()) {
        const auto found = find_model_name({}, model.id);
        if (found.ok()) {
            EXPECT_EQ(found.value(), (ModelName{model.provider, model.id}));
        } else {
            EXPECT_THAT(found.error().message, HasSubstr("ollama/" + model.id));
        }
    }
}

TEST(ModelNames, ConfigurationSaysWhoseItIs) {  // K1, ETH-14
    config::Settings settings;
    settings.models["my-org/my-model"].provider = "openrouter";
    settings.models["openrouter/other"].provider = "openrouter";
    settings.models["claude-sonnet-4-6"].provider = "openrouter";

    EXPECT_EQ(
        find_model_name(settings, "my-org/my-model").value(),
        (ModelName{"openrouter", "my-org/my-model"})
    );
    EXPECT_EQ(
        find_model_name(settings, "openrouter/other").value(), (ModelName{"openrouter", "other"})
    );
    EXPECT_EQ(find_model_name(settings, "claude-sonnet-4-6").value().provider, "openrouter");
}

TEST(ModelNames, MisspeltOnesOfferTheNearest) {  // K1
    EXPECT_EQ(
        problem("claude-sonet-4-6")
            .find("unknown model \"claude-sonet-4-6\"; did you mean "
                  "anthropic/claude-sonnet-4-6"),
        0u
    ) << problem("claude-sonet-4-6");
    EXPECT_THAT(
        problem("antropic/claude-sonnet-4-6"), HasSubstr("did you mean anthropic/claude-sonnet-4-6")
    );
    EXPECT_THAT(problem("local/orc"), HasSubstr("found local/orc"));  // its provider has to say
    EXPECT_EQ(did_you_mean({}, {"local", "orc"}), "; did you mean local/ocr?");
    config::Settings settings;
    settings.models["house-painter"].provider = "ollama";
    EXPECT_THAT(problem("house-panter", settings), HasSubstr("did you mean ollama/house-painter?"));
}

TEST(ModelNames, FullNameIsTheSameHoweverItIsSaid) {  // K1
    for (const char* name : {"claude-sonnet-4-6", "anthropic/claude-sonnet-4-6"})
        EXPECT_EQ(full_model_name({}, name), "anthropic/claude-sonnet-4-6");
    EXPECT_EQ(full_model_name({}, "nobody"), "nobody");
}

TEST(ModelNames, KnownOnesAndStrangersOfferNothing) {  // K1
    EXPECT_EQ(did_you_mean({}, {"anthropic", "claude-sonnet-4-6"}), "");
    EXPECT_EQ(did_you_mean({}, {"work", "claude-sonnet-4-6"}), "");
    EXPECT_EQ(did_you_mean({}, {"anthropic", "something-altogether-else"}), "");
    for (const char* name : {"", "/", "x/", "nobody/nothing-like-it", "zzz"})
        EXPECT_THAT(problem(name), HasSubstr("providers: ")) << name;
    EXPECT_TRUE(nearest_models({}, {"", std::string(5000, 'x')}).empty());
}

TEST(ModelNames, NearestAreOfTheProviderThatIsNamed) {  // K1
    for (const auto& near : nearest_models({}, {"anthropic", "claude-sonet-4-6"}))
        EXPECT_TRUE(near.starts_with("anthropic/")) << near;
    EXPECT_TRUE(nearest_models({}, {"anthropic", "gpt-5"}).empty());
    EXPECT_EQ(nearest_models({}, {"work", "claude-sonet-4-6"}).front(), "work/claude-sonnet-4-6");
    EXPECT_LE(nearest_models({}, {"", "gpt-5"}).size(), 3u);
}

}  // namespace
}  // namespace fovea::models
