// Starts programs, all from one thread that lives as long as the pool.
//
// The kernel ties a worker's life to the *thread* that started it (PR_SET_PDEATHSIG): a worker
// started from a request's thread would die with that request.
#pragma once

#include "fovea/base/fd.hpp"
#include "fovea/base/result.hpp"
#include "fovea/sandbox/child_process.hpp"
#include "fovea/sandbox/pool_settings.hpp"

#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <span>
#include <stop_token>
#include <thread>

namespace fovea::sandbox {

// A file that the program starts with, and the number it has there. Numbers above 2 leave no gap.
struct GivenFile {
    const Fd& file;
    int number;
};

class Spawner {
public:
    Spawner();

    // From any thread; waits for the start, which takes about a millisecond. Standard files that are
    // not given are /dev/null.
    Result<ChildProcess> spawn(const WorkerProgram& program, std::span<const GivenFile> files);

private:
    using Task = std::packaged_task<Result<ChildProcess>()>;

    void run(const std::stop_token& stop);

    std::mutex mutex_;  // guards tasks_
    std::condition_variable_any wake_;
    std::deque<Task> tasks_;  // bounded by the callers, each of whom waits for its own
    std::jthread thread_;     // last, so that it ends before what it uses
};

}  // namespace fovea::sandbox
