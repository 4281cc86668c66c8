#include "fovea/sandbox/worker_process.hpp"

#include "fovea/base/tally.hpp"
#include "fovea/sandbox/system_error.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstring>
#include <utility>

namespace fovea::sandbox {

namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

struct SocketPair {
    Fd ours;
    Fd theirs;
};

Result<SocketPair> make_sockets() {
    int ends[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
        return system_error("cannot create a socket pair");
    }
    SocketPair pair{Fd(ends[0]), Fd(ends[1])};
    // Only our end: a worker that does not read must not hold up the thread that writes to it.
    if (::fcntl(pair.ours.number(), F_SETFL, O_NONBLOCK) != 0) {
        return system_error("cannot set up a socket");
    }
    return pair;
}

JobFailure counted(JobFailure failure) {
    tally().add("fovea_sandbox_kills_total", {{"reason", std::string(name_of(failure.cause))}});
    return failure;
}

JobFailure cannot_start(const Error& error) {
    return JobFailure{FailureCause::CannotStart, error.message};
}

std::string milliseconds_text(nanoseconds time) {
    return std::to_string(std::chrono::duration_cast<milliseconds>(time).count()) + " ms";
}

std::string list(const Layers& layers) {
    std::string text;
    for (const auto& weakness : weaknesses(layers)) text += "; " + weakness;
    return text;
}

timespec to_timespec(nanoseconds time) {
    const auto whole = std::chrono::duration_cast<seconds>(time);
    return {.tv_sec = whole.count(), .tv_nsec = (time - whole).count()};
}

}  // namespace

Result<std::unique_ptr<WorkerProcess>, JobFailure> WorkerProcess::start(
    Spawner& spawner, const PoolSettings& settings, const std::stop_token& stop
) {
    auto sockets = make_sockets();
    if (!sockets) return cannot_start(sockets.error());
    auto input = make_input_arena(settings.input_bytes);
    if (!input) return cannot_start(input.error());
    auto output = make_output_arena(settings.output_bytes);
    if (!output) return cannot_start(output.error());

    const GivenFile files[] = {
        {sockets.value().theirs, kSocketFd},
        {input.value().fd, kInputFd},
        {output.value().fd, kOutputFd},
    };
    auto process = spawner.spawn(settings.program, files);
    if (!process) return cannot_start(process.error());
    sockets.value().theirs.close();  // or its end would never be seen

    std::unique_ptr<WorkerProcess> worker(new WorkerProcess(
        std::move(process).value(),
        PacketSocket(std::move(sockets.value().ours)),
        std::move(input.value().memory),
        std::move(output.value().memory),
        settings
    ));
    TRY(worker->greet(stop));
    return worker;
}

WorkerProcess::WorkerProcess(
    ChildProcess process,
    PacketSocket socket,
    Arena input,
    Arena output,
    const PoolSettings& settings
)
    : process_(std::move(process)),
      socket_(std::move(socket)),
      input_(std::move(input)),
      output_(std::move(output)),
      settings_(settings) {}

Result<void, JobFailure> WorkerProcess::greet(const std::stop_token& stop) {
    const StartBody start{
        .input_bytes = settings_.input_bytes,
        .output_bytes = settings_.output_bytes,
        .max_memory = settings_.max_memory,
        .parent_pid = ::getpid(),
    };
    socket_.send({.kind = PacketKind::Start}, bytes_of(start));  // a dead worker shows below

    const std::string program = settings_.program.path.string();
    const nanoseconds limit = settings_.start_timeout;
    const auto packet = await_packet({.wall = limit, .cpu = limit}, stop);
    if (!packet) {
        if (packet.error().cause == FailureCause::Cancelled) return packet.error();
        return JobFailure{
            FailureCause::CannotStart, program + " did not start: " + packet.error().detail};
    }

    HelloBody hello{};
    const auto kind = packet.value().header.kind;
    const auto body = packet.value().body;
    if ((kind != PacketKind::Hello && kind != PacketKind::Refused) || body.size() != sizeof hello) {
        return end(FailureCause::CannotStart, program + " does not follow the worker protocol");
    }
    std::memcpy(&hello, body.data(), sizeof hello);
    layers_ = layers_from(hello.layers, hello.landlock_abi);
    if (kind == PacketKind::Refused) {
        return end(
            FailureCause::CannotStart, program + " refuses to work unprotected" + list(layers_)
        );
    }
    return {};
}

Result<JobReply, JobFailure> WorkerProcess::run(
    ByteView request, std::size_t input_size, const std::stop_token& stop
) {
    if (gone()) return JobFailure{FailureCause::InvalidJob, "the worker of this lease has ended"};
    if (request.size() > kMaxBody || input_size > input_.bytes().size()) {
        return JobFailure{
            FailureCause::InvalidJob,
            "a request of " + std::to_string(request.size()) + " bytes with an input of " +
                std::to_string(input_size) + " bytes is too large; the input may have " +
                std::to_string(input_.bytes().size())};
    }
    if (stop.stop_requested()) {
        return JobFailure{FailureCause::Cancelled, "the job was cancelled before it began"};
    }

    ++jobs_;
    const PacketHeader job{.kind = PacketKind::Job, .job = jobs_, .arena_bytes = input_size};
    if (!socket_.send(job, request)) {
        if (!ready()) return end_of_its_own();
        return end(FailureCause::ProtocolError, "the worker does not read its input");
    }
    const auto before = process_.cpu_used();
    const Packet packet =
        TRY(await_packet({.wall = settings_.wall_per_job, .cpu = settings_.cpu_per_job}, stop));
    auto reply = TRY(accept(packet));
    reply.cpu = process_.cpu_used() - before;
    return reply;
}

Result<Packet, JobFailure> WorkerProcess::await_packet(
    const Allowance& allowance, const std::stop_token& stop
) {
    std::atomic<bool> cancelled = false;
    WaitEnd waited{};
    {
        // Killing the worker closes its socket, which wakes the wait: no descriptor of its own
        // needed. The callback is gone, and not running either, before anything below reaps the
        // process.
        const std::stop_callback on_stop(stop, [&] {
            cancelled = true;
            process_.kill();
        });
        waited = wait(allowance);
    }
    if (cancelled) return end(FailureCause::Cancelled, "the job was cancelled");
    switch (waited) {
        case WaitEnd::Packet: break;
        case WaitEnd::WallClock:
            return end(
                FailureCause::TimedOut,
                "the job took longer than " + milliseconds_text(allowance.wall)
            );
        case WaitEnd::Processor:
            return end(
                FailureCause::TimedOut,
                "the job used more than " + milliseconds_text(allowance.cpu) + " of processor time"
            );
    }

    const auto packet = socket_.receive();
    if (packet) return packet.value();
    if (packet.error() == ReceiveError::Closed) return end_of_its_own();
    return end(FailureCause::ProtocolError, "the worker sent a garbled packet");
}

WorkerProcess::WaitEnd WorkerProcess::wait(const Allowance& allowance) {
    // A process without threads uses no more processor time than passes on the clock, so its clock
    // need only be read when its allowance could be used up; and then not more often than this.
    constexpr nanoseconds kCpuGrain = milliseconds(10);

    const auto cpu_end = process_.cpu_used() + allowance.cpu;
    arm_cpu_limit(cpu_end);
    const auto wall_end = steady_clock::now() + allowance.wall;
    nanoseconds cpu_left = allowance.cpu;
    nanoseconds wall_left = allowance.wall;
    for (;;) {
        const auto timeout = to_timespec(std::min(wall_left, std::max(cpu_left, kCpuGrain)));
        pollfd socket{.fd = socket_.fd().number(), .events = POLLIN, .revents = 0};
        if (::ppoll(&socket, 1, &timeout, nullptr) > 0) return WaitEnd::Packet;

        wall_left = wall_end - steady_clock::now();
        if (wall_left <= nanoseconds::zero()) return WaitEnd::WallClock;
        cpu_left = cpu_end - process_.cpu_used();
        if (cpu_left <= nanoseconds::zero()) return WaitEnd::Processor;
    }
}

void WorkerProcess::arm_cpu_limit(nanoseconds total) {
    // The net under the loop above, for a parent that is stopped or starved. In whole seconds, so
    // most jobs find it set already.
    const auto limit = std::chrono::ceil<seconds>(total) + seconds(1);
    if (limit == armed_cpu_limit_) return;
    process_.limit_cpu(limit);
    armed_cpu_limit_ = limit;
}

Result<JobReply, JobFailure> WorkerProcess::accept(const Packet& packet) {
    const PacketHeader& header = packet.header;
    if (header.job != jobs_) {
        return end(
            FailureCause::ProtocolError, "the worker answered another job than the one asked"
        );
    }
    if (header.kind == PacketKind::OutOfMemory) {
        return end(
            FailureCause::OutOfMemory,
            "the job wanted more than " + std::to_string(settings_.max_memory >> 20) +
                " MiB of memory"
        );
    }
    if (header.kind != PacketKind::Done) {
        return end(FailureCause::ProtocolError, "the worker sent an invalid answer");
    }
    if (header.arena_bytes > output_.bytes().size()) {
        return end(
            FailureCause::ProtocolError,
            "the worker claims an output of " + std::to_string(header.arena_bytes) + " bytes"
        );
    }
    return JobReply{
        .message = Bytes(packet.body.begin(), packet.body.end()),
        .output = output_.bytes().first(header.arena_bytes),
    };
}

bool WorkerProcess::ready() const {
    if (gone()) return false;
    pollfd socket{.fd = socket_.fd().number(), .events = POLLIN, .revents = 0};
    return ::poll(&socket, 1, 0) == 0;
}

void WorkerProcess::discard() {
    if (!gone()) process_.reap();
}

JobFailure WorkerProcess::end(FailureCause cause, std::string detail) {
    process_.reap();
    return counted({cause, std::move(detail)});
}

JobFailure WorkerProcess::end_of_its_own() {
    const ProcessEnd ended = process_.reap();
    const auto detail = "the worker " + describe(ended);
    if (ended.signal == SIGSYS) return counted({FailureCause::PolicyViolation, detail});
    if (ended.signal == SIGXCPU) return counted({FailureCause::TimedOut, detail});
    if (ended.signal == SIGKILL) return counted({FailureCause::Killed, detail});
    return counted({FailureCause::Crashed, detail});
}

}  // namespace fovea::sandbox
