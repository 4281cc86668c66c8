#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <fstream>
#include <string>

namespace {

bool system_has(const std::string& flag) {
    std::ifstream in("/proc/cpuinfo");
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("flags"))
            return (line + " ").find(" " + flag + " ") != std::string::npos;
    }
    return false;
}

#if HWY_ARCH_X86
TEST(VectorTarget, IsWhatTheSystemSaysThatTheProcessorHas) {
    const auto targets = hwy::SupportedTargets();

    EXPECT_EQ(
        (targets & HWY_AVX2) != 0, system_has("avx2") && system_has("fma") && system_has("bmi2")
    );
    EXPECT_EQ((targets & HWY_AVX3) != 0, system_has("avx512bw") && system_has("avx512vl"));
    EXPECT_NE(targets & HWY_STATIC_TARGET, 0);
}
#endif

TEST(VectorTarget, IsChosenOnce) {
    auto& chosen = hwy::GetChosenTarget();
    chosen.Update(hwy::SupportedTargets());

    EXPECT_TRUE(chosen.IsInitialized());
    EXPECT_EQ(&chosen, &hwy::GetChosenTarget());
}

}  // namespace
