#include "fovea/gateway/way/aliases.hpp"

#include <gtest/gtest.h>

namespace fovea::gateway {
namespace {

TEST(Aliases, OneFitsByItsStar) {  // D4
    EXPECT_EQ(fit_alias("claude-*", "claude-opus-5"), "opus-5");
    EXPECT_EQ(fit_alias("*", "anything"), "anything");
    EXPECT_EQ(fit_alias("gpt-5", "gpt-5"), "");
    EXPECT_EQ(fit_alias("gpt-5", "gpt-5-mini"), std::nullopt);
    EXPECT_EQ(fit_alias("a*a", "a"), std::nullopt);
}

TEST(Aliases, AnExactNameComesFirstThenTheOneThatSaysMost) {  // D4
    config::Settings settings;
    settings.gateway.models = {
        {"*", "ollama/qwen3"},
        {"claude-*", "deepseek/*"},
        {"claude-haiku-*", "groq/fast"},
        {"claude-opus-5", "openai/gpt-5"}};

    EXPECT_EQ(model_behind(settings, "claude-opus-5"), "openai/gpt-5");
    EXPECT_EQ(model_behind(settings, "claude-haiku-4"), "groq/fast");
    EXPECT_EQ(model_behind(settings, "claude-sonnet-4"), "deepseek/sonnet-4");
    EXPECT_EQ(model_behind(settings, "o3"), "ollama/qwen3");
}

TEST(Aliases, OneMayNameAnotherAndCirclesEnd) {  // D4
    config::Settings settings;
    settings.gateway.models = {
        {"claude-*", "fast"}, {"fast", "ollama/qwen3"}, {"a", "b"}, {"b", "a"}, {"self", "self"}};

    EXPECT_EQ(model_behind(settings, "claude-haiku-4"), "ollama/qwen3");
    EXPECT_EQ(model_behind(settings, "self"), "self");
    EXPECT_TRUE(settings.gateway.models.contains(model_behind(settings, "a")));
}

}  // namespace
}  // namespace fovea::gateway
