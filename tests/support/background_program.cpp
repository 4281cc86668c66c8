#include "support/background_program.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

#include "support/spawn_environment.hpp"

namespace fovea::testing {

std::unique_ptr<BackgroundProgram> BackgroundProgram::start(const std::vector<std::string>& command
) {
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    if (::pipe2(in.data(), O_CLOEXEC) != 0 || ::pipe2(out.data(), O_CLOEXEC) != 0) {
        ADD_FAILURE() << "no pipe";
        return nullptr;
    }
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    ::posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    std::vector<char*> arguments;
    for (const auto& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    SpawnEnvironment environment;
    pid_t child = -1;
    const int failed = ::posix_spawnp(
        &child, arguments[0], &actions, nullptr, arguments.data(), environment.get()
    );
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(in[0]);
    ::close(out[1]);
    std::unique_ptr<BackgroundProgram> program(
        new BackgroundProgram(failed == 0 ? child : -1, in[1], out[0])
    );
    const auto line = failed == 0 ? program->first_line() : "";
    boost::json::error_code error;
    auto ready = boost::json::parse(line, error);
    if (error || !ready.is_object()) {
        ADD_FAILURE() << command[0] << " did not get ready; it said \"" << line << "\"";
        return nullptr;
    }
    program->ready_ = std::move(ready.as_object());
    return program;
}

BackgroundProgram::~BackgroundProgram() {
    ::close(input_);
    ::close(output_);
    if (child_ < 0) return;
    ::kill(child_, SIGTERM);
    ::waitpid(child_, nullptr, 0);
}

std::string BackgroundProgram::first_line() const {
    std::string line;
    for (char letter = 0; ::read(output_, &letter, 1) == 1 && letter != '\n';) line += letter;
    return line;
}

}  // namespace fovea::testing
