#include "fovea/store/call.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace fovea::store {
namespace {

using std::chrono::steady_clock;
using namespace std::chrono_literals;

TEST(Call, SaysWhyItIsOver) {  // T5
    std::stop_source source;
    const Call stopped{.stop = source.get_token()};
    EXPECT_TRUE(stopped.check().ok());
    source.request_stop();

    EXPECT_EQ(stopped.check().error().code, ErrorCode::Cancelled);
    EXPECT_EQ((Call{.deadline = steady_clock::now()}).check().error().code, ErrorCode::StoreError);
    EXPECT_TRUE((Call{.deadline = steady_clock::now() + 1h}).check().ok());
    EXPECT_TRUE(Call().check().ok());
    EXPECT_FALSE(Call().may_end());
}

TEST(Call, WaitsNoLongerThanItLasts) {
    std::stop_source source;
    std::jthread stopper([&] { source.request_stop(); });

    Call{.stop = source.get_token()}.wait(24h);
    Call{.deadline = steady_clock::now()}.wait(24h);
}

TEST(CallLock, IsHeldByOneAndWaitedForNoLongerThanACallLasts) {
    CallLock lock;
    std::stop_source source;
    auto held = std::make_unique<CallLock::Held>(lock.take({}).value());
    std::jthread stopper([&] { source.request_stop(); });

    EXPECT_EQ(lock.take({.stop = source.get_token()}).error().code, ErrorCode::Cancelled);
    EXPECT_EQ(
        lock.take({.deadline = steady_clock::now() + 1ms}).error().code, ErrorCode::StoreError
    );

    held.reset();
    EXPECT_TRUE(lock.take({.deadline = steady_clock::now() + 1h}).ok());
}

TEST(CallLock, GoesToWhoeverWaits) {
    CallLock lock;
    auto held = std::make_unique<CallLock::Held>(lock.take({}).value());
    bool taken = false;
    {
        std::jthread other([&] { taken = lock.take({}).ok(); });
        held.reset();
    }

    EXPECT_TRUE(taken);
}

}  // namespace
}  // namespace fovea::store
