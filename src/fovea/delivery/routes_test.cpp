#include "fovea/delivery/routes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::delivery {
namespace {

using content::ImageBlock;
using content::Role;
using content::TextBlock;
using router::Treatment;
using testing::HasSubstr;

Conversation with_picture() {
    const ImageBlock image{.source = content::BlobRef{}, .mime = "image/png", .size = {4, 3}};
    return {.messages = {{Role::User, {image, TextBlock{"?"}}}}};
}

TEST(Routes, AModelThatSeesGetsThePicture) {  // R1, CAL-IMG-20
    const auto routes = routes_for(with_picture(), "anthropic/claude-sonnet-4-6", {}, {}).value();

    ASSERT_EQ(routes.size(), 1u);
    EXPECT_EQ(routes[0].route.images, Treatment::AsItIs);
}

TEST(Routes, ABlindModelIsNoCandidateWhereNobodyDescribes) {  // R2, CAL-IMG-21
    config::Settings settings;
    settings.vision.mode = "off";

    const auto routes = routes_for(with_picture(), "openai/blind", settings, {});

    ASSERT_FALSE(routes.ok());
    EXPECT_EQ(routes.error().code, ErrorCode::NoCandidate);
    EXPECT_THAT(routes.error().message, HasSubstr("vision"));
}

TEST(Routes, WithoutStrictnessThePictureBecomesItsPlaceholder) {  // R2, CAL-IMG-22
    config::Settings settings;
    settings.vision.mode = "off";
    settings.routing.strict = false;

    const auto routes = routes_for(with_picture(), "openai/blind", settings, {}).value();

    EXPECT_EQ(routes[0].route.images, Treatment::Placeholder);
}

TEST(Routes, ABlindModelGetsDescriptionsWhereTheProxyIsOn) {  // R1, P2
    const auto routes = routes_for(with_picture(), "openai/blind", {}, {}).value();

    EXPECT_EQ(routes[0].route.images, Treatment::Described);
}

TEST(Routes, WhoFillsNoSchemaIsNotAskedForOne) {  // H6, T2
    config::Settings settings;
    settings.routing.fallback = {"local/ocr"};
    auto conversation = with_picture();
    conversation.json_schema = "{}";

    const auto routes =
        routes_for(conversation, "anthropic/claude-sonnet-4-6", settings, {}).value();
    ASSERT_EQ(routes.size(), 1u);
    EXPECT_EQ(routes[0].target.name, "anthropic/claude-sonnet-4-6");

    const auto named = routes_for(conversation, "local/ocr", settings, {});
    ASSERT_FALSE(named.ok());
    EXPECT_EQ(named.error().code, ErrorCode::ResponseNotJson);
    EXPECT_THAT(named.error().message, HasSubstr("cannot fill a JSON schema"));
}

TEST(Routes, FallbacksFollowInTheirOrder) {  // R3
    config::Settings settings;
    settings.routing.fallback = {"nobody/x", "anthropic/claude-haiku-4-5"};

    const auto routes =
        routes_for(with_picture(), "anthropic/claude-sonnet-4-6", settings, {}).value();

    ASSERT_EQ(routes.size(), 2u);
    EXPECT_EQ(routes[1].target.name, "anthropic/claude-haiku-4-5");
}

TEST(Routes, APictureThatHasAgedToWordsNeedsNoEyes) {  // R1, X1
    config::Settings settings;
    settings.vision.mode = "off";
    auto conversation = with_picture();
    for (int i = 0; i < 4; ++i) {
        conversation.messages.push_back({Role::Assistant, {TextBlock{"ok"}}});
        conversation.messages.push_back({Role::User, {TextBlock{"and?"}}});
    }

    EXPECT_TRUE(routes_for(conversation, "openai/blind", settings, {}).ok());
}

}  // namespace
}  // namespace fovea::delivery
