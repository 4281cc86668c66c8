#include "fovea/tui/app/plain_input.hpp"

#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <utility>

namespace fovea::tui {
namespace {

std::atomic<int> g_event = -1;  // where the handler writes

void wake(int event) {
    const std::uint64_t one = 1;
    static_cast<void>(::write(event, &one, sizeof one) == sizeof one);
}

bool take(const Fd& event) {
    std::uint64_t count = 0;
    return ::read(event.number(), &count, sizeof count) == sizeof count;
}

// A handler, not a blocked signal: a mask would be inherited by the workers.
void handle(int) {
    const int before = errno;
    wake(g_event);
    errno = before;
}

Fd new_event() {
    return Fd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
}

}  // namespace

PlainInput::PlainInput()
    : interrupts_(new_event()), in_turn_(new_event()), turn_ends_(new_event()) {
    if (!interrupts_ || !in_turn_ || !turn_ends_) return;  // then Ctrl-C does what it always does
    g_event = interrupts_.number();
    std::signal(SIGINT, handle);
}

PlainInput::~PlainInput() {
    if (g_event.exchange(-1) >= 0) std::signal(SIGINT, SIG_DFL);
}

PlainInput::Typed PlainInput::next(const std::string& prompt) {
    std::fputs(prompt.c_str(), stdout);
    std::fflush(stdout);
    for (;;) {
        if (const auto end = read_.find('\n'); end != std::string::npos) {
            Typed typed{.came = Came::Line, .line = read_.substr(0, end)};
            read_.erase(0, end + 1);
            return typed;
        }
        const auto& interrupts = is_turn_ ? in_turn_ : interrupts_;
        std::array<struct pollfd, 2> ready{
            {{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0},
             {.fd = interrupts.number(), .events = POLLIN, .revents = 0}}};
        if (::poll(ready.data(), ready.size(), -1) < 0 && errno != EINTR) return {};
        if (ready[1].revents != 0 && take(interrupts)) {
            read_.clear();
            return {.came = Came::Interrupt};
        }
        if (ready[0].revents == 0) continue;
        std::array<char, 4096> bytes{};
        const auto got = ::read(STDIN_FILENO, bytes.data(), bytes.size());
        if (got < 0 && errno == EINTR) continue;
        if (got > 0) {
            read_.append(bytes.data(), static_cast<std::size_t>(got));
        } else if (read_.empty()) {
            return {};
        } else {
            read_ += '\n';  // the last line has no end
        }
    }
}

std::unique_ptr<std::jthread> PlainInput::while_runs(std::function<void()> on_interrupt) {
    is_turn_ = true;
    return std::make_unique<std::jthread>(
        [this, on_interrupt = std::move(on_interrupt)](const std::stop_token& stop) {
            ::pthread_setname_np(::pthread_self(), "fovea-ctrl-c");
            const std::stop_callback on_end(stop, [this] { wake(turn_ends_.number()); });
            while (!stop.stop_requested()) {
                std::array<struct pollfd, 2> ready{
                    {{.fd = interrupts_.number(), .events = POLLIN, .revents = 0},
                     {.fd = turn_ends_.number(), .events = POLLIN, .revents = 0}}};
                if (::poll(ready.data(), ready.size(), -1) < 0 && errno != EINTR) break;
                if (ready[0].revents == 0 || !take(interrupts_)) continue;
                wake(in_turn_.number());
                on_interrupt();
            }
            take(turn_ends_);
            take(in_turn_);
            is_turn_ = false;
        }
    );
}

}  // namespace fovea::tui
