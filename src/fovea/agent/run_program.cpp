#include "fovea/agent/run_program.hpp"

#include "fovea/base/fd.hpp"
#include "fovea/sandbox/child_process.hpp"
#include "fovea/sandbox/system_error.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

namespace fovea::agent {
namespace {

using sandbox::ChildProcess;
using sandbox::system_error;
using Clock = std::chrono::steady_clock;

// Above the standard ones, so that placing one in the child does not overwrite the next.
Result<Fd> lift(Fd file) {
    Fd lifted(::fcntl(file.number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!lifted) return system_error("cannot duplicate a file descriptor");
    return lifted;
}

// A file in memory and not a pipe: nobody has to write while the command runs, and a command that
// never reads is no broken pipe.
Result<Fd> input_of(const std::string& text) {
    Fd file(::memfd_create("program input", MFD_CLOEXEC));
    if (!file) return system_error("cannot create a command's input");
    std::size_t written = 0;
    while (written < text.size()) {
        const auto some = ::write(file.number(), text.data() + written, text.size() - written);
        if (some < 0 && errno == EINTR) continue;
        if (some <= 0) return system_error("cannot write a command's input");
        written += static_cast<std::size_t>(some);
    }
    if (::lseek(file.number(), 0, SEEK_SET) != 0) return system_error("cannot rewind an input");
    return lift(std::move(file));
}

struct Pipe {
    Fd reading;
    Fd writing;
};

Result<Pipe> make_pipe() {
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC) != 0) return system_error("cannot create a pipe");
    Pipe pipe{Fd(ends[0]), Fd(ends[1])};
    pipe.writing = TRY(lift(std::move(pipe.writing)));
    // Only our end: a command does not expect its output to say "try again".
    if (::fcntl(pipe.reading.number(), F_SETFL, O_NONBLOCK) != 0) {
        return system_error("cannot prepare a pipe");
    }
    return pipe;
}

class SpawnPlan {
public:
    SpawnPlan() {
        sigset_t none;
        sigset_t all;
        ::sigemptyset(&none);
        ::sigfillset(&all);
        ::posix_spawn_file_actions_init(&actions);
        ::posix_spawnattr_init(&attributes);
        ::posix_spawnattr_setsigmask(&attributes, &none);
        ::posix_spawnattr_setsigdefault(&attributes, &all);
        ::posix_spawnattr_setpgroup(&attributes, 0);
        ::posix_spawnattr_setflags(
            &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        );
    }
    ~SpawnPlan() {
        ::posix_spawnattr_destroy(&attributes);
        ::posix_spawn_file_actions_destroy(&actions);
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;

    posix_spawn_file_actions_t actions{};
    posix_spawnattr_t attributes{};
};

// The strings must outlive the result.
std::vector<char*> pointers_to(std::vector<std::string>& strings) {
    std::vector<char*> pointers;
    for (auto& text : strings) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

Result<ChildProcess> start(const ProgramCall& call, const Fd& input, const Fd& out, const Fd& err) {
    SpawnPlan plan;
    int failed = 0;
    const auto add = [&](int result) { failed = failed == 0 ? result : failed; };
    add(::posix_spawn_file_actions_adddup2(&plan.actions, input.number(), STDIN_FILENO));
    add(::posix_spawn_file_actions_adddup2(&plan.actions, out.number(), STDOUT_FILENO));
    add(::posix_spawn_file_actions_adddup2(&plan.actions, err.number(), STDERR_FILENO));
    add(::posix_spawn_file_actions_addclosefrom_np(&plan.actions, STDERR_FILENO + 1));
    add(::posix_spawn_file_actions_addchdir_np(&plan.actions, call.folder.c_str()));
    if (failed != 0) return system_error("cannot prepare a command", failed);

    std::vector<std::string> words{call.program.string()};
    words.insert(words.end(), call.arguments.begin(), call.arguments.end());
    auto variables = call.environment;
    pid_t pid = -1;
    failed = ::posix_spawn(
        &pid,
        call.program.c_str(),
        &plan.actions,
        &plan.attributes,
        pointers_to(words).data(),
        pointers_to(variables).data()
    );
    if (failed != 0) {
        return system_error(
            "cannot run " + call.program.string() + " in " + call.folder.string(), failed
        );
    }
    return ChildProcess::adopt(pid);
}

// What one pipe said so far, up to a limit.
struct Drain {
    Fd& from;
    std::string& into;
    std::size_t limit;

    void read() const {
        std::array<char, 16384> buffer;
        while (from) {
            const auto some = ::read(from.number(), buffer.data(), buffer.size());
            if (some < 0 && errno == EINTR) continue;
            if (some < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
            if (some <= 0) {
                from.close();
                return;
            }
            const auto room = limit - std::min(limit, into.size());
            into.append(buffer.data(), std::min(room, static_cast<std::size_t>(some)));
            // A command that writes faster than we read must not keep us here past its time.
            if (static_cast<std::size_t>(some) < buffer.size()) return;
            if (room == 0) return;
        }
    }
};

// Reads until the shell ends, its time is up or nobody wants it any more.
ProgramEnd watch(
    const Fd& process,
    const std::array<Drain, 2>& drains,
    const Fd& stopped,
    Clock::time_point deadline,
    const std::stop_token& stop
) {
    while (true) {
        if (stop.stop_requested()) return ProgramEnd::Stopped;
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
        if (left <= 0) return ProgramEnd::TimedOut;
        // A closed pipe has the number -1, which poll leaves out.
        std::array<pollfd, 4> files{
            pollfd{process.number(), POLLIN, 0},
            pollfd{stopped.number(), POLLIN, 0},
            pollfd{drains[0].from.number(), POLLIN, 0},
            pollfd{drains[1].from.number(), POLLIN, 0},
        };
        const auto wait = static_cast<int>(std::min<long long>(left + 1, 60'000));
        if (::poll(files.data(), files.size(), wait) < 0 && errno != EINTR)
            return ProgramEnd::Killed;
        for (const auto& drain : drains) drain.read();
        if (files[0].revents != 0) return ProgramEnd::Exited;
    }
}

}  // namespace

Result<ProgramResult> run_program(const ProgramCall& call, const std::stop_token& stop) {
    const auto began = Clock::now();
    const Fd input = TRY(input_of(call.input));
    Pipe out = TRY(make_pipe());
    Pipe err = TRY(make_pipe());
    const Fd stopped(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!stopped) return system_error("cannot watch a command");
    const std::stop_callback wake(stop, [&] { ::eventfd_write(stopped.number(), 1); });

    auto child = TRY(start(call, input, out.writing, err.writing));
    out.writing.close();
    err.writing.close();
    const Fd process(static_cast<int>(::syscall(SYS_pidfd_open, child.pid(), 0U)));
    ProgramResult result;
    const std::array<Drain, 2> drains{
        Drain{out.reading, result.out, call.max_stdout},
        Drain{err.reading, result.err, call.max_stderr},
    };
    result.end =
        process ? watch(process, drains, stopped, began + call.timeout, stop) : ProgramEnd::Killed;
    // Before the shell is reaped: as long as it is not, no other group can have its number.
    ::kill(-child.pid(), SIGKILL);
    const auto end = child.reap();
    for (const auto& drain : drains) drain.read();
    if (result.end == ProgramEnd::Exited) {
        result.status = end.exit_status;
        if (!result.status) result.end = ProgramEnd::Killed;
    }
    result.duration = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began);
    return result;
}

}  // namespace fovea::agent
