#include "fovea/sandbox/layers.hpp"

#include <gtest/gtest.h>

namespace fovea::sandbox {

namespace {

constexpr Layers kAll{
    .seccomp = true,
    .landlock_abi = 7,
    .no_new_privs = true,
    .no_capabilities = true,
    .not_dumpable = true,
    .dies_with_parent = true,
    .memory_limit = true,
    .resource_limits = true,
};

TEST(Layers, SurviveTheTripThroughBits) {
    const Layers few{.landlock_abi = 2, .not_dumpable = true, .relaxed = true};

    EXPECT_EQ(layers_from(layer_bits(kAll), kAll.landlock_abi), kAll);
    EXPECT_EQ(layers_from(layer_bits(few), few.landlock_abi), few);
    EXPECT_EQ(layers_from(0, -5), Layers{});
}

TEST(Layers, AreEnoughWithSeccompOrLandlockOnAnOldKernel) {  // M11
    EXPECT_TRUE(enough({.seccomp = true}, {.seccomp = true}));
    EXPECT_TRUE(enough({.landlock_abi = 1}, {.landlock_abi = 1}));
    EXPECT_FALSE(enough({.no_new_privs = true, .memory_limit = true}, {}));
}

TEST(Layers, AreNotEnoughWhenOneThatTheKernelHasDidNotTakeHold) {  // M11
    EXPECT_FALSE(enough({.seccomp = true}, {.seccomp = true, .landlock_abi = 2}));
    EXPECT_FALSE(enough({.landlock_abi = 2}, {.seccomp = true, .landlock_abi = 2}));
}

TEST(Layers, SayWhatIsMissing) {  // M11
    auto without_files = kAll;
    without_files.landlock_abi = 0;
    auto without_filter = kAll;
    without_filter.seccomp = false;
    without_filter.landlock_abi = 2;

    EXPECT_EQ(weaknesses(kAll), std::vector<std::string>{});
    EXPECT_EQ(
        weaknesses(without_files),
        std::vector<std::string>{"no Landlock: files are guarded by the system call filter alone"}
    );
    EXPECT_EQ(
        weaknesses(without_filter),
        (std::vector<std::string>{
            "no seccomp: system calls are not filtered",
            "Landlock ABI 2 has no rules for the network, and nothing else refuses it"})
    );
}

}  // namespace

}  // namespace fovea::sandbox
