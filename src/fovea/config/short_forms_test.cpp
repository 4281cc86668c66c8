#include "fovea/config/short_forms.hpp"

#include "fovea/config/provider_kinds.hpp"
#include "fovea/config/test_files.hpp"

namespace fovea::config {
namespace {

class ShortForms : public ConfigFiles {};

TEST_F(ShortForms, AgentsBrainIsTheMainModel) {  // DIG-13, O1
    const auto settings =
        loaded(
            "config.yaml",
            "agents:\n  - id: helper\n    brain: {provider: ollama, model: llava}\n"
            "  - id: main\n    brain:\n      provider: anthropic\n      model: claude-sonnet-4-5\n"
            "      vision: false\n"
        )
            .settings;

    EXPECT_EQ(settings.model, "anthropic/claude-sonnet-4-5");
    EXPECT_EQ(settings.models.at("anthropic/claude-sonnet-4-5").vision, false);
    EXPECT_EQ(settings.agents.size(), 2u);
}

TEST_F(ShortForms, WithoutVisionTheModelDecides) {  // DIG-13
    const auto settings =
        loaded("config.yaml", "agents: [{id: a, brain: {provider: openai, model: gpt-4o}}]\n")
            .settings;

    EXPECT_EQ(settings.model, "openai/gpt-4o");
    EXPECT_TRUE(settings.models.empty());
}

TEST_F(ShortForms, AuxiliaryVisionInheritsTheMainProvider) {  // ETH-12, ETH-15
    const auto settings =
        loaded(
            "config.yaml",
            "provider: anthropic\nmodel: claude-opus-4-7\napiKey: sk-main\nbaseUrl: https://main\n"
            "auxiliary.vision.model: claude-sonnet-4-6\n"
        )
            .settings;

    EXPECT_EQ(settings.model, "anthropic/claude-opus-4-7");
    EXPECT_EQ(settings.vision.model, "anthropic/claude-sonnet-4-6");
    const auto provider = find_provider(settings, "anthropic");
    ASSERT_TRUE(provider.ok());
    EXPECT_EQ(provider.value().base_url, "https://main");
    EXPECT_EQ(provider.value().api_key, Secret("sk-main"));
}

TEST_F(ShortForms, AuxiliaryVisionMayHaveItsOwnKeyAndAddress) {  // ETH-14, ETH-15
    const auto settings =
        loaded(
            "config.yaml",
            "provider: anthropic\nmodel: claude-opus-4-7\napiKey: sk-main\nbaseUrl: https://main\n"
            "auxiliary:\n  vision:\n    model: claude-sonnet-4-6\n    apiKey: sk-eyes\n"
        )
            .settings;

    EXPECT_EQ(settings.vision.model, "auxiliary-vision/claude-sonnet-4-6");
    const auto& provider = settings.providers.at("auxiliary-vision");
    EXPECT_EQ(provider.kind, "anthropic");
    EXPECT_EQ(provider.base_url, "https://main");
    EXPECT_EQ(provider.api_key, Secret("sk-eyes"));
    EXPECT_EQ(settings.providers.at("anthropic").api_key, Secret("sk-main"));
}

TEST_F(ShortForms, OneCompanysKeyIsNotForAnother) {  // Q5
    const auto settings = loaded(
                              "config.yaml",
                              "provider: anthropic\nmodel: claude-opus-4-7\napiKey: sk-main\n"
                              "auxiliary.vision.provider: openai\nauxiliary.vision.model: gpt-5\n"
    )
                              .settings;

    EXPECT_EQ(settings.vision.model, "openai/gpt-5");
    EXPECT_TRUE(find_provider(settings, "openai").value().api_key.empty());
}

TEST_F(ShortForms, LaterLayersWinWhicheverSpellingTheyUse) {  // O1
    const auto user = write(
        "user.yaml",
        "provider: anthropic\nmodel: claude-opus-4-7\nauxiliary.vision.model: claude-sonnet-4-6\n"
    );

    const auto result = load(
        {.user_file = user,
         .environment =
             variables({{"FOVEA_VISION_MODEL", "local/ocr"}, {"FOVEA_MODEL", "openai/gpt-5"}})}
    );

    ASSERT_TRUE(result.ok()) << result.error().message;
    EXPECT_EQ(result.value().settings.vision.model, "local/ocr");
    EXPECT_EQ(result.value().settings.model, "openai/gpt-5");
}

TEST_F(ShortForms, SlashesInsideAnIdAreKept) {  // O1
    const auto settings =
        loaded("config.yaml", "provider: openrouter\nmodel: anthropic/claude-opus-5\n").settings;

    EXPECT_EQ(settings.model, "openrouter/anthropic/claude-opus-5");
}

TEST_F(ShortForms, TwoSpellingsInOneFileAreAnError) {  // O1
    EXPECT_EQ(
        error_of(
            "config.toml",
            "[vision]\nmodel = \"local/ocr\"\n[auxiliary.vision]\nmodel = \"local/ocr\"\n"
        ),
        ": vision.model and auxiliary.vision.model set the same value; keep only one of them"
    );
    EXPECT_EQ(error_of("a.toml", "base_url = \"http://a\"\n"), ": base_url also needs `provider`");
    EXPECT_EQ(
        error_of("b.toml", "provider = \"nobody\"\nmodel = \"m\"\n"),
        ": unknown provider \"nobody\"; add [providers.nobody] with its kind"
    );
}

}  // namespace
}  // namespace fovea::config
