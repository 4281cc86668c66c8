#include "fovea/cli/commands/wire.hpp"

#include "fovea/base/printable.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/failure.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/gateway/wire/agents.hpp"
#include "fovea/gateway/wire/coding_models.hpp"
#include "fovea/host/run_store.hpp"
#include "fovea/serve/access/tokens.hpp"

#include <fmt/format.h>
#include <system_error>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>

namespace fovea::cli {
namespace {

constexpr std::string_view kHidden = "<a token, made when it is written>";

Result<std::filesystem::path> home_folder() {
    const char* const home = std::getenv("HOME");
    if (home == nullptr || *home == '\0') {
        return Error{ErrorCode::ConfigInvalid, "HOME is not set: agents keep their files in it"};
    }
    return std::filesystem::path(home);
}

std::string url_of(const WireArguments& arguments, const Invocation& invocation) {
    if (!arguments.url.empty()) {
        auto url = arguments.url;
        while (url.ends_with('/')) url.pop_back();
        return url;
    }
    const auto& serve = invocation.settings().serve;
    const auto host = serve.host == "0.0.0.0" || serve.host == "::" ? "127.0.0.1" : serve.host;
    return (serve.tls_cert.empty() ? "http://" : "https://") + host + ":" +
           std::to_string(serve.port);
}

// Where the agents themselves look, started from here. pi alone reads "~".
gateway::AgentFolders agent_folders(const std::filesystem::path& home) {
    const auto folder = [](const char* name) -> std::filesystem::path {
        const char* const value = std::getenv(name);
        if (value == nullptr || *value == '\0') return {};
        std::error_code failed;
        return std::filesystem::absolute(value, failed).lexically_normal();
    };
    const char* const pi = std::getenv("PI_CODING_AGENT_DIR");
    const std::string_view pi_text = pi == nullptr ? "" : pi;
    const bool is_in_home = pi_text == "~" || pi_text.starts_with("~/");
    return {
        .home = home,
        .claude = folder("CLAUDE_CONFIG_DIR"),
        .codex = folder("CODEX_HOME"),
        .config = folder("XDG_CONFIG_HOME"),
        .pi = is_in_home ? home / pi_text.substr(std::min<std::size_t>(2, pi_text.size()))
                         : folder("PI_CODING_AGENT_DIR")};
}

// As agents start it: by its name where that is on the PATH, else from where it stands.
std::string own_program() {
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "" : path);
    for (std::string folder; std::getline(folders, folder, ':');) {
        const auto program = std::filesystem::path(folder) / "fovea";
        if (::access(program.c_str(), X_OK) == 0) return "fovea";
    }
    std::error_code failed;
    const auto own = std::filesystem::read_symlink("/proc/self/exe", failed);
    return failed ? "fovea" : own.string();
}

std::string token_name(const std::string& agent) {
    return "wire-" + agent;
}

// True where there was one.
Result<bool> revoke_token(serve::TokenBook& book, const std::string& name) {
    const auto known = TRY(book.list());
    if (std::ranges::find(known, name, &serve::Token::name) == known.end()) return false;
    TRY(book.revoke(name));
    return true;
}

// The same agent again gets another token in the place of its first.
Result<std::string> make_token(const std::string& agent, const Invocation& invocation) {
    const host::RunStore store(invocation.settings(), invocation.data);
    const auto folder = TRY(store.folder());
    const auto book = TRY(serve::TokenBook::open(folder.root / "serve"));
    TRY(revoke_token(*book, token_name(agent)));
    return book->add({.name = token_name(agent), .scopes = {serve::Scope::Gateway}});
}

Result<int> undo_all(
    const std::string& agent, const gateway::AgentFolders& folders, const Invocation& invocation
) {
    for (const auto& change : TRY(gateway::unwiring_of(agent, folders))) {
        TRY(gateway::undo(change));
        fmt::print(stderr, "{} is as it was\n", change.path.string());
    }
    const host::RunStore store(invocation.settings(), invocation.data);
    const auto folder = TRY(store.folder());
    const auto book = TRY(serve::TokenBook::open(folder.root / "serve"));
    if (TRY(revoke_token(*book, token_name(agent)))) {
        fmt::print(stderr, "its token ({}) is valid no more\n", token_name(agent));
    }
    return kSuccess;
}

bool agrees() {
    fmt::print(stderr, "Write this? [y/N] ");
    std::string answer;
    std::getline(std::cin, answer);
    return answer == "y" || answer == "Y" || answer == "yes";
}

Result<int> wire(const WireArguments& arguments, const Invocation& invocation) {
    const auto home = TRY(home_folder());
    gateway::Wiring wiring{.url = url_of(arguments, invocation), .token = std::string(kHidden)};
    wiring.program = own_program();
    const auto folders = agent_folders(home);
    if (arguments.undo) return undo_all(arguments.agent, folders, invocation);
    if (gateway::needs_models(arguments.agent)) {
        wiring.models = TRY(gateway::coding_models(
            invocation.settings(),
            arguments.agent,
            arguments.model,
            arguments.url.empty() ? gateway::Daemon::Own : gateway::Daemon::Other
        ));
    }
    const auto shown = TRY(gateway::wiring_of(arguments.agent, wiring, folders));
    for (const auto& change : shown) print_piece(printable_lines(gateway::change_text(change)));
    if (arguments.print) return kSuccess;
    if (!arguments.yes) {
        if (::isatty(STDIN_FILENO) == 0) {
            fmt::print(
                stderr,
                "fovea wire: not a terminal: nothing was written; use --yes to write without being "
                "asked\n"
            );
            return kUsage;
        }
        if (!agrees()) return kSuccess;
    }
    wiring.token = TRY(make_token(arguments.agent, invocation));
    for (const auto& change : TRY(gateway::wiring_of(arguments.agent, wiring, folders))) {
        TRY(gateway::apply(change));
        fmt::print(stderr, "wrote {}\n", change.path.string());
    }
    if (invocation.settings().gateway.models.empty()) {
        fmt::print(
            stderr,
            "Models that it names are looked for as they are. To have others answer: "
            "[gateway.models] in\n"
            "Fovea's configuration, such as \"claude-*\" = \"deepseek/deepseek-chat\"\n"
        );
    }
    return kSuccess;
}

}  // namespace

int run_wire(const WireArguments& arguments, const Invocation& invocation) {
    const auto code = wire(arguments, invocation);
    return code.ok() ? code.value() : report_failure("fovea wire", code.error(), false);
}

}  // namespace fovea::cli
