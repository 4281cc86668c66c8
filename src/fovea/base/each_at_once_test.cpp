#include "fovea/base/each_at_once.hpp"

#include <gtest/gtest.h>

#include <barrier>
#include <stdexcept>

namespace fovea {
namespace {

TEST(EachAtOnce, DoesAllOfThemSeveralAtATime) {
    std::barrier together(3);  // nobody passes alone
    std::vector<int> done(3);

    each_at_once(3, 3, [&](std::size_t i) {
        together.arrive_and_wait();
        done[i] = static_cast<int>(i) + 1;
    });

    EXPECT_EQ(done, (std::vector<int>{1, 2, 3}));
}

TEST(EachAtOnce, OneThingIsDoneOnTheCallingThread) {
    std::thread::id on;

    each_at_once(1, 4, [&](std::size_t) { on = std::this_thread::get_id(); });

    EXPECT_EQ(on, std::this_thread::get_id());
}

TEST(EachAtOnce, AnExceptionComesOutOnceTheOthersAreDone) {
    std::atomic<int> done = 0;

    EXPECT_THROW(
        each_at_once(
            5,
            3,
            [&](std::size_t i) {
                if (i == 1) throw std::runtime_error("a stray one");
                ++done;
            }
        ),
        std::runtime_error
    );

    EXPECT_EQ(done, 4);
}

TEST(EachAtOnce, NothingToDoIsDoneAtOnce) {
    each_at_once(0, 4, [](std::size_t) { FAIL(); });
}

}  // namespace
}  // namespace fovea
