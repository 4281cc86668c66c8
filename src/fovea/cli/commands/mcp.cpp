#include "fovea/cli/commands/mcp.hpp"

#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/failure.hpp"
#include "fovea/cli/headless/line_reader.hpp"
#include "fovea/cli/interrupt.hpp"
#include "fovea/cli/opened_mcp.hpp"
#include "fovea/sandbox/fd.hpp"

#include <unistd.h>

#include <cerrno>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace fovea::cli {
namespace {

// A client that closed our input waits a moment for what it asked before.
constexpr std::chrono::milliseconds kGrace{1000};

// The protocol's way out: standard output, which nobody else can write to any more.
class Outlet {
public:
    // What is printed by accident goes to standard error from now on.
    Outlet() : out_(::dup(STDOUT_FILENO)) {
        if (out_) ::dup2(STDERR_FILENO, STDOUT_FILENO);
    }

    void send(const mcp::Message& message) {
        const auto line = mcp::write_message(message) + "\n";
        const std::scoped_lock lock(mutex_);
        for (std::size_t at = 0; at < line.size() && !gone_.stop_requested();) {
            const auto count = ::write(out_.number(), line.data() + at, line.size() - at);
            if (count >= 0) {
                at += static_cast<std::size_t>(count);
            } else if (errno != EINTR) {
                gone_.request_stop();
            }
        }
    }

    // Stops when nobody reads any more.
    std::stop_token gone() const { return gone_.get_token(); }

private:
    sandbox::Fd out_;
    std::mutex mutex_;  // held for a whole line
    std::stop_source gone_;
};

Result<void> serve(mcp::Session& session, Outlet& outlet, const std::stop_token& stop) {
    const mcp::Send send = [&outlet](const mcp::Message& message) { outlet.send(message); };
    LineReader reader(STDIN_FILENO, mcp::kMaxMessage);
    for (;;) {
        auto line = reader.next(stop);
        if (!line.ok()) {
            mcp::Session::refuse({mcp::kInvalidRequest, line.error().message}, send);
            if (!TRY(reader.skip_line(stop))) return {};
            continue;
        }
        if (!line.value()) return {};
        if (line.value()->find_first_not_of(" \t") == std::string::npos) continue;
        session.take(*line.value(), send);
    }
}

Result<int> run(const Invocation& invocation) {
    const Interrupt interrupt;
    Outlet outlet;
    OpenedMcp opened(invocation);
    TRY(opened.open());
    std::stop_source ends;
    const std::stop_callback signalled(interrupt.token(), [&ends] { ends.request_stop(); });
    const std::stop_callback unread(outlet.gone(), [&ends] { ends.request_stop(); });
    mcp::Session session(opened.offer(), opened.session_settings());
    TRY(serve(session, outlet, ends.get_token()));
    const auto grace = ends.stop_requested() ? std::chrono::milliseconds(0) : kGrace;
    // Somebody who neither reads nor goes away holds a call in its write: it dies with us.
    if (!session.finish(grace)) ::_exit(kSuccess);
    return kSuccess;
}

}  // namespace

int run_mcp(const Invocation& invocation) {
    const auto code = run(invocation);
    return code.ok() ? code.value() : report_failure("fovea mcp", code.error(), false);
}

}  // namespace fovea::cli
