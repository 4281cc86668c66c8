// Which vectors this processor has, for Highway's dispatch, in the place of its library. That one measures the
// processor's clock whenever a program which is linked with it starts: 2 ms of the 12 that `fovea --version` took.
#include <hwy/targets.h>

#if HWY_ARCH_X86

#include <cpuid.h>

#include <atomic>
#include <cstdint>

namespace {

bool has_bit(unsigned leaf, unsigned bit) {
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    return __get_cpuid(leaf, &a, &b, &c, &d) != 0 && (c >> bit & 1U) != 0;
}

// What Highway compiles each target for (hwy/detect_targets.h); the builtin knows what the system lets programs use.
std::int64_t find_targets() {
    __builtin_cpu_init();
    std::int64_t targets = HWY_STATIC_TARGET;
    if (__builtin_cpu_supports("ssse3") == 0) return targets;
    targets |= HWY_SSSE3;
    if (__builtin_cpu_supports("sse4.2") == 0 || __builtin_cpu_supports("pclmul") == 0 ||
        __builtin_cpu_supports("aes") == 0) {
        return targets;
    }
    targets |= HWY_SSE4;
    const bool has_lzcnt = has_bit(0x80000001, 5);
    const bool has_f16c = has_bit(1, 29);
    if (__builtin_cpu_supports("avx2") == 0 || __builtin_cpu_supports("fma") == 0 ||
        __builtin_cpu_supports("bmi") == 0 || __builtin_cpu_supports("bmi2") == 0 || !has_lzcnt ||
        !has_f16c) {
        return targets;
    }
    targets |= HWY_AVX2;
    if (__builtin_cpu_supports("avx512f") == 0 || __builtin_cpu_supports("avx512vl") == 0 ||
        __builtin_cpu_supports("avx512dq") == 0 || __builtin_cpu_supports("avx512bw") == 0 ||
        __builtin_cpu_supports("avx512cd") == 0) {
        return targets;
    }
    return targets | HWY_AVX3;
}

}  // namespace

namespace hwy {
namespace {

std::atomic<std::int64_t> for_test{0};

}  // namespace

std::int64_t SupportedTargets() {
    static const std::int64_t kTargets = find_targets();
    const auto wanted = for_test.load();
    return wanted == 0 ? kTargets : wanted;
}

// 0: all again.
void SetSupportedTargetsForTest(std::int64_t targets) {
    for_test = targets;
    GetChosenTarget().DeInit();  // asks again
}

ChosenTarget& GetChosenTarget() {
    static ChosenTarget chosen;
    return chosen;
}

}  // namespace hwy

#endif
