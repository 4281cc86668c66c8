#include "fovea/gateway/wire/coding_models.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::gateway {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class CodingModels : public testing::Test {
protected:
    CodingModels() {
        settings_.providers["mine"] = {.kind = "openai_chat", .base_url = "http://127.0.0.1:1"};
        settings_.models["seer"] = {.vision = true, .tools = true, .context = 9000};
        settings_.models["mute"] = {.tools = false};
    }
    std::vector<std::string> names() const {
        std::vector<std::string> names;
        const auto models = coding_models(settings_, "pi", "", Daemon::Own);
        EXPECT_TRUE(models.ok()) << models.error().message;
        if (models.ok()) {
            for (const auto& model : models.value()) names.push_back(model.name);
        }
        return names;
    }
    std::string error_of(const std::string& asked, Daemon daemon = Daemon::Own) const {
        const auto models = coding_models(settings_, "pi", asked, daemon);
        return models.ok() ? "" : models.error().message;
    }

    config::Settings settings_;  // its main model is local/ocr
};

TEST_F(CodingModels, AliasesAndRowsOfOnesOwnAreOffered) {  // D4
    settings_.gateway.models = {
        {"fast", "mine/seer"},
        {"claude-*", "mine/seer"},
        {"deaf", "mine/mute"},
        {"odd", "no/such"}};

    EXPECT_THAT(names(), ElementsAre("fast", "mine/seer"));

    settings_.model = "mine/other";  // nobody knows whether it calls tools: it is one's choice
    EXPECT_THAT(names(), ElementsAre("mine/other", "fast", "mine/seer"));
}

TEST_F(CodingModels, WhatCallsNoToolsIsRefused) {  // D4
    EXPECT_THAT(error_of("local/ocr"), HasSubstr("local/ocr cannot call tools"));
    EXPECT_THAT(error_of("local/ocr", Daemon::Other), HasSubstr("--model"));
    EXPECT_THAT(error_of("mine/mute"), HasSubstr("mine/mute cannot call tools"));

    settings_.models.clear();
    EXPECT_THAT(error_of(""), HasSubstr("pi has to be told which model to ask"));
}

TEST_F(CodingModels, OnlyAnotherDaemonMayKnowMoreNames) {  // D4
    EXPECT_THAT(error_of("fast"), HasSubstr("unknown model \"fast\""));
    EXPECT_EQ(error_of("fast", Daemon::Other), "");
}

TEST_F(CodingModels, WhatIsKnownOfAModelIsTold) {  // D4
    const auto seer = coding_models(settings_, "pi", "mine/seer", Daemon::Own);

    ASSERT_TRUE(seer.ok());
    EXPECT_THAT(
        seer.value(),
        ElementsAre(WiredModel{.name = "mine/seer", .takes_pictures = true, .context = 9000})
    );
}

}  // namespace
}  // namespace fovea::gateway
