#include "fovea/media/video/glance_keeper.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

namespace fovea::media {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;

Picture grey(int level) {
    Picture picture(Shape::of({16, 24}, PixelFormat::Gray8));
    std::memset(picture.row(0), level, 16 * 24);
    return picture;
}

std::vector<std::size_t> numbers(std::vector<Glance> glances) {
    std::vector<std::size_t> all;
    for (const auto& glance : glances) all.push_back(glance.number);
    return all;
}

TEST(GlanceKeeper, KeepsWhatIsNewAndCountsWhatStandsStill) {  // M10
    GlanceKeeper keeper;
    for (const int level : {10, 10, 10, 90, 90, 10}) ASSERT_TRUE(keeper.look(grey(level)).ok());

    const auto glances = keeper.take();

    ASSERT_EQ(glances.size(), 3u);
    EXPECT_EQ(glances[0].looks, 3u);
    EXPECT_EQ(glances[1].looks, 2u);
    EXPECT_EQ(glances[2].looks, 1u);
    EXPECT_EQ(keeper.looks(), 6u);
    EXPECT_THAT(numbers({}), ElementsAre());
}

TEST(GlanceKeeper, ASlowFadeIsSeenAlthoughNoStepOfItIs) {  // M10
    GlanceKeeper keeper;
    for (int level = 0; level <= 200; level += 2) ASSERT_TRUE(keeper.look(grey(level)).ok());

    EXPECT_GE(keeper.take().size(), 10u);
}

TEST(GlanceKeeper, HasRoomForLittleAndStillHoldsTheBeginningAndShortEvents) {  // M10
    GlanceKeeper keeper(50);
    std::vector<std::size_t> events;
    for (int i = 0; i < 10'000; ++i) {
        auto picture = grey(100);
        std::memset(picture.row(i % 20), 40, 3);  // a spot that never rests
        const bool event = i % 2500 == 1234;
        if (event) picture = grey(250);
        if (event) events.push_back(static_cast<std::size_t>(i));
        ASSERT_TRUE(keeper.look(std::move(picture)).ok());
    }

    const auto kept = numbers(keeper.take());

    EXPECT_LE(kept.size(), 50u);
    EXPECT_EQ(kept.front(), 0u);
    for (const auto event : events) EXPECT_THAT(kept, Contains(event));
}

}  // namespace
}  // namespace fovea::media
