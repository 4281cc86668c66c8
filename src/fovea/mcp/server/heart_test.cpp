#include "fovea/mcp/server/heart.hpp"

#include <gtest/gtest.h>

#include <latch>
#include <new>

namespace fovea::mcp {
namespace {

TEST(Heart, OneWhoThrowsDoesNotKeepTheOthersFromHearingIt) {
    Heart heart(std::chrono::milliseconds(1));
    std::latch heard(2);
    const Heart::Listener bad(heart, [] { throw std::bad_alloc(); });
    const Heart::Listener good(heart, [&, beats = 0]() mutable {
        if (++beats <= 2) heard.count_down();
    });

    heard.wait();
}

}  // namespace
}  // namespace fovea::mcp
