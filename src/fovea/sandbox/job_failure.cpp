#include "fovea/sandbox/job_failure.hpp"

namespace fovea::sandbox {

std::string_view name_of(FailureCause cause) {
    switch (cause) {
        case FailureCause::Crashed: return "crashed";
        case FailureCause::TimedOut: return "timed_out";
        case FailureCause::OutOfMemory: return "out_of_memory";
        case FailureCause::PolicyViolation: return "policy_violation";
        case FailureCause::Killed: return "killed";
        case FailureCause::Cancelled: return "cancelled";
        case FailureCause::ProtocolError: return "protocol_error";
        case FailureCause::CannotStart: return "cannot_start";
        case FailureCause::InvalidJob: return "invalid_job";
        case FailureCause::NotInstalled: return "not_installed";
    }
    return "unknown";
}

}  // namespace fovea::sandbox
