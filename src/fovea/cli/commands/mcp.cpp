#include "fovea/cli/commands/mcp.hpp"

#include "fovea/base/fd.hpp"
#include "fovea/base/line_reader.hpp"
#include "fovea/base/line_writer.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/failure.hpp"
#include "fovea/cli/interrupt.hpp"
#include "fovea/host/mcp_offer.hpp"
#include "fovea/mcp/message_lines.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <stop_token>
#include <string>
#include <string_view>

namespace fovea::cli {
namespace {

// A client that closed our input waits a moment for what it asked before, and reads on.
constexpr std::chrono::milliseconds kGrace{1000};
constexpr std::chrono::milliseconds kPatience{2000};

// What may wait for a client that does not read: some results of the largest size.
constexpr std::size_t kMaxUnread = 16u << 20;

// The protocol's way out, which nobody else can write to any more, and no helper inherits: what is
// printed by accident goes to standard error from now on.
Fd take_standard_output() {
    Fd out(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (out) ::dup2(STDERR_FILENO, STDOUT_FILENO);
    return out;
}

Result<void> serve(mcp::ServerSession& session, LineWriter& out, const std::stop_token& stop) {
    const mcp::Send send = [&out](const mcp::Message& message) {
        out.send(mcp::write_message(message));
    };
    LineReader reader(STDIN_FILENO, mcp::kMaxMessage);
    mcp::MessageLines lines(mcp::kMaxMessage);
    for (;;) {
        const auto bytes = TRY(reader.some(stop));
        if (stop.stop_requested()) return {};
        // The last line may have no end.
        for (const auto& line : lines.feed(bytes ? std::string_view(*bytes) : "\n")) {
            session.take_line(line, send);
        }
        if (!bytes) return {};
    }
}

Result<int> run(const Invocation& invocation) {
    const Interrupt interrupt;
    const auto output = take_standard_output();
    LineWriter out(output.number(), kMaxUnread, interrupt.token());
    const auto machine = TRY(host::Machine::open(invocation, host::StoreUse::PicturesOnly));
    const auto own = TRY(host::McpOffer::open(invocation, *machine));
    std::stop_source ends;
    const std::stop_callback signalled(interrupt.token(), [&ends] { ends.request_stop(); });
    const std::stop_callback unread(out.gone(), [&ends] { ends.request_stop(); });
    mcp::ServerSession session(own->offer(), machine->call_threads(), own->session_settings());
    TRY(serve(session, out, ends.get_token()));
    const auto grace = ends.stop_requested() ? std::chrono::milliseconds(0) : kGrace;
    // A call that does not stop dies with us.
    const bool is_idle = session.finish(grace);
    out.flush(kPatience);
    if (out.failure() != 0) {
        fmt::print(stderr, "fovea mcp: cannot write: {}\n", std::strerror(out.failure()));
    }
    const auto code = out.failure() == 0 ? kSuccess : kRuntimeError;
    if (!is_idle) ::_exit(code);
    return code;
}

}  // namespace

int run_mcp(const Invocation& invocation) {
    const auto code = run(invocation);
    return code.ok() ? code.value() : report_failure("fovea mcp", code.error(), false);
}

}  // namespace fovea::cli
