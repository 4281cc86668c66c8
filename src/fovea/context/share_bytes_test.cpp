#include "fovea/context/share_bytes.hpp"

#include "fovea/base/base64.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace fovea::context {
namespace {

using Needs = std::vector<std::uint64_t>;
constexpr auto kAll = std::numeric_limits<std::uint64_t>::max();

TEST(ShareBytes, MeetsEveryNeedWhereThereIsRoom) {  // M5
    EXPECT_EQ(share_level(Needs{}, 0), kAll);
    EXPECT_EQ(share_level(Needs{300, 600}, 1200), kAll);
    EXPECT_EQ(share_level(Needs{3'932'160}, 5'242'880), kAll);
}

TEST(ShareBytes, CutsTheLargeOnesToOneLevel) {  // M5
    const Needs needs{1'000'000, 100'000, 5'000'000};

    const auto level = share_level(needs, base64_size(2'000'000));

    ASSERT_TRUE(level);
    EXPECT_EQ(*level % (16u << 10), 0u);
    EXPECT_LE(*level, 950'000u);
    EXPECT_GT(*level, 930'000u);
}

TEST(ShareBytes, RefusesSharesThatShowNothing) {  // M5
    const Needs needs(10, 1'000'000);

    EXPECT_FALSE(share_level(needs, base64_size(10 * kSmallestShare) - 1));
    EXPECT_EQ(share_level(needs, 10 * base64_size(kSmallestShare)), kSmallestShare);
}

}  // namespace
}  // namespace fovea::context
