// One helper while it runs: its pipes are emptied, its time is watched, and its end is explained.
#pragma once

#include "fovea/base/fd.hpp"
#include "fovea/base/result.hpp"
#include "fovea/sandbox/child_process.hpp"
#include "fovea/sandbox/helper_programs.hpp"
#include "fovea/sandbox/job_failure.hpp"

#include <stop_token>

namespace fovea::sandbox {

struct Pipe {
    Fd ours;  // read, never blocks
    Fd theirs;
};
Result<Pipe> make_pipe();

struct HelperPipes {
    Fd output;
    Fd complaints;
};

// Returns when the process has ended, or was ended for what it did.
Result<HelperDone, JobFailure> attend(
    ChildProcess process, HelperPipes pipes, const HelperCall& call, const std::stop_token& stop
);

}  // namespace fovea::sandbox
