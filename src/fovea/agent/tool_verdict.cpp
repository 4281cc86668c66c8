#include "fovea/agent/tool_verdict.hpp"

namespace fovea::agent {

Ruling combined(const Ruling& rules, const HookAnswer& hook) {
    const auto by_hook = [&](Verdict verdict) {
        return Ruling{verdict, hook.reason.empty() ? "hook" : "hook: " + hook.reason};
    };
    if (rules.verdict == Verdict::Deny) return rules;
    switch (hook.decision) {
        case HookDecision::None: return rules;
        case HookDecision::Deny: return by_hook(Verdict::Deny);
        case HookDecision::Ask: return by_hook(Verdict::Ask);
        case HookDecision::Allow: {
            const bool only_default = rules.verdict == Verdict::Ask && rules.rule == "default";
            return only_default ? by_hook(Verdict::Allow) : rules;
        }
    }
    return rules;
}

}  // namespace fovea::agent
