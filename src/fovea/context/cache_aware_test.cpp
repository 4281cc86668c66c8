#include "fovea/context/cache_aware.hpp"

#include "fovea/context/test_messages.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

namespace fovea::context {
namespace {

using content::ImageBlock;
using content::Message;
using content::Role;
using content::TextBlock;

const AgeingSettings kCacheAware{.policy = AgeingPolicy::CacheAware};

ImageBlock screen(int number) {
    return {
        .source = content::BlobRef{sha256(as_bytes("screen " + std::to_string(number)))},
        .mime = "image/png",
        .size = {1920, 1080}};
}

std::vector<Message> screens(int turns) {
    std::vector<Message> messages;
    for (int i = 0; i < turns; ++i) {
        messages.push_back({Role::User, {screen(i), TextBlock{std::string(400, 'q')}}});
        if (i + 1 < turns) {
            messages.push_back({Role::Assistant, {TextBlock{std::string(400, 'a')}}});
        }
    }
    return messages;
}

std::vector<Form> forms(const std::vector<Message>& messages, const StandingOf& standing_of = {}) {
    std::vector<Form> forms;
    const auto pictures = pictures_in(messages);
    for (const auto& aged : age_pictures(messages, pictures, kCacheAware, standing_of)) {
        forms.push_back(aged.form);
    }
    return forms;
}

std::size_t rewrites(
    const std::vector<Message>& messages,
    const AgeingSettings& settings = kCacheAware,
    std::optional<std::size_t> pinned = {}
) {
    const auto pictures = pictures_in(messages);
    std::vector<Standing> standings(pictures.size(), Standing::Usual);
    if (pinned) standings[*pinned] = Standing::Pinned;
    return age_in_batches(messages, pictures, standings, settings).rewrites;
}

// As a model takes pictures of so many pixels and counts a token for 750 of them.
AgeingSettings with_edge(std::uint32_t edge) {
    auto settings = kCacheAware;
    settings.limits.recommended_edge = edge;
    return settings;
}

std::size_t pixels(const std::vector<Form>& all) {
    return static_cast<std::size_t>(std::ranges::count(all, Form::Full));
}

TEST(CacheAware, APictureBeforeMuchTextNeverBecomesWords) {  // X2
    auto messages = screens(1);
    messages.push_back({Role::Assistant, {TextBlock{std::string(100'000, 'a')}}});
    for (int i = 0; i < 40; ++i) {
        messages.push_back({Role::User, {TextBlock{"and?"}}});
        messages.push_back({Role::Assistant, {TextBlock{"ok"}}});
    }

    EXPECT_EQ(forms(messages), std::vector{Form::Low});
}

TEST(CacheAware, APictureThatIsDearToCarryGoesAsSoonAsByAgeAlone) {  // X2
    auto messages = screens(2);
    auto& page = std::get<ImageBlock>(messages[0].content[0]);
    page.size = {1440, 12000};  // in tiles

    EXPECT_EQ(forms(messages), (std::vector{Form::Low, Form::Full}));
}

TEST(CacheAware, ManyScreensGoInBatchesAndTheNumberOfPixelsIsBounded) {  // X2
    std::size_t most = 0;
    std::size_t changes = 0;
    std::vector<Form> before;
    for (int turns = 1; turns <= 80; ++turns) {
        const auto now = forms(screens(turns));
        most = std::max(most, pixels(now));
        // The earlier part is the same as in the turn before, except where a batch went.
        if (!std::ranges::equal(before, std::span(now).first(before.size()))) ++changes;
        before = now;
    }

    EXPECT_LE(most, 8u);
    EXPECT_GE(most, 2u);
    EXPECT_GE(changes, 3u);
    EXPECT_LE(changes, 80u / 2);
    EXPECT_EQ(rewrites(screens(80)), changes);
}

TEST(CacheAware, ABatchGivesEachPictureTheFormOfItsAge) {  // X1, X2
    std::vector<Form> before;
    int turns = 1;
    for (; turns < 20; ++turns) {
        const auto now = forms(screens(turns));
        if (!std::ranges::equal(before, std::span(now).first(before.size()))) break;
        before = now;
    }
    ASSERT_LT(turns, 20);
    auto by_turns = kCacheAware;
    by_turns.policy = AgeingPolicy::Turns;

    const auto now = forms(screens(turns));

    for (std::size_t i = 0; i < now.size(); ++i) {
        const auto age = static_cast<std::uint32_t>(now.size() - 1 - i);
        EXPECT_EQ(now[i], form_at(age, by_turns)) << i;
    }
}

TEST(CacheAware, TheMoreIsSaidTheLongerPicturesStay) {  // X2
    auto chatty = screens(80);
    for (auto& message : chatty) message.content.emplace_back(TextBlock{std::string(8000, 'w')});

    EXPECT_LT(3 * rewrites(chatty), 2 * rewrites(screens(80)));
}

TEST(CacheAware, WhatWentStaysGone) {  // X2
    const auto at_40 = forms(screens(40));
    const auto at_60 = forms(screens(60));

    for (std::size_t i = 0; i < at_40.size(); ++i) {
        if (at_40[i] == Form::Text) {
            EXPECT_EQ(at_60[i], Form::Text) << i;
        }
    }
}

TEST(CacheAware, ThePinnedAndTheOpenTurnNeverAge) {  // X2
    const auto pinned = screen(0);
    const auto all = forms(screens(80), [&](const content::FileRef& image) {
        return image == pinned.source ? Standing::Pinned : Standing::Usual;
    });

    EXPECT_EQ(all.front(), Form::Full);
    EXPECT_EQ(all.back(), Form::Full);
    EXPECT_EQ(all[1], Form::Text);
}

// A screen of 1920x1080 is one picture to a model that takes 2576 pixels; to one that takes 1568 it may
// be five, which are dear to carry.
TEST(CacheAware, ScreensThatTheModelTakesWholeStayLonger) {  // X2
    auto messages = screens(80);
    for (auto& message : messages) message.content.emplace_back(TextBlock{std::string(800, 'w')});

    EXPECT_LT(rewrites(messages, with_edge(2576)), rewrites(messages, with_edge(1568)));
}

TEST(CacheAware, BehindAPinnedPictureBatchesAreSeldomWhereTheCacheKeepsWhatIsMarked) {  // X2
    auto marked = with_edge(2576);
    marked.cache.reach = CacheReach::FirstPicture;
    const auto unmarked = with_edge(2576);

    const auto without_pin = rewrites(screens(80), marked);

    EXPECT_LT(2 * rewrites(screens(80), marked, 2), without_pin);
    EXPECT_LT(rewrites(screens(80), marked, 40), without_pin);
    EXPECT_GE(rewrites(screens(80), unmarked, 2) + 2, rewrites(screens(80), unmarked));
    EXPECT_GE(rewrites(screens(80), unmarked, 40) + 2, rewrites(screens(80), unmarked));
}

TEST(CacheAware, AnIconThatIsLessThanItsWordsStays) {  // X2
    auto messages = screens(20);
    for (auto& message : messages) {
        if (auto* icon = std::get_if<ImageBlock>(&message.content[0])) icon->size = {32, 32};
    }

    EXPECT_EQ(rewrites(messages), 0u);
}

// What was dropped or refused is words whatever its age; nothing is paid for carrying it.
TEST(CacheAware, ADroppedPictureIsNoReasonForABatch) {  // X2
    const auto messages = screens(10);
    const auto pictures = pictures_in(messages);
    const std::vector<Standing> dropped(pictures.size(), Standing::Dropped);

    EXPECT_EQ(age_in_batches(messages, pictures, dropped, kCacheAware).rewrites, 0u);
}

}  // namespace
}  // namespace fovea::context
