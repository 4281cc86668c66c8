#include "fovea/mcp/restarts.hpp"

#include <gtest/gtest.h>

namespace fovea::mcp {
namespace {

using namespace std::chrono_literals;

TEST(Restarts, WaitLongerEachTimeAndEnd) {
    Restarts restarts({.at_most = 4, .within = 60s, .backoff = 1s});
    const Restarts::Time start{};

    EXPECT_EQ(restarts.next(start), 0ms);
    EXPECT_EQ(restarts.next(start + 1s), 1s);
    EXPECT_EQ(restarts.next(start + 2s), 2s);
    EXPECT_EQ(restarts.next(start + 3s), 4s);
    EXPECT_EQ(restarts.next(start + 4s), std::nullopt);
    EXPECT_EQ(restarts.next(start + 60s), 4s);  // the first is forgotten
    EXPECT_EQ(restarts.next(start + 200s), 0ms);
}

}  // namespace
}  // namespace fovea::mcp
