// The words that system call filters are written in: a call, an action, and what must hold of its
// arguments. Only the *_filter.cpp files and their kin include it.
//
//     const std::vector<Rule> rules = {{SCMP_ACT_ALLOW, SCMP_SYS(write), {equals(0, STDOUT_FILENO)}}};
//     if (!install_filter(SCMP_ACT_KILL_PROCESS, rules)) …
#pragma once

#include <seccomp.h>

#include <cstdint>
#include <vector>

namespace fovea::sandbox {

using Condition = scmp_arg_cmp;

inline Condition equals(unsigned argument, std::uint64_t value) {
    return {.arg = argument, .op = SCMP_CMP_EQ, .datum_a = value, .datum_b = 0};
}

inline Condition has_bit(unsigned argument, std::uint64_t bit) {
    return {.arg = argument, .op = SCMP_CMP_MASKED_EQ, .datum_a = bit, .datum_b = bit};
}

inline Condition lacks_bit(unsigned argument, std::uint64_t bit) {
    return {.arg = argument, .op = SCMP_CMP_MASKED_EQ, .datum_a = bit, .datum_b = 0};
}

inline std::uint32_t fails_with(int number) {
    return SCMP_ACT_ERRNO(static_cast<std::uint32_t>(number));
}

struct Rule {
    std::uint32_t action;
    int call;
    std::vector<Condition> conditions = {};  // all must hold
};

// For good, for this process; calls without a rule do what `otherwise` says. Calls of another
// architecture (32-bit, x32) would reach the kernel under other numbers: they end the process.
bool install_filter(std::uint32_t otherwise, const std::vector<Rule>& rules);

}  // namespace fovea::sandbox
