#include "fovea/turn/run_turn.hpp"

#include "fovea/delivery/test_delivery.hpp"
#include "fovea/providers/test_scripted_model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::turn {
namespace {

using content::Role;
using content::TextBlock;
using providers::overloaded;
using providers::refused;
using providers::streamed;
using providers::words;
using store::EntryKind;
using store::ImageState;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class RunTurn : public delivery::DeliveryTest {
protected:
    void SetUp() override {
        delivery::DeliveryTest::SetUp();
        for (const auto* name : {"mock", "other"}) {
            settings_.providers[name] = {
                .kind = "anthropic", .base_url = std::string("https://") + name + ".invalid"};
        }
        settings_.models["seer"] = {.vision = true, .price_in = 1'000'000, .price_out = 0};
        view_.messages = {{Role::User, {TextBlock{"What is it?"}}}};
    }

    Result<Answered> run(TurnOptions options = {}) {
        const Services services{
            .settings = settings_,
            .delivery =
                {.client = model_,
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
                proxy::Description seen;
                seen.text = request.images.front().filename + " is red.";
                return seen;
            }};
        const TurnEvents events{
            .on_piece = [this](const auto& piece) { on_piece(piece); },
            .on_retry = [this](const auto& notice, const auto&) { retries_.push_back(notice); },
            .on_reroute =
                [this](const auto& from, const auto& to, const Error&) {
                    reroutes_.push_back(from.name + " > " + to.name);
                },
            .on_progress = [this](const auto& progress) { told_.push_back(progress); },
            .on_effort = [this](const auto& effort, const auto&) { efforts_.push_back(effort); },
            .keep = [this](std::vector<store::Entry> entries) -> Result<void> {
                if (cannot_keep_) return *cannot_keep_;
                for (const auto& entry : entries) kept_.push_back(entry.kind);
                return {};
            }};
        return run_turn(
            {.messages = view_.messages},
            "mock/seer",
            {view_, descriptions_},
            services,
            options,
            events,
            stop_.get_token()
        );
    }
    void on_piece(const providers::StreamEvent& piece) {
        const auto* text = std::get_if<providers::TextDelta>(&piece);
        if (text == nullptr) return;
        heard_ += text->text;
        if (text->text == stops_at_) stop_.request_stop();
    }
    static std::string said(const Result<Answered>& answered) {
        return answered.ok() ? content::text_of(answered.value().delivered.reply.content)
                             : answered.error().message;
    }

    providers::ScriptedModel model_;
    delivery::SessionView view_;
    proxy::Descriptions descriptions_;
    config::VisionSettings vision_;
    std::atomic<int> looks_ = 0;
    std::string heard_;
    std::string stops_at_ = "none";
    std::vector<providers::RetryNotice> retries_;
    std::vector<std::string> reroutes_;
    std::vector<Effort> efforts_;
    std::vector<CallProgress> told_;
    std::vector<EntryKind> kept_;
    std::optional<Error> cannot_keep_;
};

TEST_F(RunTurn, TheReplyIsPricedAndKept) {  // R1, H7
    model_.will_say(words("A cat."));

    const auto answered = run();

    ASSERT_EQ(said(answered), "A cat.");
    EXPECT_EQ(answered.value().target.name, "mock/seer");
    EXPECT_DOUBLE_EQ(answered.value().cost.usd, 5);  // tokens, at a dollar each
    EXPECT_THAT(kept_, testing::Contains(EntryKind::Message));
    EXPECT_THAT(efforts_, SizeIs(1));
    const auto bytes = model_.bodies()[0].size();
    EXPECT_THAT(
        told_,
        ElementsAre(
            CallProgress{Doing::Sending, 0, bytes, "mock/seer"},
            CallProgress{Doing::Sending, bytes, bytes, "mock/seer"}
        )
    );
}

TEST_F(RunTurn, AnOverloadedServerIsAskedAgain) {  // P4
    model_.will_say(overloaded());
    model_.will_say(words("A cat."));

    const auto answered = run();

    EXPECT_EQ(said(answered), "A cat.");
    ASSERT_THAT(retries_, SizeIs(1));
    EXPECT_EQ(retries_[0].failure.status, 529);
    ASSERT_THAT(efforts_, SizeIs(1));
    EXPECT_EQ(efforts_[0].retries, 1);
    EXPECT_THAT(reroutes_, IsEmpty());
}

TEST_F(RunTurn, AServerThatStaysOverloadedLeavesItToTheNextModel) {  // R3
    settings_.routing.fallback = {"other/seer"};
    for (int i = 0; i < 3; ++i) model_.will_say(overloaded());
    model_.will_say(words("From the other."));

    const auto answered = run();

    ASSERT_EQ(said(answered), "From the other.");
    EXPECT_EQ(answered.value().target.name, "other/seer");
    EXPECT_THAT(reroutes_, ElementsAre("mock/seer > other/seer"));
    EXPECT_THAT(efforts_, SizeIs(2));
}

TEST_F(RunTurn, ARequestThatIsWrongGoesToNobodyElse) {  // R3
    settings_.routing.fallback = {"other/seer"};
    model_.will_say(refused(400, "max_tokens: must be positive"));

    const auto answered = run();

    EXPECT_THAT(said(answered), HasSubstr("max_tokens: must be positive"));
    EXPECT_THAT(reroutes_, IsEmpty());
    EXPECT_THAT(kept_, IsEmpty());
}

TEST_F(RunTurn, WordsThatWereHandedOnAreNotFollowedByAnotherModels) {  // P4, R3
    settings_.routing.fallback = {"other/seer"};
    auto broken = streamed({"A ", "cat"});
    broken.pieces.pop_back();
    broken.then_fails =
        net::HttpFailure{net::HttpFailure::Kind::Interrupted, false, "mock.invalid hung up"};
    model_.will_say(broken);

    const auto answered = run({.delivery = providers::ReplyForm::Stream});

    EXPECT_THAT(said(answered), HasSubstr("ended its reply too early"));
    EXPECT_EQ(heard_, "A cat");
    EXPECT_THAT(reroutes_, IsEmpty());
    EXPECT_THAT(retries_, IsEmpty());
}

TEST_F(RunTurn, InterruptedInTheMiddleOfAStreamNothingIsKept) {  // H5
    settings_.routing.fallback = {"other/seer"};
    stops_at_ = "A ";
    model_.will_say(streamed({"A ", "cat."}));

    const auto answered = run({.delivery = providers::ReplyForm::Stream});

    ASSERT_FALSE(answered.ok());
    EXPECT_EQ(answered.error().code, ErrorCode::Cancelled);
    EXPECT_EQ(heard_, "A ");
    EXPECT_THAT(kept_, IsEmpty());
    EXPECT_THAT(reroutes_, IsEmpty());
}

TEST_F(RunTurn, AServerThatSaysItsModelIsBlindGetsWords) {  // V1
    view_.messages = {{Role::User, {picture({64, 48}), TextBlock{"What is it?"}}}};
    model_.judges([](const std::string& body) -> std::optional<providers::ScriptedAnswer> {
        if (body.find("\"base64\"") == body.npos) return words("It is red.");
        return refused(400, "this model does not support image input");
    });

    const auto answered = run();

    ASSERT_EQ(said(answered), "It is red.");
    EXPECT_EQ(looks_, 1);
    ASSERT_THAT(model_.bodies(), SizeIs(2));
    EXPECT_THAT(model_.bodies()[1], HasSubstr("64.jpg is red."));
    ASSERT_TRUE(answered.value().sight);
    EXPECT_EQ(answered.value().sight->calls, 1u);
}

TEST_F(RunTurn, ARefusedPictureGoesInWordsAndTheTurnIsAnswered) {  // P4, V1
    const auto cat = picture({64, 48});
    const auto bad = picture({80, 60});
    view_.messages = {{Role::User, {cat, bad, TextBlock{"What is it?"}}}};
    model_.judges(
        [poison =
             base64_of(bad)](const std::string& body) -> std::optional<providers::ScriptedAnswer> {
            if (body.find(poison) == body.npos) return words("A cat.");
            return refused(
                400, "messages.0.content.1.image.source.base64.data: Could not process image"
            );
        }
    );

    const auto answered = run();

    ASSERT_EQ(said(answered), "A cat.");
    const auto& delivered = answered.value().delivered;
    ASSERT_THAT(delivered.refused, SizeIs(1));
    EXPECT_EQ(delivered.refused[0].image, bad.source);
    EXPECT_EQ(delivered.receipt.at(0).state, ImageState::Pixels);
    EXPECT_THAT(model_.bodies().back(), HasSubstr("80.jpg is red."));
    EXPECT_EQ(looks_, 1);  // at the one that was refused
    EXPECT_THAT(kept_, testing::Contains(EntryKind::Message));
}

TEST_F(RunTurn, AnAnswerThatCannotBeKeptIsGivenNevertheless) {  // S2
    model_.will_say(words("A cat."));
    cannot_keep_ = Error{ErrorCode::StoreError, "the disk is full"};

    const auto answered = run();

    ASSERT_EQ(said(answered), "A cat.");
    EXPECT_EQ(answered.value().unkept, cannot_keep_);
}

}  // namespace
}  // namespace fovea::turn
