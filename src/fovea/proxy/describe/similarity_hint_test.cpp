#include "fovea/proxy/describe/similarity_hint.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

namespace fovea::proxy {
namespace {

using Fingerprints = std::vector<std::optional<media::Fingerprint>>;

TEST(AlikePairs, AreThoseAtOrAboveTheThreshold) {  // PVP-2.5.2
    // 12 bits of 64 differ between the first two, 13 between the first and the third.
    const Fingerprints pictures = {0ULL, 0xFFFULL, 0x1FFF000000000000ULL};

    EXPECT_EQ(alike_pairs(pictures, 0.80), (std::vector<AlikePair>{{0, 1, 1.0 - 12.0 / 64}}));
    EXPECT_EQ(alike_pairs(pictures, 0.79).size(), 2U);
    EXPECT_EQ(alike_pairs(pictures, 1.0).size(), 0U);
    EXPECT_EQ(alike_pairs(pictures, 0.0).size(), 3U);
}

TEST(AlikePairs, LeaveOutAPictureWithoutFingerprint) {  // PVP-2.E6, PVP-M2
    EXPECT_EQ(
        alike_pairs(Fingerprints{7ULL, std::nullopt, 7ULL}, 0.80),
        (std::vector<AlikePair>{{0, 2, 1.0}})
    );
    EXPECT_TRUE(alike_pairs(Fingerprints{std::nullopt, std::nullopt}, 0.0).empty());
    EXPECT_TRUE(alike_pairs({}, 0.0).empty());
}

TEST(AlikePairs, DoNotDependOnNames) {  // PVP-2.E5
    EXPECT_EQ(alike_pairs(Fingerprints{1ULL, 1ULL}, 0.80).size(), 1U);
}

}  // namespace
}  // namespace fovea::proxy
