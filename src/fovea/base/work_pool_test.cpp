#include "fovea/base/work_pool.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <latch>
#include <memory>
#include <new>
#include <semaphore>
#include <vector>

namespace fovea {
namespace {

using testing::ElementsAre;

TEST(WorkPool, WorkOfOneLaneRunsAtOnceUpToItsShare) {
    WorkPool pool({.threads = 4});
    std::atomic<int> running = 0;
    std::atomic<int> most = 0;
    std::latch all(50);
    std::barrier both(2);  // neither passes it alone
    WorkPool::Lane lane(pool, {.at_once = 2});

    for (int i = 0; i < 50; ++i) {
        lane.add([&] {
            const int now = ++running;
            int seen = most;
            while (now > seen && !most.compare_exchange_weak(seen, now)) {
            }
            both.arrive_and_wait();
            --running;
            all.count_down();
        });
    }
    all.wait();

    EXPECT_EQ(most, 2);
}

TEST(WorkPool, WorkThatThrowsCostsNothingButItself) {
    WorkPool pool({.threads = 1});
    WorkPool::Lane lane(pool, {.at_once = 1});
    std::latch worked(1);

    lane.add([] { throw std::bad_alloc(); });
    lane.add([&] { worked.count_down(); });

    worked.wait();
}

TEST(WorkPool, OneWhoFillsTheirShareLeavesTheRestToOthers) {  // D5
    WorkPool pool({.threads = 2});
    std::counting_semaphore<> may_end(0);
    std::latch served(1);
    WorkPool::Lane flood(pool, {.at_once = 1});
    WorkPool::Lane other(pool, {.at_once = 1});

    for (int i = 0; i < 100; ++i) flood.add([&] { may_end.acquire(); });
    other.add([&] { served.count_down(); });

    served.wait();  // while none of the flood has ended
    may_end.release(100);
}

TEST(WorkPool, LanesTakeTurnsWhereEveryThreadIsTaken) {  // D5
    WorkPool pool({.threads = 1});
    std::binary_semaphore begun(0);
    std::binary_semaphore may_end(0);
    std::vector<int> order;  // of one thread
    std::latch all(6);
    WorkPool::Lane first(pool, {});
    WorkPool::Lane second(pool, {});
    const auto says = [&](int who) {
        return [&order, &all, who] {
            order.push_back(who);
            all.count_down();
        };
    };

    first.add([&] {
        begun.release();
        may_end.acquire();
    });
    begun.acquire();
    for (int i = 0; i < 4; ++i) first.add(says(1));
    for (int i = 0; i < 2; ++i) second.add(says(2));
    may_end.release();
    all.wait();

    EXPECT_THAT(order, ElementsAre(1, 2, 1, 2, 1, 1));
}

TEST(WorkPool, WorkThatWaitsForSomebodyKeepsNoOtherWaiting) {  // D7
    WorkPool pool({.threads = 2, .aside = 3});
    std::counting_semaphore<> answered(0);
    std::latch served(1);
    WorkPool::Lane lane(pool, {.at_once = 2});

    for (int i = 0; i < 3; ++i) {
        lane.add([&] {
            const WorkPool::Lane::Aside aside(lane);
            answered.acquire();
        });
    }
    lane.add([&] { served.count_down(); });

    served.wait();  // while all three wait
    answered.release(3);
}

TEST(WorkPool, MoreThanMayWaitIsNotTaken) {
    WorkPool pool({.threads = 1});
    std::binary_semaphore may_end(0);
    std::binary_semaphore begun(0);
    WorkPool::Lane lane(pool, {.waiting = 2});
    lane.add([&] {
        begun.release();
        may_end.acquire();
    });
    begun.acquire();

    EXPECT_TRUE(lane.add([] {}));
    EXPECT_TRUE(lane.add([] {}));
    EXPECT_FALSE(lane.add([] {}));
    may_end.release();
}

TEST(WorkPool, WhatIsWithdrawnNeverBegins) {
    WorkPool pool({.threads = 1});
    std::binary_semaphore may_end(0);
    std::binary_semaphore begun(0);
    std::atomic<bool> ran = false;
    {
        WorkPool::Lane lane(pool, {});
        const auto first = lane.add([&] {
            begun.release();
            may_end.acquire();
        });
        const auto second = lane.add([&] { ran = true; });
        begun.acquire();

        EXPECT_TRUE(lane.withdraw(*second));
        EXPECT_FALSE(lane.withdraw(*second));
        EXPECT_FALSE(lane.withdraw(*first));
        may_end.release();
    }

    EXPECT_FALSE(ran);
}

TEST(WorkPool, ALaneThatGoesDropsWhatWaitsAndWaitsForWhatRuns) {
    WorkPool pool({.threads = 1});
    std::binary_semaphore begun(0);
    std::atomic<int> ended = 0;
    const auto held = std::make_shared<int>(0);
    {
        WorkPool::Lane lane(pool, {});
        lane.add([&, held] {
            begun.release();
            ++ended;
        });
        for (int i = 0; i < 10; ++i) lane.add([&, held] { ++ended; });
        begun.acquire();
    }

    EXPECT_GE(ended, 1);
    EXPECT_EQ(held.use_count(), 1);
}

}  // namespace
}  // namespace fovea
