#include "fovea/base/tally.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace fovea {
namespace {

using ::testing::SizeIs;

TEST(Tally, AddsUpByNameAndLabels) {
    Tally tally;
    tally.add("b_total", {{"why", "x"}});
    tally.add("b_total", {{"why", "x"}}, 2);
    tally.add("b_total", {{"why", "y"}});
    tally.add_time("a_seconds", {}, 0.5);
    tally.add_time("a_seconds", {}, 0.25);

    const auto rows = tally.read();

    ASSERT_THAT(rows, SizeIs(3));
    EXPECT_EQ(rows[0].name, "a_seconds");
    EXPECT_EQ(rows[0].sum, 0.75);
    EXPECT_EQ(rows[0].count, 2u);
    EXPECT_TRUE(rows[0].is_time);
    EXPECT_EQ(rows[1].labels.at("why"), "x");
    EXPECT_EQ(rows[1].sum, 3);
    EXPECT_EQ(rows[2].sum, 1);
}

TEST(Tally, TakesCountsFromManyThreads) {
    Tally tally;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&] {
                for (int j = 0; j < 1000; ++j) tally.add("n_total", {});
            });
        }
    }
    EXPECT_EQ(tally.read().at(0).sum, 4000);
}

}  // namespace
}  // namespace fovea
