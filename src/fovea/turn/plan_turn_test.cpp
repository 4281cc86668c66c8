#include "fovea/turn/plan_turn.hpp"

#include "fovea/delivery/test_delivery.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::turn {
namespace {

using content::ImageBlock;
using content::Message;
using content::Role;
using content::TextBlock;
using store::ImageState;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* kUrl = "https://example.org/cat.png";

class PlanTurn : public delivery::DeliveryTest {
protected:
    void SetUp() override {
        delivery::DeliveryTest::SetUp();
        serve([](const auto&) { return std::nullopt; });
        settings_.models["reader"] = {.vision = false};
        view_.messages = {{Role::User, {picture({64, 48}), TextBlock{"What is it?"}}}};
    }

    Services services() {
        return {
            .settings = settings_,
            .delivery =
                {.client = client_,
                 .files = *files_,
                 .learnt = learnt_,
                 .environment = [](const char*) -> const char* { return nullptr; },
                 .local = {}},
            .picturing = [](const auto&) { return delivery::Picturing(); },
            .server_says = {},
            .vision = vision_,
            .look = [this](const proxy::DescribeRequest& request, const std::stop_token&)
                -> Result<proxy::Description> {
                ++looks_;
                if (is_down_) return Error{ErrorCode::LlmError, "down"};
                proxy::Description seen;
                seen.text = request.images.front().filename + " is red.";
                return seen;
            },
            .take_url =
                [this](const std::string&, const std::optional<content::BlobRef>& seen, const std::stop_token&)
                -> Result<ImageBlock> {
                if (seen) return ImageBlock{.source = *seen, .mime = "image/png", .size = {80, 60}};
                ++fetched_;
                return picture({80, 60});
            }};
    }
    delivery::Conversation conversation() const { return {.messages = view_.messages}; }
    TurnPlan plan(const std::string& model) {
        const auto with = services();
        const auto routes = routes_of(conversation(), model, {view_, known_}, with).value();
        conversation_ = conversation();
        auto planned = plan_turn(
            conversation_,
            routes.front().target,
            {view_, known_},
            with,
            {.on_problem = [this](const std::string& problem) { problems_.push_back(problem); },
             .on_progress = [this](const CallProgress& progress) { told_.push_back(progress); }},
            {}
        );
        EXPECT_TRUE(planned.ok());
        return std::move(planned).value();
    }
    // What the turn sends, and what it went as.
    delivery::PreparedRequest request_of(const TurnPlan& plan, const std::string& model) {
        auto prepared = delivery::first_request(
            plan.conversation(),
            delivery::find_target(settings_, model).value(),
            plan.picturing(),
            services().delivery,
            {},
            {}
        );
        EXPECT_TRUE(prepared.ok());
        plan.name_as_stored(prepared.value().receipt);
        return std::move(prepared).value();
    }
    static std::string words_in(const delivery::PreparedRequest& prepared) {
        std::string words;
        for (const auto& message : prepared.request.messages) {
            words += content::text_of(message.content);
        }
        return words;
    }

    delivery::SessionView view_;
    delivery::Conversation conversation_;
    proxy::Descriptions known_;
    config::VisionSettings vision_;
    std::vector<std::string> problems_;
    std::vector<CallProgress> told_;
    std::atomic<int> looks_ = 0;
    int fetched_ = 0;
    bool is_down_ = false;
};

TEST_F(PlanTurn, AModelThatSeesGetsThePictureAndNobodyLooks) {  // V1
    const auto planned = plan("mock/seer");

    EXPECT_FALSE(planned.sight);
    EXPECT_EQ(looks_, 0);
    EXPECT_THAT(request_of(planned, "mock/seer").wire.images, SizeIs(1));
}

TEST_F(PlanTurn, AModelThatCannotSeeGetsTheWordsOfWhoeverLooks) {  // V1
    const auto planned = plan("mock/reader");

    EXPECT_EQ(looks_, 1);
    EXPECT_THAT(
        told_,
        ElementsAre(CallProgress{.doing = Doing::Describing, .total = 1, .model = vision_.model})
    );
    const auto prepared = request_of(planned, "mock/reader");
    EXPECT_THAT(prepared.wire.images, IsEmpty());
    EXPECT_THAT(words_in(prepared), HasSubstr("64.jpg is red."));
    EXPECT_EQ(prepared.receipt.at(0).state, ImageState::Described);
}

TEST_F(PlanTurn, InModeAlwaysTheWordsStandBesideThePicture) {  // V1
    vision_.mode = "always";

    const auto prepared = request_of(plan("mock/seer"), "mock/seer");

    EXPECT_THAT(prepared.wire.images, SizeIs(1));
    EXPECT_THAT(words_in(prepared), HasSubstr("64.jpg is red."));
}

TEST_F(PlanTurn, WhatCannotBeSeenIsToldAndTheTurnGoesOn) {  // V1
    is_down_ = true;

    const auto prepared = request_of(plan("mock/reader"), "mock/reader");

    EXPECT_THAT(problems_, ElementsAre(HasSubstr("64.jpg was not seen")));
    EXPECT_EQ(prepared.receipt.at(0).state, ImageState::NotSeen);
}

TEST_F(PlanTurn, AddressesAreFetchedForWhoeverCannotOpenThemAndStayInTheReceipt) {  // Q2, X4
    view_.messages = {
        {Role::User, {ImageBlock{.source = content::UrlRef{kUrl}}, TextBlock{"And this?"}}}};

    const auto prepared = request_of(plan("mock/reader"), "mock/reader");

    EXPECT_EQ(fetched_, 1);
    ASSERT_THAT(told_, SizeIs(2));
    EXPECT_EQ(told_[0].doing, Doing::Fetching);
    EXPECT_EQ(told_[1].doing, Doing::Describing);
    EXPECT_EQ(prepared.receipt.at(0).image, content::FileRef(content::UrlRef{kUrl}));
    EXPECT_EQ(prepared.receipt.at(0).state, ImageState::Described);
}

TEST_F(PlanTurn, WhatWasRefusedAtAnAddressStaysRefused) {  // P4
    view_.messages = {
        {Role::User, {ImageBlock{.source = content::UrlRef{kUrl}}, TextBlock{"And this?"}}}};
    view_.ledger.add(view_.messages.front(), 1);
    const auto dropped = store::change_entry(
        {.action = store::ImageAction::Drop, .image = content::UrlRef{kUrl}}, store::system_now()
    );
    ASSERT_TRUE(view_.ledger.add(dropped).ok());

    const auto planned = plan("mock/reader");

    EXPECT_EQ(fetched_, 0);
    EXPECT_EQ(looks_, 0);
    EXPECT_THAT(
        words_in(request_of(planned, "mock/reader")), HasSubstr("[Image removed: cat.png]")
    );
}

TEST_F(PlanTurn, ThePlanIsWhatDeliverSends) {  // P6
    const auto planned = plan("mock/seer");
    const auto shown = request_of(planned, "mock/seer");

    const auto delivered = delivery::deliver(
        planned.conversation(), target(), planned.picturing(), services().delivery, {}, {}, {}
    );

    ASSERT_TRUE(delivered.ok());
    delivery::VariantFiles files(*files_);
    const std::scoped_lock lock(mutex_);
    EXPECT_THAT(bodies_, ElementsAre(delivery::body_text(shown.wire.body, files).value()));
}

}  // namespace
}  // namespace fovea::turn
