#include "fovea/proxy/turn_sight.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>

namespace fovea::proxy {
namespace {

using content::ImageBlock;
using content::Message;
using content::Role;
using content::TextBlock;
using store::ImageState;
using testing::HasSubstr;
using testing::Not;

ImageBlock picture(std::string_view name) {
    return {
        .source = content::BlobRef{sha256(as_bytes(name))},
        .mime = "image/png",
        .size = {640, 480},
        .filename = std::string(name) + ".png"};
}

Message user(std::vector<content::ContentBlock> blocks) {
    return {Role::User, std::move(blocks)};
}

Message says(std::string words) {
    return {Role::Assistant, {TextBlock{std::move(words)}}};
}

class SeeTurn : public testing::Test {
protected:
    Look look() {
        return
            [this](const DescribeRequest& request, const std::stop_token&) -> Result<Description> {
                const std::scoped_lock lock(mutex_);
                asked_.push_back(request);
                for (const auto& image : request.images) {
                    if (image.filename == failing_) return Error{ErrorCode::LlmError, "it is down"};
                }
                Description description;
                description.complete = complete_;
                for (const auto& image : request.images)
                    description.text += image.filename + " seen. ";
                description.fence = "<joint>" + description.text + "</joint>";
                description.usage = {
                    .input_tokens = 100,
                    .output_tokens = 10,
                    .cache_read_tokens = 7,
                    .reasoning_tokens = 3};
                return description;
            };
    }

    TurnSight see(const std::vector<Message>& messages, TurnSettings settings = {}) {
        settings.model = "eyes/one";
        auto sight = see_turn(messages, known_, look(), settings, {});
        EXPECT_TRUE(sight.ok());
        // As a session would after a restart.
        entries_.insert(entries_.end(), sight.value().entries.begin(), sight.value().entries.end());
        known_ = descriptions_of(entries_);
        return std::move(sight).value();
    }

    std::vector<store::Entry> telemetry(std::string_view type) const {
        std::vector<store::Entry> found;
        for (const auto& entry : entries_) {
            if (entry.kind == store::EntryKind::Telemetry &&
                entry.body.find(type) != std::string::npos) {
                found.push_back(entry);
            }
        }
        return found;
    }

    Descriptions known_;
    std::vector<store::Entry> entries_;
    std::mutex mutex_;
    std::vector<DescribeRequest> asked_;  // under mutex_
    std::string failing_;
    bool complete_ = true;
};

TEST_F(SeeTurn, APictureIsDescribedOnceAndItsFenceStaysForLaterTurns) {  // PVP-B1, B2, B3
    const auto cat = picture("cat");
    std::vector<Message> messages = {user({cat, TextBlock{"what is this?"}})};

    const auto first = see(messages);
    for (const auto* words : {"a", "b", "c", "d"}) {
        messages.push_back(says("ok"));
        messages.push_back(user({TextBlock{words}}));
        see(messages);
    }
    const auto last = see(messages);

    EXPECT_EQ(asked_.size(), 1u);
    EXPECT_EQ(first.calls, 1u);
    const auto told = in_words_of(last)(cat);
    ASSERT_TRUE(told);
    EXPECT_EQ(told->state, ImageState::Described);
    EXPECT_THAT(told->words, HasSubstr("<vision_proxy_description image=\"sha256:"));
    EXPECT_THAT(told->words, HasSubstr("width=\"640\" height=\"480\""));
    EXPECT_THAT(told->words, HasSubstr("filename=\"cat.png\""));
    EXPECT_THAT(told->words, HasSubstr("cat.png seen."));
}

TEST_F(SeeTurn, APartThatSomebodyPointsAtIsLookedAtByItself) {  // V4
    const auto cat = picture("cat");
    auto part = cat;
    part.crop = {40, 260, 400, 40};
    std::vector<Message> messages = {user({cat, TextBlock{"what is this?"}})};
    see(messages);
    messages.push_back(says("ok"));
    messages.push_back(user({part, TextBlock{"and here?"}}));
    see(messages);
    messages.push_back(says("ok"));
    messages.push_back(user({TextBlock{"go on"}}));

    const auto last = see(messages);

    ASSERT_EQ(asked_.size(), 2u);
    EXPECT_EQ(asked_[1].images[0].crop, part.crop);
    EXPECT_THAT(in_words_of(last)(cat)->words, HasSubstr("<vision_proxy_description image="));
    const auto told = in_words_of(last)(part);
    ASSERT_TRUE(told);
    EXPECT_THAT(told->words, HasSubstr("<vision_proxy_analysis image=\"sha256:"));
    EXPECT_THAT(told->words, HasSubstr("#crop:40,260,400,40"));
    EXPECT_THAT(told->words, HasSubstr("crop_origin=\"40,260\""));
}

TEST_F(SeeTurn, APartThatCouldNotBeSeenIsToldByItsPlace) {  // V4, PVP-E1
    auto part = picture("cat");
    part.crop = {40, 260, 400, 40};
    failing_ = "cat.png";

    const auto sight = see({user({part, TextBlock{"and here?"}})});

    const auto told = in_words_of(sight)(part);
    ASSERT_TRUE(told);
    EXPECT_EQ(told->state, ImageState::NotSeen);
    EXPECT_THAT(told->words, HasSubstr("its part of 400x40 with crop_origin 40,260"));
}

TEST_F(SeeTurn, AllThatWasBilledIsCounted) {  // V1
    const auto sight = see({user({picture("a"), picture("b")})});

    EXPECT_EQ(sight.usage.input_tokens, 100 * sight.calls);
    EXPECT_EQ(sight.usage.cache_read_tokens, 7 * sight.calls);
    EXPECT_EQ(sight.usage.reasoning_tokens, 3 * sight.calls);
    EXPECT_GT(sight.calls, 0U);
}

TEST_F(SeeTurn, PicturesOfToolsAreDescribedToo) {  // PVP-B1
    const auto shot = picture("shot");
    const std::vector<Message> messages = {
        user({TextBlock{"look"}}),
        {Role::Assistant, {content::ToolUseBlock{"t1", "screenshot", "{}"}}},
        user({content::ToolResultBlock{"t1", {shot}}})};

    const auto sight = see(messages);

    EXPECT_EQ(in_words_of(sight)(shot)->state, ImageState::Described);
}

TEST_F(SeeTurn, WhatWasSeenInPartIsToldAndIsTriedAgain) {  // V1, S5
    const auto cat = picture("cat");
    const std::vector<Message> messages = {user({cat})};
    complete_ = false;

    const auto first = see(messages);
    complete_ = true;
    see(messages);
    see(messages);

    const auto told = in_words_of(first)(cat);
    ASSERT_TRUE(told);
    EXPECT_EQ(told->state, ImageState::Described);
    EXPECT_THAT(told->words, HasSubstr("cat.png seen."));
    ASSERT_EQ(first.problems.size(), 1u);
    EXPECT_THAT(first.problems[0], HasSubstr("only partly"));
    EXPECT_EQ(asked_.size(), 2u);  // and the whole one was kept
}

TEST_F(SeeTurn, AFailedLookSaysSoIsNotKeptAndIsTriedAgain) {  // V1, S5
    const auto cat = picture("cat");
    const std::vector<Message> messages = {user({cat})};
    failing_ = "cat.png";

    const auto first = see(messages);
    const auto told = in_words_of(first)(cat);
    failing_.clear();
    const auto second = see(messages);

    EXPECT_EQ(told->state, ImageState::NotSeen);
    EXPECT_THAT(told->reason, HasSubstr("LLM_ERROR"));
    EXPECT_THAT(told->words, HasSubstr("not seen"));
    EXPECT_EQ(first.problems.size(), 1u);
    EXPECT_EQ(telemetry("vision_proxy.skip").size(), 1u);
    EXPECT_EQ(in_words_of(second)(cat)->state, ImageState::Described);
}

TEST_F(SeeTurn, SeveralPicturesOfATurnAreAlsoSeenTogether) {  // PVP-2.1, PVP-2.7
    const std::vector<Message> messages = {
        user({picture("a"), picture("b"), TextBlock{"what changed?"}})};

    const auto sight = see(messages);

    ASSERT_EQ(asked_.size(), 3u);
    EXPECT_EQ(asked_[2].images.size(), 2u);
    EXPECT_EQ(asked_[2].user_words, "what changed?");
    EXPECT_EQ(asked_[2].hints, Hints::Given);
    const auto sent = with_joint(messages, sight);
    EXPECT_THAT(content::text_of(sent[0].content), HasSubstr("<joint>a.png seen. b.png seen."));
    EXPECT_EQ(telemetry("vision_proxy.joint_description").size(), 1u);
}

TEST_F(SeeTurn, WhatIsSeenTogetherIsForItsTurnAlone) {  // PVP-2.1
    std::vector<Message> messages = {user({picture("a"), picture("b"), TextBlock{"?"}})};
    see(messages);
    messages.push_back(says("ok"));
    messages.push_back(user({TextBlock{"and?"}}));

    const auto later = see(messages);

    EXPECT_TRUE(later.joint.empty());
    EXPECT_EQ(asked_.size(), 3u);
}

TEST_F(SeeTurn, OnePictureMakesNoJointCall) {  // PVP-2.E1
    see({user({picture("a"), TextBlock{"?"}})});

    EXPECT_EQ(asked_.size(), 1u);
}

TEST_F(SeeTurn, MoreThanTheBatchAreSeenOneByOneOnly) {  // PVP-2.E2, PVP-2.4
    see({user({picture("a"), picture("b"), picture("c")})}, {.max_batch = 2});

    EXPECT_EQ(asked_.size(), 3u);
    for (const auto& request : asked_) EXPECT_EQ(request.images.size(), 1u);
}

TEST_F(SeeTurn, ABatchOfOneSwitchesJointCallsOff) {  // PVP-2.E4
    see({user({picture("a"), picture("b")})}, {.max_batch = 1});

    EXPECT_EQ(asked_.size(), 2u);
}

TEST_F(SeeTurn, OneThatFailedLeavesNoJointCall) {  // PVP-2.E3
    failing_ = "b.png";

    const auto sight = see({user({picture("a"), picture("b")})});

    EXPECT_EQ(asked_.size(), 2u);
    EXPECT_TRUE(sight.joint.empty());
    EXPECT_EQ(in_words_of(sight)(picture("a"))->state, ImageState::Described);
}

TEST_F(SeeTurn, WithoutContextThePersonsWordsStayHere) {  // PVP-2.3
    see({user({picture("a"), picture("b"), TextBlock{"my secret"}})}, {.include_context = false});

    EXPECT_TRUE(asked_[2].user_words.empty());
}

TEST_F(SeeTurn, WhatHasAgedToWordsIsNotLookedAtAnyMore) {  // X1
    std::vector<Message> messages = {user({picture("old")})};
    for (int i = 0; i < 5; ++i) {
        messages.push_back(says("ok"));
        messages.push_back(user({TextBlock{"go on"}}));
    }

    see(messages);

    EXPECT_TRUE(asked_.empty());
}

TEST_F(SeeTurn, TheSamePictureTwiceIsDescribedOnce) {  // PVP-B2
    see({user({picture("a"), picture("a")})});

    EXPECT_EQ(asked_.size(), 1u);
}

TEST(Descriptions, TheLatestOneCountsAndForeignEntriesAreNoHarm) {  // PVP-B2, PVP-3.3
    const auto image = sha256(as_bytes("x"));
    const std::vector<store::Entry> entries = {
        description_entry(image, {"old", "m", ""}, store::Time{}),
        {.kind = store::EntryKind::Description, .time = {}, .body = R"({"image":7})"},
        {.kind = store::EntryKind::Description, .time = {}, .body = "nonsense"},
        description_entry(image, {"new", "m", "qwen_pixels"}, store::Time{})};

    const auto descriptions = descriptions_of(entries);

    EXPECT_EQ(*descriptions.find(image), (KeptDescription{"new", "m", "qwen_pixels"}));
}

}  // namespace
}  // namespace fovea::proxy
