#include "fovea/base/timers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <new>
#include <string>

namespace fovea {
namespace {

using namespace std::chrono_literals;

TEST(Timers, ActInTheOrderOfTheirTimes) {
    std::string order;
    std::promise<void> done;
    Timers timers;

    timers.after(20ms, [&] {
        order += "c";
        done.set_value();
    });
    timers.after(5ms, [&] { order += "b"; });
    timers.after(0ms, [&] { order += "a"; });
    done.get_future().wait();

    EXPECT_EQ(order, "abc");
}

TEST(Timers, WhatIsCancelledNeverBegins) {
    std::promise<void> done;
    Timers timers;

    const auto ticket = timers.after(10ms, [] { FAIL() << "it was cancelled"; });
    timers.cancel(ticket);
    timers.after(20ms, [&] { done.set_value(); });

    done.get_future().wait();
}

TEST(Timers, OneThatThrowsKeepsNoOtherFromItsTime) {
    std::promise<void> done;
    Timers timers;

    timers.after(0ms, [] { throw std::bad_alloc(); });
    timers.after(1ms, [&] { done.set_value(); });

    done.get_future().wait();
}

TEST(Timers, GoWithWhatWaits) {
    Timers timers;
    timers.after(1h, [] { FAIL() << "nobody waits for an hour"; });
}

}  // namespace
}  // namespace fovea
