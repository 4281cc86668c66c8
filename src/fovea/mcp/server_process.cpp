#include "fovea/mcp/server_process.hpp"

#include "fovea/sandbox/system_error.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <utility>

namespace fovea::mcp {
namespace {

using sandbox::system_error;

struct Pipe {
    Fd read;
    Fd write;
};

// Above the three streams, so that placing one does not overwrite the next.
Result<Fd> lift(const Fd& low) {
    Fd high(::fcntl(low.number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!high) return system_error("cannot duplicate a file descriptor");
    return high;
}

Result<Pipe> make_pipe() {
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return system_error("cannot create a pipe");
    const Fd read(ends[0]);
    const Fd write(ends[1]);
    Pipe pipe;
    pipe.read = TRY(lift(read));
    pipe.write = TRY(lift(write));
    return pipe;
}

Result<void> do_not_block(const Fd& file) {
    if (::fcntl(file.number(), F_SETFL, O_NONBLOCK) == 0) return {};
    return system_error("cannot set up a pipe");
}

// How the program starts: its streams, its signals as a fresh program expects them, its own group.
class Preparation {
public:
    Preparation() {
        ::posix_spawn_file_actions_init(&actions_);
        ::posix_spawnattr_init(&attributes_);
        sigset_t none;
        sigset_t all;
        ::sigemptyset(&none);
        ::sigfillset(&all);
        ::posix_spawnattr_setsigmask(&attributes_, &none);
        ::posix_spawnattr_setsigdefault(&attributes_, &all);
        ::posix_spawnattr_setpgroup(&attributes_, 0);
        ::posix_spawnattr_setflags(
            &attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        );
    }
    Preparation(const Preparation&) = delete;
    Preparation& operator=(const Preparation&) = delete;
    ~Preparation() {
        ::posix_spawn_file_actions_destroy(&actions_);
        ::posix_spawnattr_destroy(&attributes_);
    }

    int give_streams(const Fd& input, const Fd& output, const Fd& errors) {
        const std::array<int, 3> given{input.number(), output.number(), errors.number()};
        for (int stream = 0; stream < 3; ++stream) {
            const int from = given.at(static_cast<std::size_t>(stream));
            const int failed = ::posix_spawn_file_actions_adddup2(&actions_, from, stream);
            if (failed != 0) return failed;
        }
        return ::posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
    }

    const posix_spawn_file_actions_t* actions() const { return &actions_; }
    const posix_spawnattr_t* attributes() const { return &attributes_; }

private:
    posix_spawn_file_actions_t actions_{};
    posix_spawnattr_t attributes_{};
};

// The strings must outlive the result.
std::vector<char*> pointers_to(std::vector<std::string>& strings) {
    std::vector<char*> pointers;
    for (auto& text : strings) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

}  // namespace

void ServerProcess::signal_group(int signal) const {
    // Nobody else can have got the number: the program is not reaped.
    if (!child.reaped()) ::kill(-child.pid(), signal);
}

sandbox::ProcessEnd ServerProcess::end() {
    // A program that is ending already keeps the reason it had.
    signal_group(SIGKILL);
    return child.reap();
}

Result<ServerProcess> start_server(const ServerCommand& command) {
    auto input = TRY(make_pipe());
    auto output = TRY(make_pipe());
    auto errors = TRY(make_pipe());
    for (const Fd* ours : {&input.write, &output.read, &errors.read}) TRY(do_not_block(*ours));

    Preparation preparation;
    const int unready = preparation.give_streams(input.read, output.write, errors.write);
    if (unready != 0) return system_error("cannot prepare " + command.program, unready);
    std::vector<std::string> arguments{command.program};
    arguments.insert(arguments.end(), command.arguments.begin(), command.arguments.end());
    auto environment = command.environment;
    pid_t pid = -1;
    const int failed = ::posix_spawnp(
        &pid,
        command.program.c_str(),
        preparation.actions(),
        preparation.attributes(),
        pointers_to(arguments).data(),
        pointers_to(environment).data()
    );
    if (failed != 0) return system_error("cannot run " + command.program, failed);
    return ServerProcess{
        TRY(sandbox::ChildProcess::adopt(pid)),
        std::move(input.write),
        std::move(output.read),
        std::move(errors.read)};
}

}  // namespace fovea::mcp
