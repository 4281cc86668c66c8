#include "fovea/context/prefix.hpp"

#include "fovea/context/test_messages.hpp"

#include <gtest/gtest.h>

namespace fovea::context {
namespace {

// Each turn shows a picture and is answered.
std::vector<content::Message> turns(int count) {
    std::vector<content::Message> messages;
    for (int i = 0; i < count; ++i) {
        messages.push_back(user({picture(static_cast<char>('a' + i))}));
        messages.push_back(answers("seen"));
    }
    return messages;
}

TEST(PrefixChanges, ByTurnsEveryTurnRewrites) {  // X2
    const auto messages = turns(3);
    EXPECT_TRUE(prefix_changes(messages, 4, {.policy = AgeingPolicy::Turns}));
}

TEST(PrefixChanges, WithoutAgeingNothingDoes) {
    EXPECT_FALSE(prefix_changes(turns(8), 14, {.policy = AgeingPolicy::Off}));
}

TEST(PrefixChanges, CacheAwareRewritesSeldom) {  // X2
    int rewrites = 0;
    for (int turn = 2; turn <= 20; ++turn) {
        const auto messages = turns(turn);
        const auto known = messages.size() - 2;
        rewrites += prefix_changes(messages, known, {.policy = AgeingPolicy::CacheAware}) ? 1 : 0;
    }
    EXPECT_GE(rewrites, 1);
    EXPECT_LE(rewrites, 6);
}

TEST(PrefixChanges, TheFirstRequestRewritesNothing) {
    EXPECT_FALSE(prefix_changes(turns(1), 0, {}));
    EXPECT_FALSE(prefix_changes({}, 0, {}));
}

TEST(PrefixChanges, TheReceiptsTellWhatReallyWent) {  // X2
    const Delivery whole{
        .image = picture('a').source,
        .state = store::ImageState::Pixels,
        .sent = {picture('a').source}};
    Delivery smaller = whole;
    smaller.sent = {picture('b').source};
    Delivery words = whole;
    words.state = store::ImageState::Text;
    words.sent.clear();

    EXPECT_FALSE(prefix_changes(std::vector{whole}, std::vector{whole, words}));
    EXPECT_TRUE(prefix_changes(std::vector{whole}, std::vector{smaller, whole}));
    EXPECT_TRUE(prefix_changes(std::vector{whole}, std::vector{words, whole}));
    EXPECT_TRUE(prefix_changes(std::vector{whole, words}, std::vector{whole}));
}

}  // namespace
}  // namespace fovea::context
