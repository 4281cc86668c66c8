#include "fovea/gateway/named_models.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>

namespace fovea::gateway {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;
using testing::StartsWith;

class NamedModels : public testing::Test {
protected:
    NamedModels() {
        settings_.providers["mine"] = {.kind = "openai_chat", .base_url = "http://127.0.0.1:1"};
        settings_.models["seer"] = {.vision = true};
        settings_.models["reader"] = {.provider = "mine", .vision = false};
    }
    std::vector<ListedModel> list() const {
        return named_models(settings_, [this](const char* name) -> const char* {
            return name == key_of_ ? "secret" : nullptr;
        });
    }
    std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const auto& model : list()) names.push_back(model.id);
        return names;
    }
    std::optional<ListedModel> find(const std::string& id) const {
        const auto all = list();
        const auto found = std::ranges::find(all, id, &ListedModel::id);
        return found == all.end() ? std::nullopt : std::optional(*found);
    }

    config::Settings settings_;
    std::string key_of_;
};

TEST_F(NamedModels, OnesOwnAreThereAndOthersWhereThereIsAKey) {  // D4
    EXPECT_THAT(names(), Contains("mine/seer"));
    EXPECT_THAT(names(), Contains("mine/reader"));
    EXPECT_THAT(names(), Not(Contains(StartsWith("anthropic/"))));

    key_of_ = "ANTHROPIC_API_KEY";
    EXPECT_THAT(names(), Contains(StartsWith("anthropic/claude-")));
    EXPECT_THAT(names(), Not(Contains(StartsWith("openai/"))));
}

TEST_F(NamedModels, WhatFitsAnAliasCanBeNamed) {  // D4
    settings_.gateway.models = {{"fast", "mine/reader"}, {"claude-*", "mine/seer"}};

    EXPECT_THAT(names(), Contains("fast"));
    EXPECT_THAT(names(), Contains(StartsWith("claude-")));
    EXPECT_THAT(names(), Not(Contains("claude-*")));
}

TEST_F(NamedModels, AnAliasWithoutAKeyBehindItIsNotTold) {  // D4
    settings_.gateway.models = {{"fast", "openai/gpt-5"}, {"short", "fast"}, {"odd", "no/such"}};
    EXPECT_THAT(names(), Not(Contains("fast")));

    key_of_ = "OPENAI_API_KEY";
    EXPECT_THAT(names(), Contains("fast"));
    EXPECT_THAT(names(), Contains("short"));
    EXPECT_THAT(names(), Not(Contains("odd")));
}

TEST_F(NamedModels, WhatAnotherAnswersIsNotToldAsItself) {  // D4
    settings_.gateway.models = {{"*", "mine/seer"}};

    EXPECT_THAT(names(), Not(Contains("mine/reader")));
}

TEST_F(NamedModels, ARowThatNamesNoProviderIsEveryConfiguredOnes) {  // D4
    settings_.providers["other"] = settings_.providers["mine"];

    EXPECT_THAT(names(), Contains("other/seer"));
    EXPECT_THAT(names(), Not(Contains("other/reader")));
    EXPECT_THAT(
        configured_names(settings_),
        ElementsAre("local/ocr", "mine/reader", "mine/seer", "other/seer")
    );
}

TEST_F(NamedModels, ABlindModelTakesPicturesWhereTheyAreDescribed) {  // D4, V1
    ASSERT_TRUE(find("mine/reader"));
    EXPECT_TRUE(find("mine/reader")->vision);

    settings_.vision.mode = "off";
    EXPECT_FALSE(find("mine/reader")->vision);
    EXPECT_TRUE(find("mine/seer")->vision);
}

}  // namespace
}  // namespace fovea::gateway
