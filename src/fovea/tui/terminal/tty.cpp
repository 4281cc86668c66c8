#include "fovea/tui/terminal/tty.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace fovea::tui {
namespace {

constexpr int kSecondSignal = 130;
constexpr std::size_t kMaxOff = 512;
// Told to end, nobody waits longer for a terminal that takes nothing.
constexpr int kLastPatienceMs = 1000;
// Ends a sequence that was cut off: what came after it would be taken for a part of it.
constexpr std::string_view kEndOfAny = "\x18\x1b\\";

// What handlers may touch: they give the terminal back with write() and tcsetattr() alone.
struct ForHandlers {
    std::atomic<bool> is_ours = false;
    std::atomic<int> rows_below = 0;
    std::atomic<bool> is_behind = false;  // the last that was written may be half a sequence
    int input = -1;
    int output = -1;
    struct termios before {};
    std::array<char, kMaxOff> off{};
    std::size_t off_size = 0;
};
ForHandlers g_kept;
std::array<int, 2> g_pipe{-1, -1};
std::atomic<bool> g_resized = false;
std::atomic<bool> g_continued = false;
std::atomic<bool> g_stops = false;
std::atomic<int> g_ends = 0;

constexpr std::array kCrashes{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS};
constexpr std::array kEnds{SIGTERM, SIGHUP, SIGINT, SIGQUIT};

void write_last(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto written = ::write(g_kept.output, bytes.data(), bytes.size());
        if (written > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
            continue;
        }
        if (written == 0 || (errno != EAGAIN && errno != EINTR)) return;
        struct pollfd ready {
            .fd = g_kept.output, .events = POLLOUT, .revents = 0
        };
        if (::poll(&ready, 1, kLastPatienceMs) == 0) return;
    }
}

void end_sequence() {
    if (g_kept.is_behind.exchange(false)) write_last(kEndOfAny);
}

void give_back_now() {
    if (!g_kept.is_ours.exchange(false)) return;
    end_sequence();
    write_last({g_kept.off.data(), g_kept.off_size});
    ::tcsetattr(g_kept.input, TCSANOW, &g_kept.before);
}

// Whatever says how it ended says it below what was shown.
void go_below() {
    end_sequence();
    for (int rows = g_kept.rows_below.exchange(0); rows > 0; --rows) write_last("\n");
    write_last("\r\n");
}

void wake() {
    const char byte = 0;
    static_cast<void>(::write(g_pipe[1], &byte, 1) == 1);
}

void on_crash(int signal) {
    if (g_kept.is_ours) go_below();
    give_back_now();
    ::raise(signal);  // SA_RESETHAND: by now as if nobody had caught it
}

void on_end(int signal) {
    const int error = errno;
    // A terminal that closes says so several times, by its shell and by the kernel.
    if (g_ends.exchange(signal) != 0 && signal != SIGHUP) {
        if (g_kept.is_ours) go_below();
        give_back_now();
        ::_exit(kSecondSignal);
    }
    wake();
    errno = error;
}

void on_news(int signal) {
    const int error = errno;
    (signal == SIGWINCH ? g_resized : g_continued) = true;
    wake();
    errno = error;
}

void on_stop(int) {
    const int error = errno;
    if (g_kept.is_ours) {
        g_stops = true;
        wake();
    } else {
        ::raise(SIGSTOP);  // it is lent: whoever has it gives it back
    }
    errno = error;
}

void handle(int signal, void (*handler)(int), int flags) {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigemptyset(&action.sa_mask);
    ::sigaction(signal, &action, nullptr);
}

bool is_ignored(int signal) {
    struct sigaction now {};
    return ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

// A crash of a full stack still gives the terminal back.
void use_other_stack() {
    static std::array<char, 64 * 1024> stack;
    stack_t other{};
    other.ss_sp = stack.data();
    other.ss_size = stack.size();
    ::sigaltstack(&other, nullptr);
}

void catch_signals() {
    use_other_stack();
    for (const int signal : kCrashes)
        handle(signal, on_crash, SA_RESETHAND | SA_ONSTACK | SA_NODEFER);
    for (const int signal : kEnds) {
        if (!is_ignored(signal)) handle(signal, on_end, SA_RESTART);
    }
    handle(SIGWINCH, on_news, SA_RESTART);
    handle(SIGCONT, on_news, SA_RESTART);
    handle(SIGTSTP, on_stop, SA_RESTART);
    handle(SIGTTOU, SIG_IGN, 0);
}

void leave_signals() {
    for (const int signal : kCrashes) handle(signal, SIG_DFL, 0);
    for (const int signal : kEnds) {
        if (!is_ignored(signal)) handle(signal, SIG_DFL, 0);
    }
    for (const int signal : {SIGWINCH, SIGCONT, SIGTSTP, SIGTTOU}) handle(signal, SIG_DFL, 0);
}

// The terminal once more, so that it alone is not waited for: the flag belongs to what is open, and shells and other programs
// share that with us.
int open_again(int output) {
    const auto path = "/proc/self/fd/" + std::to_string(output);
    return ::open(path.c_str(), O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
}

bool open_pipe() {
    return ::pipe2(g_pipe.data(), O_CLOEXEC | O_NONBLOCK) == 0;
}

}  // namespace

Result<std::unique_ptr<Tty>> Tty::open(int input, int output) {
    std::unique_ptr<Tty> tty(new Tty(input, output));
    if (::isatty(input) == 0 || ::isatty(output) == 0 || ::tcgetattr(input, &tty->before_) != 0) {
        return Error{ErrorCode::InvalidInput, "standard input and output are not a terminal"};
    }
    if (!open_pipe()) {
        return Error{ErrorCode::Internal, std::string("no pipe: ") + std::strerror(errno)};
    }
    tty->own_output_ = open_again(output);
    g_ends = 0;
    g_resized = g_continued = g_stops = false;
    // Rows are broken where we break them.
    tty->on_ = "\x1b[?7l\x1b[?2004h";
    tty->off_ = "\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[m";
    tty->enter();
    catch_signals();
    return tty;
}

Tty::~Tty() {
    give_back();
    leave_signals();
    if (own_output_ >= 0) ::close(own_output_);
    for (int& end : g_pipe) {
        ::close(end);
        end = -1;
    }
}

int Tty::signals() const {
    return g_pipe[0];
}

SignalNews Tty::take_signals() {
    std::array<char, 64> bytes{};
    while (::read(g_pipe[0], bytes.data(), bytes.size()) > 0) {
    }
    SignalNews news{
        .resized = g_resized.exchange(false),
        .continued = g_continued.exchange(false),
        .stops = g_stops.exchange(false),
        .ends = g_ends.load()};
    if (news.continued) {
        // Stopped by SIGSTOP it gave nothing back: modes that are kept on a stack would pile up there.
        if (g_kept.is_ours) write(off_);
        is_ours_ = false;
        enter();
    }
    return news;
}

TtySize Tty::size() const {
    struct winsize window {};
    if (::ioctl(output_, TIOCGWINSZ, &window) != 0 || window.ws_col == 0 || window.ws_row == 0) {
        return {};
    }
    return {window.ws_col, window.ws_row, window.ws_xpixel, window.ws_ypixel};
}

bool Tty::write(std::string_view bytes) {
    waiting_ += bytes;
    return write_waiting();
}

bool Tty::write_waiting() {
    std::string_view rest = waiting_;
    bool is_read = true;
    while (!rest.empty()) {
        const auto written = ::write(output(), rest.data(), rest.size());
        if (written > 0) {
            rest.remove_prefix(static_cast<std::size_t>(written));
            continue;
        }
        if (written < 0 && errno == EINTR) continue;
        is_read = written < 0 && errno == EAGAIN;
        if (!is_read) rest = {};
        break;
    }
    waiting_.erase(0, waiting_.size() - rest.size());
    g_kept.is_behind = is_behind();
    return is_read;
}

// Waits until all is taken: what was said belongs into the scrollback. Told to end, not for a terminal that takes nothing.
void Tty::drain() {
    while (is_behind()) {
        std::array<struct pollfd, 2> ready{
            {{.fd = output(), .events = POLLOUT, .revents = 0},
             {.fd = g_ends == 0 ? g_pipe[0] : -1, .events = POLLIN, .revents = 0}}};
        const int news = ::poll(ready.data(), ready.size(), kLastPatienceMs);
        if (news == 0 && g_ends != 0) break;
        if (ready[1].revents != 0) {
            std::array<char, 64> bytes{};
            while (::read(g_pipe[0], bytes.data(), bytes.size()) > 0) {
            }
        }
        if (!write_waiting()) break;
    }
    waiting_.clear();
}

void Tty::set_rows_below(int rows) {
    g_kept.rows_below = rows;
}

void Tty::add_mode(std::string on, std::string off) {
    if (on_.find(on) != std::string::npos || off.size() + off_.size() > kMaxOff) return;
    if (is_ours_) write(on);
    on_ += on;
    off_ = off + off_;
    keep_for_handlers();
}

void Tty::keep_for_handlers() const {
    g_kept.input = input_;
    g_kept.output = output();
    g_kept.before = before_;
    g_kept.off_size = std::min(off_.size(), kMaxOff);
    std::memcpy(g_kept.off.data(), off_.data(), g_kept.off_size);
}

void Tty::enter() {
    if (is_ours_) return;
    auto raw = before_;
    raw.c_iflag &= ~static_cast<tcflag_t>(BRKINT | ICRNL | INPCK | ISTRIP | IXON);
    raw.c_oflag &= ~static_cast<tcflag_t>(OPOST);
    raw.c_cflag |= CS8;
    raw.c_lflag &= ~static_cast<tcflag_t>(ECHO | ICANON | IEXTEN | ISIG);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    keep_for_handlers();
    g_kept.is_ours = true;
    ::tcsetattr(input_, TCSADRAIN, &raw);
    is_ours_ = true;
    write(on_);
}

void Tty::give_back() {
    if (!is_ours_) return;
    drain();
    is_ours_ = false;
    give_back_now();
}

void Tty::stop() {
    give_back();
    handle(SIGTSTP, SIG_DFL, 0);
    ::kill(0, SIGTSTP);  // all of the job, as the terminal's own key does
    handle(SIGTSTP, on_stop, SA_RESTART);
    enter();
    g_continued = true;
    wake();
}

void Tty::lend(const std::function<void()>& use) {
    give_back();
    use();
    enter();
}

}  // namespace fovea::tui
