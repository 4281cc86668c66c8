#include "fovea/cli/interrupt.hpp"

#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/progress_bar.hpp"

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
    if (++g_count > 1) {
        clear_progress_line();
        ::_exit(kSecondInterrupt);
    }
    g_signal = signal;
    wake(g_event);
}

}  // namespace

Interrupt::Interrupt() {
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
}

int Interrupt::signal() const {
    return g_signal;
}

Interrupt::~Interrupt() {
    const int event = g_event.exchange(-1);
    if (event < 0) return;
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    listener_.request_stop();
    wake(event);
    listener_.join();
    ::close(event);
}

}  // namespace fovea::cli
