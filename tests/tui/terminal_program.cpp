#include "tui/terminal_program.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

#include "support/spawn_environment.hpp"

namespace fovea::testing {
namespace {

using Clock = std::chrono::steady_clock;

// A program that shows nothing new for so long never will.
constexpr std::chrono::seconds kPatience{60};

// "NAME" of "NAME=value".
std::string name_of(const std::string& variable) {
    return variable.substr(0, variable.find('='));
}

std::vector<std::string> environment_of(const TerminalSetup& setup) {
    std::vector<std::string> wanted = setup.variables;
    const std::vector<std::string> of_terminals{
        "TERM",
        "COLORTERM",
        "NO_COLOR",
        "TMUX",
        "STY",
        "TERM_PROGRAM",
        "KITTY_WINDOW_ID",
        "LC_TERMINAL",
        "WAYLAND_DISPLAY",
        "DISPLAY",
        "FOVEA_GRAPHICS",
        "EDITOR",
        "VISUAL"};
    SpawnEnvironment own;
    for (char* const* each = own.get(); *each != nullptr; ++each) {
        const std::string variable = *each;
        const auto name = name_of(variable);
        bool is_left_out = false;
        for (const auto& other : of_terminals) is_left_out = is_left_out || other == name;
        for (const auto& other : setup.variables)
            is_left_out = is_left_out || name_of(other) == name;
        if (!is_left_out) wanted.push_back(variable);
    }
    const auto has = [&](const std::string& name) {
        for (const auto& each : wanted) {
            if (name_of(each) == name) return true;
        }
        return false;
    };
    if (!has("TERM")) wanted.emplace_back("TERM=xterm-256color");
    if (!has("LANG")) wanted.emplace_back("LANG=C.UTF-8");
    return wanted;
}

}  // namespace

TerminalProgram::TerminalProgram(const std::vector<std::string>& command, TerminalSetup setup)
    : answers_(setup.answers),
      screen_(std::make_unique<tui::TestScreen>(setup.columns, setup.rows)) {
    std::signal(SIGPIPE, SIG_IGN);
    const auto environment = environment_of(setup);
    std::vector<char*> words, variables;
    for (const auto& word : command) words.push_back(const_cast<char*>(word.c_str()));
    for (const auto& each : environment) variables.push_back(const_cast<char*>(each.c_str()));
    words.push_back(nullptr);
    variables.push_back(nullptr);
    struct winsize size {};
    size.ws_col = static_cast<unsigned short>(setup.columns);
    size.ws_row = static_cast<unsigned short>(setup.rows);
    child_ = ::forkpty(&terminal_, nullptr, nullptr, &size);
    if (child_ == 0) {
        std::signal(SIGPIPE, SIG_DFL);
        ::execvpe(words[0], words.data(), variables.data());
        ::_exit(127);
    }
    if (child_ < 0) {
        ADD_FAILURE() << "no pseudo-terminal";
        return;
    }
    ::fcntl(terminal_, F_SETFD, FD_CLOEXEC);
}

TerminalProgram::~TerminalProgram() {
    if (child_ > 0) {
        ::kill(child_, SIGKILL);
        ::waitpid(child_, nullptr, 0);
    }
    if (terminal_ >= 0) ::close(terminal_);
}

void TerminalProgram::type(std::string_view keys) const {
    while (!keys.empty()) {
        const auto put = ::write(terminal_, keys.data(), keys.size());
        if (put <= 0) return;
        keys.remove_prefix(static_cast<std::size_t>(put));
    }
}

void TerminalProgram::resize(int columns, int rows) {
    screen_->resize(columns, rows);
    struct winsize size {};
    size.ws_col = static_cast<unsigned short>(columns);
    size.ws_row = static_cast<unsigned short>(rows);
    ::ioctl(terminal_, TIOCSWINSZ, &size);
}

void TerminalProgram::send_signal(int number) const {
    ::kill(child_, number);
}

bool TerminalProgram::read_some(int timeout_ms) {
    struct pollfd ready {
        .fd = terminal_, .events = POLLIN, .revents = 0
    };
    if (::poll(&ready, 1, timeout_ms) <= 0) return false;
    std::array<char, 65536> block{};
    const auto got = ::read(terminal_, block.data(), block.size());
    if (got <= 0) {
        is_over_ = true;
        return false;
    }
    const std::string_view bytes(block.data(), static_cast<std::size_t>(got));
    bytes_ += bytes;
    screen_->write(bytes);
    const auto answer = screen_->answers();
    if (answers_ && !answer.empty()) type(answer);
    return true;
}

bool TerminalProgram::wait_until(const std::function<bool()>& is_so) {
    auto last = Clock::now();
    while (!is_so()) {
        if (is_over_) return false;
        if (read_some(1000)) {
            last = Clock::now();
        } else if (Clock::now() - last > kPatience) {
            return false;
        }
    }
    return true;
}

bool TerminalProgram::shows(std::string_view words) const {
    return all().find(words) != std::string::npos;
}

std::string TerminalProgram::take_bytes() {
    return std::exchange(bytes_, {});
}

bool TerminalProgram::is_given_back() const {
    struct termios now {};
    if (::tcgetattr(terminal_, &now) != 0) return false;
    return (now.c_lflag & ICANON) != 0 && (now.c_lflag & ECHO) != 0 && (now.c_lflag & ISIG) != 0 &&
           (now.c_oflag & OPOST) != 0;
}

double TerminalProgram::cpu_ms() const {
    std::ifstream file("/proc/" + std::to_string(child_) + "/stat");
    const std::string text(
        (std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>()
    );
    std::istringstream fields(text.substr(text.rfind(')') + 2));
    double ticks = 0;
    std::string field;
    for (int i = 3; i <= 15 && fields >> field; ++i) {  // 14 and 15: its own and the kernel's
        if (i >= 14) ticks += std::stod(field);
    }
    return ticks * 1000 / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

int TerminalProgram::wait_exit() {
    const auto begun = Clock::now();
    int status = 0;
    for (;;) {
        while (read_some(0)) {
        }
        if (::waitpid(child_, &status, WNOHANG) == child_) break;
        read_some(20);
        if (is_over_) {
            ::waitpid(child_, &status, 0);
            break;
        }
        if (Clock::now() - begun > kPatience) {
            ADD_FAILURE() << "it did not end; on its screen:\n" << all();
            return -1;
        }
    }
    child_ = -1;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

bool TerminalProgram::wait_stopped() {
    int status = 0;
    for (const auto begun = Clock::now(); Clock::now() - begun < kPatience;) {
        read_some(20);
        if (::waitpid(child_, &status, WNOHANG | WUNTRACED) == child_) return WIFSTOPPED(status);
    }
    return false;
}

}  // namespace fovea::testing
