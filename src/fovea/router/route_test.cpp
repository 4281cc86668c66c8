#include "fovea/router/route.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fovea::router {
namespace {

constexpr Capabilities kBlind{.tools = true};
constexpr Capabilities kSees{.vision = true, .tools = true};
constexpr Capabilities kReadsPdf{.vision = true, .pdf = true, .tools = true};

Capabilities capabilities_of(std::string_view model) {
    if (model.starts_with("sees")) return kSees;
    if (model.starts_with("reads")) return kReadsPdf;
    if (model.starts_with("blind")) return kBlind;
    return {.is_known = false};
}

Result<Plan> route(
    const ModelNames& names, const Needs& needs, const RouteSettings& settings = {}
) {
    return pick(chain_for(names, needs, settings, capabilities_of), needs, settings);
}

std::vector<std::string> models_of(const Result<Plan>& plan) {
    std::vector<std::string> models;
    if (!plan.ok()) return {plan.error().message};
    for (const auto& each : plan.value().routes) models.push_back(each.model);
    return models;
}

using Models = std::vector<std::string>;

TEST(Route, TakesTheModelOfTheCallBeforeTheVisionModelBeforeTheMainModel) {  // ETH-12
    EXPECT_EQ(
        models_of(route({"sees-a", "sees-b", "sees-c", {}}, {.vision = true})),
        (Models{"sees-a", "sees-b", "sees-c"})
    );
    EXPECT_EQ(
        models_of(route({"", "sees-b", "sees-c", {}}, {.vision = true})),
        (Models{"sees-b", "sees-c"})
    );
    EXPECT_EQ(models_of(route({"", "", "sees-c", {}}, {.vision = true})), (Models{"sees-c"}));
}

TEST(Route, PassesOverModelsThatCannotSeeThePictures) {  // CAL-IMG-20
    EXPECT_EQ(
        models_of(route({"", "sees-b", "blind-c", {}}, {.vision = true})), (Models{"sees-b"})
    );
    EXPECT_EQ(
        models_of(route({"blind-a", "", "sees-c", {}}, {.vision = true})), (Models{"sees-c"})
    );
}

TEST(Route, AsksTheMainModelWhereThereIsNothingToLookAt) {  // R1
    EXPECT_EQ(models_of(route({"", "sees-b", "blind-c", {}}, {})), (Models{"blind-c"}));
}

TEST(Route, NamesTheMissingCapabilityAndTheSettingToChange) {  // CAL-IMG-21
    const auto plan = route({"", "", "blind-c", {}}, {.vision = true});

    ASSERT_FALSE(plan.ok());
    EXPECT_EQ(plan.error().code, ErrorCode::NoCandidate);
    EXPECT_EQ(
        plan.error().message,
        "no model here has \"vision\": tried blind-c (model); set \"vision.model\" to a model with "
        "vision, or \"routing.strict\" to false (FOVEA_STRICT_ROUTING=false) to send a text "
        "placeholder instead"
    );
}

TEST(Route, NamesWhatWouldMakeThePicturesSeen) {  // CAL-IMG-21
    const std::vector<Candidate> chain = {{"blind-c", "asked for", {.is_known = true}}};

    const auto plan = pick(chain, {.vision = true}, {.remedy = "set \"vision.mode\" to \"auto\""});

    ASSERT_FALSE(plan.ok());
    const auto& message = plan.error().message;
    EXPECT_NE(message.find("blind-c (asked for); set \"vision.mode\" to"), message.npos) << message;
    EXPECT_EQ(message.find("vision.model"), message.npos) << message;
}

TEST(Route, SaysWhichLineToAddForAModelNobodyKnows) {  // K1
    const auto plan = route({"", "", "mine", {}}, {.vision = true});

    ASSERT_FALSE(plan.ok());
    EXPECT_NE(plan.error().message.find("[models.\"mine\"] vision = true"), std::string::npos);
}

TEST(Route, SaysThatNoModelIsConfigured) {  // R2
    const auto plan = route({}, {});

    ASSERT_FALSE(plan.ok());
    EXPECT_EQ(plan.error().code, ErrorCode::NoCandidate);
}

TEST(Route, GoesOnWithPlaceholdersWhereItIsLenient) {  // CAL-IMG-22
    const auto plan =
        route({"", "", "blind-c", {}}, {.vision = true}, {.strictness = Strictness::Lenient});

    ASSERT_TRUE(plan.ok());
    EXPECT_EQ(
        plan.value().routes,
        (std::vector<Route>{
            {.model = "blind-c", .setting = "model", .images = Treatment::Placeholder}})
    );
}

TEST(Route, DescribesForTheBlindWhereTheProxyIsOn) {  // P2
    const auto plan =
        route({"", "sees-b", "blind-c", {}}, {.vision = true}, {.describes_images = true});

    ASSERT_TRUE(plan.ok());
    EXPECT_EQ(
        plan.value().routes,
        (std::vector<Route>{
            {.model = "blind-c", .setting = "model", .images = Treatment::Described}})
    );
}

TEST(Route, TurnsPagesIntoPicturesForAModelThatOnlySees) {  // R1
    const auto plan = route({"", "", "sees-c", {}}, {.pdf = true, .video = true});

    ASSERT_TRUE(plan.ok());
    EXPECT_EQ(
        plan.value().routes,
        (std::vector<Route>{
            {.model = "sees-c",
             .setting = "model",
             .documents = Treatment::AsPictures,
             .videos = Treatment::AsPictures}})
    );
}

TEST(Route, NeedsAModelForPdfWherePagesAreNotTurnedIntoPictures) {  // R1
    const RouteSettings settings{.rasterises_pdf = false};

    EXPECT_EQ(
        models_of(route({"", "sees-b", "reads-c", {}}, {.pdf = true}, settings)),
        (Models{"reads-c"})
    );
    const auto none = route({"", "sees-b", "blind-c", {}}, {.pdf = true}, settings);
    ASSERT_FALSE(none.ok());
    EXPECT_NE(none.error().message.find("no model here has \"pdf\""), std::string::npos);
}

TEST(Route, KeepsTheFallbacksInTheirOrderAndEachOnce) {  // R3
    const ModelNames names{"", "", "sees-c", {"blind-x", "sees-z", "sees-c", "sees-y"}};

    EXPECT_EQ(models_of(route(names, {.vision = true})), (Models{"sees-c", "sees-z", "sees-y"}));
    EXPECT_EQ(models_of(route(names, {})), (Models{"sees-c", "blind-x", "sees-z", "sees-y"}));
}

TEST(Route, RefusesAModelWithoutToolsEvenWhereItIsLenient) {  // R1
    const Candidate candidate{"sees", "model", {.vision = true}};

    const auto plan =
        pick(std::vector{candidate}, {.tools = true}, {.strictness = Strictness::Lenient});

    ASSERT_FALSE(plan.ok());
    EXPECT_NE(plan.error().message.find("\"tools\""), std::string::npos);
}

TEST(Route, LosesAsLittleAsPossibleWhereItIsLenient) {  // R2
    const RouteSettings settings{.strictness = Strictness::Lenient, .samples_video = false};

    const auto plan =
        route({"blind-a", "", "sees-c", {}}, {.vision = true, .video = true}, settings);

    ASSERT_TRUE(plan.ok());
    EXPECT_EQ(models_of(plan), (Models{"sees-c", "blind-a"}));
    EXPECT_EQ(plan.value().routes[0].videos, Treatment::Placeholder);
    EXPECT_EQ(plan.value().routes[0].images, Treatment::AsItIs);
}

}  // namespace
}  // namespace fovea::router
