#include "fovea/agent/compaction.hpp"

#include "fovea/base/bytes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace fovea::agent {
namespace {

using content::Message;
using content::Role;
using content::TextBlock;
using ::testing::HasSubstr;
using ::testing::Not;

Message says(std::string words) {
    return {Role::User, {TextBlock{std::move(words)}}};
}
Message answers(std::string words) {
    return {Role::Assistant, {TextBlock{std::move(words)}}};
}
Message calls(const std::string& id) {
    return {Role::Assistant, {content::ToolUseBlock{id, "screenshot", "{}"}}};
}
content::ImageBlock picture(const std::string& name) {
    return {
        .source = content::BlobRef{sha256(as_bytes(name))},
        .mime = "image/png",
        .size = {1920, 1080},
        .filename = name};
}
Message shows(const std::string& id, const std::string& name) {
    return {Role::User, {content::ToolResultBlock{id, {TextBlock{"shot"}, picture(name)}}}};
}

CompactionPlan planned(const std::vector<Message>& messages, std::uint64_t keep_tokens) {
    return plan_compaction(messages, tokens_sent(messages, {}, {}), keep_tokens);
}

TEST(Compaction, ShortConversationsStay) {
    EXPECT_EQ(planned({says("a"), answers("b")}, 10).covered, 0u);
    EXPECT_EQ(planned({says("a"), answers("b"), says("c"), answers("d")}, 1000).covered, 0u);
}

TEST(Compaction, OldTurnsGoAndTheNewestPartStays) {
    std::vector<Message> messages;
    for (int i = 0; i < 20; ++i) {
        messages.push_back(says(std::string(400, 'q')));
        messages.push_back(answers(std::string(400, 'a')));
    }
    messages.push_back(says("and now?"));
    const auto plan = planned(messages, 500);
    EXPECT_GT(plan.covered, 30u);
    EXPECT_LT(plan.covered, messages.size() - 1);
    EXPECT_FALSE(plan.kept);  // the open turn is in what stays anyway
}

TEST(Compaction, TheOpenTurnsWordsAndPicturesStayInALongLoopOfTools) {  // A1
    std::vector<Message> messages{
        {Role::User, {picture("start.png"), TextBlock{"book the flight"}}}};
    for (int i = 0; i < 30; ++i) {
        const auto id = std::to_string(i);
        messages.push_back(calls(id));
        messages.push_back(shows(id, id + ".png"));
    }
    const auto plan = planned(messages, 8000);
    ASSERT_GT(plan.covered, 20u);
    EXPECT_EQ(plan.kept, 0u);
    // A call and its result stay together.
    EXPECT_EQ(messages[plan.covered].role, Role::Assistant);
}

TEST(Compaction, APictureThatComesAgainIsCountedOnce) {  // A1, X3
    std::vector<Message> messages{says("watch it")};
    for (int i = 0; i < 100; ++i) {
        messages.push_back(calls(std::to_string(i)));
        messages.push_back(shows(std::to_string(i), "same.png"));
    }
    const auto tokens = tokens_sent(messages, {}, {});
    EXPECT_LT(std::accumulate(tokens.begin(), tokens.end(), 0u), 10'000u);
    EXPECT_EQ(planned(messages, 10'000).covered, 0u);
}

TEST(Compaction, PicturesAreReferredToByNameAndByWhatTheyShow) {  // A1
    proxy::Descriptions descriptions;
    descriptions.put(sha256(as_bytes(std::string("0.png"))), {"a login form", "local/ocr", ""});
    std::vector<Message> messages{says("go")};
    for (int i = 0; i < 4; ++i) {
        const auto id = std::to_string(i);
        messages.push_back(calls(id));
        messages.push_back(shows(id, id + ".png"));
    }
    const auto plan = planned(messages, 1);
    ASSERT_GT(plan.covered, 0u);
    const auto list = picture_list(messages, plan, descriptions);
    EXPECT_THAT(
        list,
        HasSubstr(
            "sha256:" + sha256(as_bytes(std::string("0.png"))).hex().substr(0, 8) +
            " 1920x1080 0.png: a login form"
        )
    );
    EXPECT_THAT(list, Not(HasSubstr("3.png")));  // that one stays
    EXPECT_THAT(transcript_of(messages, plan, descriptions, 100'000), HasSubstr("a login form"));
}

TEST(Compaction, ATranscriptKeepsItsBeginningAndItsEnd) {
    std::vector<Message> messages;
    for (int i = 0; i < 100; ++i) {
        messages.push_back(says("question " + std::to_string(i) + std::string(200, '.')));
        messages.push_back(answers("answer " + std::to_string(i)));
    }
    const CompactionPlan plan{.covered = messages.size()};
    const auto text = transcript_of(messages, plan, {}, 5'000);
    EXPECT_LT(text.size(), 6'000u);
    EXPECT_THAT(text, HasSubstr("question 0."));
    EXPECT_THAT(text, HasSubstr("answer 99"));
    EXPECT_THAT(text, HasSubstr("messages left out"));
}

TEST(Compaction, WithoutAModelWhatWasSaidIsShortened) {
    const std::vector<Message> messages{says(std::string(1000, 'x')), answers("fine")};
    const auto summary = plain_summary(messages, {.covered = 2});
    EXPECT_THAT(summary, HasSubstr("characters more"));
    EXPECT_THAT(summary, HasSubstr("Agent: fine"));
}

}  // namespace
}  // namespace fovea::agent
