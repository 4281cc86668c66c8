#include "fovea/config/provider_kinds.hpp"

#include <gtest/gtest.h>

namespace fovea::config {
namespace {

TEST(ProviderKinds, KnownProvidersNeedOnlyTheirKey) {  // O1, P1
    const auto provider = find_provider(Settings{}, "anthropic");

    ASSERT_TRUE(provider.ok());
    EXPECT_EQ(provider.value().kind, "anthropic");
    EXPECT_EQ(provider.value().base_url, "https://api.anthropic.com");
    EXPECT_EQ(provider.value().api_key_env, "ANTHROPIC_API_KEY");
}

TEST(ProviderKinds, UsualKeyIsNotSentToAnotherAddress) {  // Q5
    Settings settings;
    settings.providers["anthropic"].base_url = "http://127.0.0.1:4010";

    const auto provider = find_provider(settings, "anthropic");

    ASSERT_TRUE(provider.ok());
    EXPECT_EQ(provider.value().kind, "anthropic");
    EXPECT_EQ(provider.value().api_key_env, "");
}

TEST(ProviderKinds, SeveralOfOneKindAreFine) {  // O1
    Settings settings;
    settings.providers["work"] = {.kind = "anthropic", .api_key_env = "WORK_KEY"};

    const auto provider = find_provider(settings, "work");

    ASSERT_TRUE(provider.ok());
    EXPECT_EQ(provider.value().base_url, "https://api.anthropic.com");
    EXPECT_EQ(provider.value().api_key_env, "WORK_KEY");
}

TEST(ProviderKinds, UnknownProviderNamesTheTableToAdd) {  // R2
    Settings settings;
    settings.providers["mine"].kind = "openai_compatible";

    const auto unknown = find_provider(settings, "nobody");
    const auto without_address = find_provider(settings, "mine");

    ASSERT_FALSE(unknown.ok());
    EXPECT_EQ(unknown.error().code, ErrorCode::NoCandidate);
    EXPECT_NE(unknown.error().message.find("[providers.nobody]"), std::string::npos);
    ASSERT_FALSE(without_address.ok());
    EXPECT_EQ(without_address.error().code, ErrorCode::ConfigInvalid);
}

TEST(ProviderKinds, ModelsAreCalledByTheirProvider) {  // O1
    const Settings settings;

    EXPECT_EQ(
        split_model_name(settings, "openrouter/anthropic/claude-opus-5").value(),
        (ModelName{"openrouter", "anthropic/claude-opus-5"})
    );
    for (const char* name : {"", "gpt-5", "/gpt-5", "openai/", "nobody/gpt-5"})
        EXPECT_FALSE(split_model_name(settings, name).ok()) << name;
    EXPECT_NE(
        split_model_name(settings, "antropic/my-own")
            .error()
            .message.find("did you mean anthropic?"),
        std::string::npos
    );
}

TEST(FindProvider, NamesTheVariableThatMayHoldAWrongAddress) {  // O1
    Settings settings;
    settings.providers["openai"] = {.kind = "openai_compatible", .base_url = "127.0.0.1:47101"};

    const auto provider = find_provider(settings, "openai");

    ASSERT_FALSE(provider.ok());
    EXPECT_NE(provider.error().message.find("OPENAI_BASE_URL"), std::string::npos)
        << provider.error().message;
}

}  // namespace
}  // namespace fovea::config
