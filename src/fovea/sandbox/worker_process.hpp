// The parent's end of one worker: start it, give it jobs one at a time, learn how it died. Used by
// one thread at a time (the Pool's lease sees to that).
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/sandbox/arena.hpp"
#include "fovea/sandbox/child_process.hpp"
#include "fovea/sandbox/job_failure.hpp"
#include "fovea/sandbox/layers.hpp"
#include "fovea/sandbox/packet_socket.hpp"
#include "fovea/sandbox/pool_settings.hpp"
#include "fovea/sandbox/spawner.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

namespace fovea::sandbox {

struct JobReply {
    Bytes message;
    std::chrono::nanoseconds cpu{};  // that it took

    // The first bytes of the output arena, until the lease ends or runs another job. The worker can
    // change them at any moment: copy first, then look at the copy.
    ByteView output;
};

class WorkerProcess {
public:
    // Returns when the worker has locked itself down and said so.
    static Result<std::unique_ptr<WorkerProcess>, JobFailure> start(
        Spawner& spawner, const PoolSettings& settings, const std::stop_token& stop
    );

    std::span<std::byte> input() const { return input_.bytes(); }
    const Layers& layers() const { return layers_; }
    pid_t pid() const { return process_.pid(); }
    std::uint64_t jobs() const { return jobs_; }

    // After a failure the worker is gone(), unless nothing was sent to it: InvalidJob, or Cancelled
    // before.
    Result<JobReply, JobFailure> run(
        ByteView request, std::size_t input_size, const std::stop_token& stop
    );

    // Ends it, if it is not gone already.
    void discard();

    // False once it died, or when it talks without being asked.
    bool ready() const;
    bool gone() const { return process_.reaped(); }

private:
    struct Allowance {
        std::chrono::nanoseconds wall;
        std::chrono::nanoseconds cpu;
    };
    enum class WaitEnd { Packet, WallClock, Processor };

    WorkerProcess(
        ChildProcess process,
        PacketSocket socket,
        Arena input,
        Arena output,
        const PoolSettings& settings
    );

    Result<void, JobFailure> greet(const std::stop_token& stop);
    Result<Packet, JobFailure> await_packet(
        const Allowance& allowance, const std::stop_token& stop
    );
    WaitEnd wait(const Allowance& allowance);
    Result<JobReply, JobFailure> accept(const Packet& packet);
    void arm_cpu_limit(std::chrono::nanoseconds total);

    // Ends the process and gives the reason for it.
    JobFailure end(FailureCause cause, std::string detail);
    JobFailure end_of_its_own();

    ChildProcess process_;
    PacketSocket socket_;
    Arena input_;
    Arena output_;
    const PoolSettings& settings_;  // the pool's, which outlives its workers
    Layers layers_;
    std::uint64_t jobs_ = 0;
    std::chrono::seconds armed_cpu_limit_{0};
};

}  // namespace fovea::sandbox
