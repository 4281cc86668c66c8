#include "support/run_program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <fstream>
#include <iterator>

#include "support/spawn_environment.hpp"
#include "support/test_paths.hpp"

namespace fovea::testing {
namespace {

struct Pipe {
    std::array<int, 2> ends{-1, -1};
    Pipe() {
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) ends = {-1, -1};
    }
    ~Pipe() {
        close_end(0);
        close_end(1);
    }
    void close_end(std::size_t which) {
        if (ends[which] >= 0) ::close(ends[which]);
        ends[which] = -1;
    }
};

// Feeds and drains at once, so that neither side waits for the other.
void exchange(Pipe& in, Pipe& out, Pipe& err, std::string_view input, Finished& finished) {
    ::fcntl(in.ends[1], F_SETFL, O_NONBLOCK);
    std::array<char, 65536> block{};
    while (out.ends[0] >= 0 || err.ends[0] >= 0) {
        if (input.empty()) in.close_end(1);
        std::array<pollfd, 3> polled{
            {{out.ends[0], POLLIN, 0}, {err.ends[0], POLLIN, 0}, {in.ends[1], POLLOUT, 0}}};
        if (::poll(polled.data(), polled.size(), -1) < 0) continue;
        for (auto* side : {&out, &err}) {
            const auto& event = polled[side == &out ? 0 : 1];
            if (event.revents == 0) continue;
            const auto got = ::read(side->ends[0], block.data(), block.size());
            if (got <= 0) {
                side->close_end(0);
            } else {
                (side == &out ? finished.out : finished.err)
                    .append(block.data(), static_cast<std::size_t>(got));
            }
        }
        if ((polled[2].revents & (POLLOUT | POLLERR)) != 0) {
            const auto put = ::write(in.ends[1], input.data(), input.size());
            if (put < 0) {
                input = {};
            } else {
                input.remove_prefix(static_cast<std::size_t>(put));
            }
        }
    }
}

}  // namespace

Finished run_program(const std::vector<std::string>& command, std::string_view input) {
    std::signal(SIGPIPE, SIG_IGN);
    Pipe in;
    Pipe out;
    Pipe err;
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, in.ends[0], 0);
    ::posix_spawn_file_actions_adddup2(&actions, out.ends[1], 1);
    ::posix_spawn_file_actions_adddup2(&actions, err.ends[1], 2);
    std::vector<char*> arguments;
    for (const auto& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    SpawnEnvironment environment;
    pid_t child = -1;
    const int failed = ::posix_spawnp(
        &child, arguments[0], &actions, nullptr, arguments.data(), environment.get()
    );
    ::posix_spawn_file_actions_destroy(&actions);
    Finished finished;
    if (failed != 0) {
        finished.err = "cannot start " + command[0];
        return finished;
    }
    in.close_end(0);
    out.close_end(1);
    err.close_end(1);
    exchange(in, out, err, input, finished);
    int status = 0;
    ::waitpid(child, &status, 0);
    finished.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return finished;
}

Finished run_fovea(std::vector<std::string> arguments, std::string_view input) {
    arguments.insert(arguments.begin(), test_paths::program("fovea"));
    return run_program(arguments, input);
}

std::string read_whole_file(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    while (true) {
        const auto at = text.find(separator);
        parts.emplace_back(text.substr(0, at));
        if (at == text.npos) return parts;
        text.remove_prefix(at + 1);
    }
}

}  // namespace fovea::testing
