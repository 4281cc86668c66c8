// Runs jobs on untrusted bytes in worker processes that own nothing: no files, no network, no keys,
// and only so much memory and time. Knows nothing of what the jobs are.
//
//     PoolSettings settings{.program = {.path = "/usr/libexec/fovea-worker"}, .workers = 4};
//     const auto pool = TRY(Pool::open(settings));
//
//     auto lease = TRY(pool->lease(stop));             waits while all workers are busy
//     std::ranges::copy(file, lease.input().begin());  straight into shared memory
//     const auto reply = TRY(lease.run(request, file.size(), stop));
//     Bytes result(reply.output.begin(), reply.output.end());  copy, then check, then use
//
// Workers start when first needed and live for many jobs. One that crashes, hangs, grows or breaks
// the rules costs the job it was doing a JobFailure, and the next lease gets a fresh one. What is
// wrong inside an answer only the caller can see: then it says discard(). Any number of threads may
// lease; a Lease itself belongs to one thread at a time.
//
// A worker lives no longer than this process. The Pool must outlive its leases.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/sandbox/job_failure.hpp"
#include "fovea/sandbox/layers.hpp"
#include "fovea/sandbox/pool_settings.hpp"
#include "fovea/sandbox/spawner.hpp"
#include "fovea/sandbox/worker_process.hpp"

#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <vector>

namespace fovea::sandbox {

class Pool;

// One worker, for as long as it is held. Several jobs may run on it, one after another; the input
// stays as it was written. After a failure the lease is spent: take another.
class Lease {
public:
    Lease(Lease&& other) noexcept;
    Lease& operator=(Lease&&) = delete;
    ~Lease();

    // Where the job's input goes; as large as PoolSettings::input_bytes. Old jobs' bytes are in it.
    std::span<std::byte> input() const { return worker_->input(); }

    // The request and the reply's message are small (64 KiB at most). Of the input, the worker is
    // told to read the first `input_size` bytes.
    Result<JobReply, JobFailure> run(
        ByteView request, std::size_t input_size, const std::stop_token& stop
    );

    // Ends the worker, for an answer that does not make sense: whoever garbles one answer may have
    // been taken over, and is not asked again. The lease is spent, and the next one for its place
    // starts a fresh worker. What the last reply showed of the output stays readable.
    void discard() { worker_->discard(); }

    const Layers& layers() const { return worker_->layers(); }
    pid_t worker_pid() const { return worker_->pid(); }

private:
    friend class Pool;
    Lease(Pool& pool, std::unique_ptr<WorkerProcess> worker);

    Pool* pool_;
    std::unique_ptr<WorkerProcess> worker_;
};

class Pool {
public:
    // Starts no worker yet; refuses settings that could never work.
    static Result<std::unique_ptr<Pool>> open(PoolSettings settings);

    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    Result<Lease, JobFailure> lease(const std::stop_token& stop);

    // What protects the workers; starts one if none is running.
    Result<Layers, JobFailure> layers(const std::stop_token& stop);

    const PoolSettings& settings() const { return settings_; }

private:
    friend class Lease;
    explicit Pool(PoolSettings settings);

    void give_back(std::unique_ptr<WorkerProcess> worker);

    const PoolSettings settings_;
    Spawner spawner_;  // before the workers: they die when its thread ends

    std::mutex mutex_;  // guards idle_
    std::condition_variable_any returned_;
    // One entry for each worker that is not leased, null for one that is still to be started. Warm
    // ones at the back, which is where leases are served from. Has room for all, so giving back
    // cannot fail.
    std::vector<std::unique_ptr<WorkerProcess>> idle_;
};

}  // namespace fovea::sandbox
