#include "fovea/sandbox/helper_process.hpp"

#include "fovea/sandbox/cage.hpp"
#include "fovea/sandbox/system_error.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <utility>

namespace fovea::sandbox {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t kPiece = 64 << 10;   // what a pipe holds
constexpr int kLargePipe = 1 << 20;        // raw frames come in megabytes
constexpr std::size_t kMaxLastLine = 300;  // of complaints, in an error's text

constexpr milliseconds kBetweenCounts{100};
constexpr unsigned long kMaxThreads = 256;  // ffmpeg takes one or two a processor, at most 64

enum class Watched { Ended, Late, TooMuch, TooMany, Enough, SpentEnough };

// Of a process that is not reaped yet. There is no limit of the kernel's for those of one process.
unsigned long threads_of(pid_t process) {
    struct stat folder {};
    const auto path = "/proc/" + std::to_string(process) + "/task";
    if (::stat(path.c_str(), &folder) != 0) return 0;
    return folder.st_nlink;  // one a thread, and two of its own
}

// Empties both pipes until they are closed and the process has ended.
class Attendance {
public:
    Attendance(const ChildProcess& process, HelperPipes& pipes, const HelperCall& call)
        : process_(process), pipes_(pipes), call_(call) {}

    Watched watch() {
        const auto deadline = steady_clock::now() + call_.limits.wall;
        bool ended = false;
        auto next_count = steady_clock::now() + kBetweenCounts;
        while (pipes_.output || pipes_.complaints || !ended) {
            const auto left = std::chrono::ceil<milliseconds>(deadline - steady_clock::now());
            if (left <= milliseconds::zero()) {
                return call_.enough_after ? Watched::SpentEnough : Watched::Late;
            }
            // A negative number is one that poll() passes over.
            std::array<pollfd, 3> files = {
                pollfd{pipes_.output.number(), POLLIN, 0},
                pollfd{pipes_.complaints.number(), POLLIN, 0},
                pollfd{ended ? -1 : process_.pidfd().number(), POLLIN, 0},
            };
            if (!ended && steady_clock::now() >= next_count) {
                if (threads_of(process_.pid()) > kMaxThreads) return Watched::TooMany;
                if (call_.enough_after && process_.cpu_used() >= *call_.enough_after) {
                    return Watched::SpentEnough;
                }
                next_count = steady_clock::now() + kBetweenCounts;
            }
            const auto timeout = std::min(left, kBetweenCounts).count();
            if (::poll(files.data(), files.size(), static_cast<int>(timeout)) <= 0) continue;
            if (files[2].revents != 0) ended = true;
            if (files[1].revents != 0) read_complaints();
            if (files[0].revents == 0) continue;
            const auto seen = take_output();
            if (seen != Watched::Ended) return seen;
        }
        return Watched::Ended;
    }

    // What a process that was ended had complained.
    void take_rest() {
        while (pipes_.complaints && read_complaints() > 0) {
        }
    }

    HelperDone take_done(std::chrono::nanoseconds cpu) {
        done_.cpu = cpu;
        return std::move(done_);
    }

private:
    // How much came; the pipe is closed at its end.
    std::size_t read_piece(Fd& pipe) {
        const auto got = ::read(pipe.number(), piece_.data(), piece_.size());
        if (got > 0) return static_cast<std::size_t>(got);
        if (got == 0 || (errno != EAGAIN && errno != EINTR)) pipe.close();
        return 0;
    }

    std::size_t read_complaints() {
        const auto size = read_piece(pipes_.complaints);
        const auto room = call_.limits.max_complaints - done_.complaints.size();
        done_.complaints += as_text(ByteView(piece_).first(std::min(size, room)));
        return size;
    }

    Watched take_output() {
        const ByteView piece = ByteView(piece_).first(read_piece(pipes_.output));
        seen_ += piece.size();
        if (seen_ > call_.limits.max_output) return Watched::TooMuch;
        if (!call_.on_output) {
            done_.output.insert(done_.output.end(), piece.begin(), piece.end());
        } else if (!piece.empty() && call_.on_output(piece) == Flow::Stop) {
            return Watched::Enough;
        }
        return Watched::Ended;
    }

    const ChildProcess& process_;
    HelperPipes& pipes_;
    const HelperCall& call_;
    std::array<std::byte, kPiece> piece_{};
    std::size_t seen_ = 0;
    HelperDone done_;
};

// For an error's text: what the program said last, on one line.
std::string last_line(std::string_view text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
    text.remove_prefix(text.rfind('\n') + 1);  // npos + 1 is 0
    return std::string(text.substr(0, kMaxLastLine));
}

Result<HelperDone, JobFailure> explain(
    const ProcessEnd& ended, HelperDone done, const std::string& program
) {
    if (ended.exit_status == kCageFailed) {
        return JobFailure{
            FailureCause::CannotStart,
            program + " could not be started: " + last_line(done.complaints)};
    }
    if (ended.exit_status) {
        done.exit_status = ended.exit_status;
        return done;
    }
    const auto detail = program + " " + describe(ended);
    if (ended.signal == SIGXCPU) return JobFailure{FailureCause::TimedOut, detail};
    if (ended.signal == SIGKILL) return JobFailure{FailureCause::Killed, detail};
    return JobFailure{FailureCause::Crashed, detail};
}

}  // namespace

Result<Pipe> make_pipe() {
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC) != 0) return system_error("cannot create a pipe");
    Pipe pipe{Fd(ends[0]), Fd(ends[1])};
    if (::fcntl(pipe.ours.number(), F_SETFL, O_NONBLOCK) != 0) {
        return system_error("cannot set up a pipe");
    }
    ::fcntl(pipe.ours.number(), F_SETPIPE_SZ, kLargePipe);  // only faster; may be refused
    return pipe;
}

Result<HelperDone, JobFailure> attend(
    ChildProcess process, HelperPipes pipes, const HelperCall& call, const std::stop_token& stop
) {
    Attendance attendance(process, pipes, call);
    std::atomic<bool> cancelled = false;
    Watched seen{};
    {
        // The end of the process wakes the wait. The callback is gone before anyone reaps.
        const std::stop_callback on_stop(stop, [&] {
            cancelled = true;
            process.kill();
        });
        seen = attendance.watch();
    }
    const auto cpu = process.cpu_used();
    const ProcessEnd ended = process.reap();
    if (cancelled) return JobFailure{FailureCause::Cancelled, call.program + " was cancelled"};
    switch (seen) {
        case Watched::Ended: return explain(ended, attendance.take_done(cpu), call.program);
        case Watched::Enough: return attendance.take_done(cpu);
        case Watched::SpentEnough: {
            attendance.take_rest();
            auto done = attendance.take_done(cpu);
            done.is_late = true;
            return done;
        }
        case Watched::Late:
            return JobFailure{
                FailureCause::TimedOut,
                call.program + " took longer than " + std::to_string(call.limits.wall.count()) +
                    " ms"};
        case Watched::TooMany:
            return JobFailure{
                FailureCause::PolicyViolation,
                call.program + " started more than " + std::to_string(kMaxThreads) + " threads"};
        case Watched::TooMuch:
            return JobFailure{
                FailureCause::OutOfMemory,
                call.program + " wrote more than " + std::to_string(call.limits.max_output) +
                    " bytes"};
    }
    return attendance.take_done(cpu);
}

}  // namespace fovea::sandbox
