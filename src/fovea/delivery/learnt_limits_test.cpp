#include "fovea/delivery/learnt_limits.hpp"

#include "fovea/store/test_folder.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <thread>

namespace fovea::delivery {
namespace {

using providers::LearntLimit;
using What = LearntLimit::What;

const store::Time kNow{std::chrono::hours(24 * 365 * 56)};

class Learnt : public testing::Test {
protected:
    store::TestFolder folder_;
    LearntLimits limits_{folder_ / "learnt_limits.json"};
};

TEST_F(Learnt, IsKeptForItsEndpointAcrossRuns) {  // P4
    EXPECT_TRUE(limits_.remember("http://a m", {What::Images, 5}, kNow));

    const LearntLimits again(folder_ / "learnt_limits.json");

    EXPECT_EQ(again.of("http://a m", kNow), (std::vector<LearntLimit>{{What::Images, 5}}));
    EXPECT_TRUE(again.of("http://b m", kNow).empty());
}

TEST_F(Learnt, IsNewsOnce) {  // P4
    EXPECT_TRUE(limits_.remember("e", {What::ImageBytes, 100}, kNow));
    EXPECT_FALSE(limits_.remember("e", {What::ImageBytes, 100}, kNow));
    EXPECT_FALSE(limits_.remember("e", {What::ImageBytes, 200}, kNow));
    EXPECT_TRUE(limits_.remember("e", {What::ImageBytes, 50}, kNow));
}

TEST_F(Learnt, NoPicturesAtAllIsALimitAndNothingElseMayBeNothing) {  // P4
    EXPECT_TRUE(limits_.remember("e", {What::Images, 0}, kNow));
    EXPECT_FALSE(limits_.remember("e", {What::Images, 4}, kNow));
    limits_.remember("e", {What::ImageBytes, 0}, kNow);

    EXPECT_EQ(limits_.of("e", kNow), (std::vector<LearntLimit>{{What::Images, 0}}));
    EXPECT_EQ(words_of({What::Images, 0}), "no pictures");
}

TEST_F(Learnt, IsForgottenAfterAMonth) {  // P4
    limits_.remember("e", {What::ImageEdge, 2000}, kNow);

    EXPECT_EQ(limits_.of("e", kNow + std::chrono::days(29)).size(), 1u);
    EXPECT_TRUE(limits_.of("e", kNow + std::chrono::days(31)).empty());
}

TEST_F(Learnt, NothingFailsOverABrokenFile) {  // P4
    for (const auto* text : {"", "[]", "{\"e\":7}", "{\"e\":{\"images\":{\"value\":-3}}}", "{{{"}) {
        std::ofstream(folder_ / "learnt_limits.json") << text;
        EXPECT_TRUE(limits_.of("e", kNow).empty()) << text;
        EXPECT_TRUE(limits_.remember("e", {What::Images, 5}, kNow)) << text;
        EXPECT_EQ(limits_.of("e", kNow).size(), 1u) << text;
    }
    const LearntLimits nowhere("/dev/null/learnt_limits.json");
    EXPECT_TRUE(nowhere.remember("e", {What::Images, 5}, kNow));
}

TEST_F(Learnt, NothingIsLostWhenSeveralLearnAtOnce) {  // P4
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([this, i] {
                const LearntLimits own(folder_ / "learnt_limits.json");
                own.remember("e" + std::to_string(i), {What::Images, 5}, kNow);
            });
        }
    }

    for (int i = 0; i < 4; ++i) {
        EXPECT_EQ(limits_.of("e" + std::to_string(i), kNow).size(), 1u) << i;
    }
}

}  // namespace
}  // namespace fovea::delivery
