#include "fovea/sandbox/enclosed_program.hpp"

#include "fovea/sandbox/pass_file.hpp"
#include "fovea/sandbox/system_error.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

namespace fovea::sandbox {

namespace {

constexpr int kMillisecondsToEnd = 1000;
constexpr int kTurnsToDie = 50;  // of a millisecond

struct Pipes {
    Fd their_input;
    Fd our_input;  // written
    Fd their_output;
    Fd our_output;  // read
};

Result<Pipes> make_pipes() {
    int in[2] = {-1, -1};
    int out[2] = {-1, -1};
    if (::pipe2(in, O_CLOEXEC) != 0) return system_error("cannot create a pipe");
    Pipes pipes{
        .their_input = Fd(in[0]), .our_input = Fd(in[1]), .their_output = {}, .our_output = {}};
    if (::pipe2(out, O_CLOEXEC) != 0) return system_error("cannot create a pipe");
    pipes.our_output = Fd(out[0]);
    pipes.their_output = Fd(out[1]);
    for (const auto* ours : {&pipes.our_input, &pipes.our_output}) {
        if (::fcntl(ours->number(), F_SETFL, O_NONBLOCK) != 0) {
            return system_error("cannot set up a pipe");
        }
    }
    ::fcntl(pipes.our_output.number(), F_SETPIPE_SZ, 1 << 20);  // only faster; may be refused
    return pipes;
}

Result<EnclosureHello> read_hello(const BytesWithFile& got) {
    EnclosureHello hello;
    if (got.bytes.size() != sizeof hello) {
        return Error{ErrorCode::Internal, "the launcher of another version answered"};
    }
    std::memcpy(&hello, got.bytes.data(), sizeof hello);
    hello.reason[sizeof hello.reason - 1] = '\0';
    if (hello.magic != EnclosureHello{}.magic) {
        return Error{ErrorCode::Internal, "the launcher of another version answered"};
    }
    if (hello.failed != 0 || !got.file) {
        return Error{ErrorCode::Internal, std::string("could not be enclosed: ") + hello.reason};
    }
    return hello;
}

}  // namespace

EnclosedProgram::EnclosedProgram(ChildProcess process, Fd input, Fd output)
    : process_(std::move(process)), input_(std::move(input)), output_(std::move(output)) {}

EnclosedProgram::~EnclosedProgram() {
    // A moved-from one has no process any more.
    if (process_.handle() >= 0) reap();
}

Result<EnclosedProgram> EnclosedProgram::start(Spawner& spawner, const EnclosedSettings& settings) {
    auto pipes = TRY(make_pipes());
    auto hello = TRY(make_socket_pair());
    const EnclosureRequest request{
        .parent = ::getpid(),
        .max_memory = settings.max_memory,
        .max_disk = settings.max_disk,
        .cpu_seconds = static_cast<std::uint64_t>(settings.cpu.count()),
        .folder = settings.folder.string(),
        .program = settings.program.string(),
        .arguments = settings.arguments,
    };
    const WorkerProgram launcher{
        .path = settings.cage,
        .arguments = to_arguments(request),
        .environment = settings.environment};
    const GivenFile files[] = {
        {pipes.their_input, kEnclosedInputFd},
        {pipes.their_output, kEnclosedOutputFd},
        {hello.theirs, kEnclosureHelloFd},
    };
    auto process = TRY(spawner.spawn(launcher, files));
    pipes.their_input.close();  // or their end would never be seen
    pipes.their_output.close();
    hello.theirs.close();
    EnclosedProgram program(
        std::move(process), std::move(pipes.our_input), std::move(pipes.our_output)
    );
    auto got =
        TRY(receive_with_file(hello.ours, std::chrono::steady_clock::now() + settings.start_timeout)
        );
    const auto said = TRY(read_hello(got));
    program.listener_ = std::move(got.file);
    program.layers_ = {
        .unprivileged = said.unprivileged != 0,
        .own_network = said.own_network != 0,
        .own_files = said.own_files != 0,
        .few_processes = said.few_processes != 0,
        .filter = said.filter != 0,
        .own_sandbox = said.own_sandbox != 0,
        .landlock_abi = said.landlock_abi};
    return program;
}

void EnclosedProgram::kill() const {
    // The group's number cannot be a stranger's: its leader is not reaped yet.
    if (process_.handle() >= 0) ::kill(-process_.pid(), SIGKILL);
    process_.kill();
}

// Whoever closed the pipe has ended, and its launcher is about to say how.
void EnclosedProgram::let_it_end() const {
    pollfd pipe{output_.number(), 0, 0};
    if (::poll(&pipe, 1, 0) <= 0 || (pipe.revents & POLLHUP) == 0) return;
    pollfd end{process_.handle(), POLLIN, 0};
    ::poll(&end, 1, kMillisecondsToEnd);
}

ProcessEnd EnclosedProgram::reap() {
    let_it_end();
    const pid_t group = process_.pid();
    if (::kill(-group, SIGKILL) != 0) process_.kill();
    const auto ended = process_.reap();
    // The others are dying, and may still write into the folder. Those that nobody reaps stay in the
    // group, so this has an end of its own.
    for (int i = 0; i < kTurnsToDie && ::kill(-group, SIGKILL) == 0; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return ended;
}

}  // namespace fovea::sandbox
