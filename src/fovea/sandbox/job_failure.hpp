// Why a job gave no answer. The pool goes on after every one of these.
#pragma once

#include <string>
#include <string_view>

namespace fovea::sandbox {

enum class FailureCause {
    Crashed,          // ended by a signal of its own making, or exited in the middle of the job
    TimedOut,         // used up its wall-clock or processor time
    OutOfMemory,      // wanted more than PoolSettings::max_memory
    PolicyViolation,  // made a system call that the filter refuses
    Killed,           // SIGKILL from outside: an operator, or the kernel for want of memory
    Cancelled,        // the caller's stop_token
    ProtocolError,    // its reply made no sense
    CannotStart,      // no worker could be started, or none with enough protection
    InvalidJob,       // nothing ran: the caller's request or input is over the pool's sizes
    NotInstalled,     // nothing ran: the helper program is not on this machine
};

struct JobFailure {
    FailureCause cause;
    std::string detail;  // one sentence for a person

    bool operator==(const JobFailure&) const = default;
};

// For logs and metrics: "timed_out".
std::string_view name_of(FailureCause cause);

}  // namespace fovea::sandbox
