#include "support/background_program.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <utility>

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
    const auto line = failed == 0 ? program->next_line() : "";
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

boost::json::object BackgroundProgram::ask(const boost::json::value& line, std::string_view more)
    const {
    auto left = boost::json::serialize(line) + "\n";
    left += more;
    while (!left.empty()) {
        const auto written = ::write(input_, left.data(), left.size());
        if (written <= 0) break;
        left.erase(0, static_cast<std::size_t>(written));
    }
    const auto answer = next_line();
    boost::json::error_code error;
    auto told = boost::json::parse(answer, error);
    if (!left.empty() || error || !told.is_object()) {
        ADD_FAILURE() << "a program beside the tests said \"" << answer << "\" to "
                      << boost::json::serialize(line);
        return {};
    }
    return std::move(told.as_object());
}

std::string BackgroundProgram::next_line() const {
    std::array<char, 65536> piece{};
    auto end = said_.find('\n');
    while (end == std::string::npos) {
        const auto count = ::read(output_, piece.data(), piece.size());
        if (count <= 0) return std::exchange(said_, {});
        const auto searched = said_.size();
        said_.append(piece.data(), static_cast<std::size_t>(count));
        end = said_.find('\n', searched);
    }
    auto line = said_.substr(0, end);
    said_.erase(0, end + 1);
    return line;
}

}  // namespace fovea::testing
