#include "fovea/cli/interrupt.hpp"

#include "fovea/cli/exit_code.hpp"
#include "fovea/people/progress_bar.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdint>

namespace fovea::cli {
namespace {

std::atomic<int> g_event = -1;  // where the handler writes
std::atomic<int> g_count = 0;
std::atomic<int> g_signal = 0;

void wake(int event) {
    const std::uint64_t one = 1;
    static_cast<void>(::write(event, &one, sizeof one) == sizeof one);
}

// A handler, not a blocked signal: a mask would be inherited by the workers.
void handle(int signal) {
    // A terminal that closes says so more than once, by its shell and by the kernel: nobody's
    // impatience.
    if (signal == SIGHUP && g_count > 0) return;
    if (++g_count > 1) {
        people::clear_progress_line();
        ::_exit(kSecondInterrupt);
    }
    g_signal = signal;
    wake(g_event);
}

// nohup asks that a closed terminal be no reason to end.
bool is_hangup_ignored() {
    struct sigaction now {};
    return ::sigaction(SIGHUP, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

}  // namespace

Interrupt::Interrupt(Hangup hangup) {
    const int event = ::eventfd(0, EFD_CLOEXEC);
    if (event < 0) return;  // then signals do what they always do
    g_count = 0;
    g_signal = 0;
    g_event = event;
    listener_ = std::jthread([this, event](const std::stop_token& ended) {
        std::uint64_t count = 0;
        static_cast<void>(::read(event, &count, sizeof count) == sizeof count);
        if (!ended.stop_requested()) source_.request_stop();
    });
    std::signal(SIGINT, handle);
    std::signal(SIGTERM, handle);
    handles_hangup_ = !is_hangup_ignored();
    if (handles_hangup_) std::signal(SIGHUP, hangup == Hangup::Ends ? handle : SIG_IGN);
}

int Interrupt::signal() const {
    return g_signal;
}

Interrupt::~Interrupt() {
    const int event = g_event.exchange(-1);
    if (event < 0) return;
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    if (handles_hangup_) std::signal(SIGHUP, SIG_DFL);
    listener_.request_stop();
    wake(event);
    listener_.join();
    ::close(event);
}

}  // namespace fovea::cli
