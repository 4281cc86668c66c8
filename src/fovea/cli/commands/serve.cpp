#include "fovea/cli/commands/serve.hpp"

#include "fovea/base/printable.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/failure.hpp"
#include "fovea/cli/interrupt.hpp"
#include "fovea/gateway/way/alias_findings.hpp"
#include "fovea/host/run_store.hpp"
#include "fovea/serve/daemon.hpp"
#include "fovea/serve/operations/activation.hpp"
#include "fovea/serve/operations/notify.hpp"

#include <fmt/format.h>
#include <malloc.h>
#include <sys/resource.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>

namespace fovea::cli {
namespace {

// What runs has so long to come to its end.
constexpr std::chrono::seconds kGrace{10};

// Pictures come and go in blocks of some MiB, on many threads: such a block goes back to the system at once,
// instead of staying with the thread that happened to have it.
void give_memory_back() {
    constexpr int kLargeBlock = 1 << 20;
    ::mallopt(
        M_MMAP_THRESHOLD, kLargeBlock
    );  // and leaves it there, which it would raise otherwise
}

// As many as the system lets us have; each is a descriptor.
void allow_many_connections() {
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return;
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
}

void wait_for(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait(lock, stop, [] { return false; });
}

Result<int> run(const ServeArguments& arguments, const Invocation& invocation) {
    // Before anything of ours has its number.
    const int listener = serve::activated_listener();
    const Interrupt interrupt(Interrupt::Hangup::IsNothing
    );  // keys that changed are read again anyway
    allow_many_connections();
    give_memory_back();
    if (invocation.keeping == host::Keeping::Nothing) {
        fmt::print(stderr, "fovea serve: --ephemeral is for runs that keep nothing\n");
        return kUsage;
    }
    const auto machine = TRY(host::Machine::open(invocation, host::StoreUse::KeepsSession));
    const auto& settings = invocation.settings().serve;
    const auto daemon = TRY(serve::Daemon::open(
        invocation,
        *machine,
        {.host = arguments.host.value_or(settings.host),
         .port =
             static_cast<std::uint16_t>(arguments.port.value_or(static_cast<int>(settings.port))),
         .folder = machine->run_folder() / "serve",
         .socket = settings.socket,
         .listener = listener,
         .tls_cert = settings.tls_cert,
         .tls_key = settings.tls_key,
         .has_fixtures = arguments.conformance}
    ));
    if (arguments.conformance) {
        fmt::print(
            stderr,
            "fovea serve: WARNING: --conformance is for tests only: /engine.io/, /socket.io/ and "
            "/conformance/mcp answer everybody on this machine without a token, pages of any site "
            "included\n"
        );
    }
    if (daemon->is_exposed()) {
        fmt::print(
            stderr,
            "fovea serve: WARNING: others on the network can reach this address, and without TLS "
            "they "
            "can read every token and picture on its way\n"
        );
    }
    for (const auto& finding : gateway::check_aliases(invocation.loaded)) {
        fmt::print(
            stderr, "fovea serve: WARNING: {}\n", printable(finding.name + ": " + finding.detail)
        );
    }
    fmt::print(stderr, "fovea serve: ready at {}\n", daemon->ready_url());
    serve::notify_service_manager("READY=1");
    wait_for(interrupt.token());
    serve::notify_service_manager("STOPPING=1");
    fmt::print(stderr, "fovea serve: stopping; what runs has {} s\n", kGrace.count());
    daemon->stop(kGrace);
    return kSuccess;
}

}  // namespace

int run_serve(const ServeArguments& arguments, const Invocation& invocation) {
    const auto code = run(arguments, invocation);
    return code.ok() ? code.value() : report_failure("fovea serve", code.error(), false);
}

}  // namespace fovea::cli
