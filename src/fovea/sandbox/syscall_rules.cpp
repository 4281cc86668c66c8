#include "fovea/sandbox/syscall_rules.hpp"

#include <memory>
#include <type_traits>

namespace fovea::sandbox {

namespace {

struct Release {
    void operator()(void* context) const { ::seccomp_release(context); }
};
using Context = std::unique_ptr<std::remove_pointer_t<scmp_filter_ctx>, Release>;

}  // namespace

bool install_filter(std::uint32_t otherwise, const std::vector<Rule>& rules) {
    const Context filter(::seccomp_init(otherwise));
    if (!filter) return false;
    ::seccomp_attr_set(filter.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);

    for (const Rule& rule : rules) {
        const auto count = static_cast<unsigned>(rule.conditions.size());
        const int added = ::seccomp_rule_add_array(
            filter.get(), rule.action, rule.call, count, rule.conditions.data()
        );
        if (added != 0) return false;
    }
    return ::seccomp_load(filter.get()) == 0;
}

}  // namespace fovea::sandbox
