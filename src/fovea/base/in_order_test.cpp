#include "fovea/base/in_order.hpp"

#include <gtest/gtest.h>

#include <latch>
#include <stdexcept>
#include <string>

namespace fovea {
namespace {

TEST(InOrder, ResultsComeInInputOrderWhateverFinishesFirst) {
    std::latch second_done(1);
    std::vector<std::string> seen;

    in_order(
        3,
        2,
        [&](std::size_t i) {
            if (i == 0) second_done.wait();  // the first input ends last
            if (i == 1) second_done.count_down();
            return std::to_string(i);
        },
        [&](std::size_t i, const std::string& result) {
            EXPECT_EQ(std::to_string(i), result);
            seen.push_back(result);
            return true;
        }
    );

    EXPECT_EQ(seen, (std::vector<std::string>{"0", "1", "2"}));
}

TEST(InOrder, NothingToDoIsDoneAtOnce) {
    in_order(
        0, 4, [](std::size_t i) { return i; }, [](std::size_t, std::size_t) { return false; }
    );
}

TEST(InOrder, EndsTheWorkWhenNobodyWantsMore) {
    std::atomic<int> begun{0};

    in_order(
        100'000,
        2,
        [&](std::size_t i) {
            ++begun;
            return i;
        },
        [](std::size_t i, std::size_t) { return i < 1; }
    );

    EXPECT_GE(begun, 2);
}

TEST(InOrder, ExceptionsComeOutOnTheCallingThread) {
    const auto fail = [](std::size_t) -> int { throw std::runtime_error("broken"); };

    EXPECT_THROW(in_order(3, 2, fail, [](std::size_t, int) { return true; }), std::runtime_error);
}

}  // namespace
}  // namespace fovea
