#include "fovea/sandbox/capabilities.hpp"

#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstdint>

namespace fovea::sandbox {

namespace {

constexpr int kMostThatMayBe = 63;

// Version 3 of the kernel's interface: two words of 32 capabilities each.
using Sets = std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3>;

bool read_sets(Sets& sets) {
    __user_cap_header_struct header{.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
    return ::syscall(SYS_capget, &header, sets.data()) == 0;
}

std::uint32_t bits_in_word(std::optional<int> capability, std::size_t word) {
    if (!capability || static_cast<std::size_t>(*capability) / 32 != word) return 0;
    return std::uint32_t{1} << (*capability % 32);
}

}  // namespace

bool drop_capabilities(std::optional<int> kept) {
    // What root would get back by starting a program. Only who has powers may, and needs to.
    for (int capability = 0; capability <= kMostThatMayBe; ++capability) {
        if (capability != kept) ::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    }
    ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);

    Sets held{};
    if (!read_sets(held)) return false;
    Sets wanted{};
    for (std::size_t word = 0; word < wanted.size(); ++word) {
        const auto stays = held[word].permitted & bits_in_word(kept, word);
        wanted[word] = {.effective = stays, .permitted = stays, .inheritable = 0};
    }
    __user_cap_header_struct header{.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
    return ::syscall(SYS_capset, &header, wanted.data()) == 0;
}

}  // namespace fovea::sandbox
