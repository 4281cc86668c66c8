#include "fovea/cli/commands/serve.hpp"

#include <CLI/CLI.hpp>
#include <system_error>

#include <charconv>
#include <cmath>
#include <memory>
#include <string>

namespace fovea::cli {
namespace {

constexpr const char* kNotes =
    "Serves a page to paste and point at pictures, sessions, the gateway for other agents\n"
    "(fovea wire) and MCP, until it is stopped (Ctrl-C, SIGTERM; a second one ends it at once).\n"
    "The first start makes a token in DATA/serve/token; the address that is printed brings it "
    "along.\n"
    "\n"
    "Examples:\n"
    "  fovea serve                                  on 127.0.0.1:7420\n"
    "  fovea serve --port 0                         on a port that is free\n"
    "  fovea serve tokens add ci --expires 30d      a token for another user, with their own "
    "sessions\n"
    "  curl -H \"Authorization: Bearer $(cat DATA/serve/token)\" http://127.0.0.1:7420/sessions";

constexpr const char* kTokenNotes =
    "A token is shown once, when it is made; only its hash is kept. What was spent with it: "
    "GET /gateway/usage.\n"
    "\n"
    "Examples:\n"
    "  fovea serve tokens add ci --scope gateway --usd-per-day 2 --requests-per-minute 30\n"
    "  fovea serve tokens add anna --expires 30d    with sessions of her own\n"
    "  fovea serve tokens list\n"
    "  fovea serve tokens revoke ci";

// Without the largest number of all in its words.
const CLI::Validator kNotBelowZero(
    [](const std::string& text) -> std::string {
        double number = 0;
        const auto* const end = text.data() + text.size();
        const auto read = std::from_chars(text.data(), end, number);
        const bool is_fine = read.ec == std::errc() && read.ptr == end && number >= 0;
        return is_fine && std::isfinite(number) ? "" : "must be a number, 0 or more, not " + text;
    },
    "NUMBER"
);

void add_tokens(CLI::App& serve, Chosen& chosen) {
    auto* tokens = serve.add_subcommand("tokens", "manage tokens, which let others use the daemon");
    tokens->require_subcommand(1);
    tokens->footer(kTokenNotes);
    const auto arguments = std::make_shared<TokenArguments>();
    const auto choose = [&chosen, arguments](auto run) {
        return [&chosen, arguments, run] {
            chosen = {
                [arguments, run](const Invocation& invocation) {
                    return run(*arguments, invocation);
                },
                true};
        };
    };
    auto* add = tokens->add_subcommand("add", "make a token; it is shown once");
    add->add_option("NAME", arguments->name, "the name of the user or program")->required();
    add->add_option(
        "--scope",
        arguments->scopes,
        "sessions (by default), gateway, mcp, admin; several with commas"
    );
    add->add_option("--expires", arguments->expires, "the token expires after this time: 12h, 30d");
    add->add_flag("--json", arguments->json, "as JSON");
    add->add_option(
           "--usd-per-day", arguments->usd_per_day, "at the gateway; over gateway.usd_per_day"
    )
        ->check(kNotBelowZero);
    add->add_option(
           "--requests-per-minute",
           arguments->requests_per_minute,
           "at the gateway; over gateway.requests_per_minute"
    )
        ->check(kNotBelowZero);
    add->footer(kTokenNotes);
    add->callback(choose(run_add_token));
    auto* list = tokens->add_subcommand("list", "list the tokens");
    list->footer(kTokenNotes);
    list->add_flag("--json", arguments->json, "as JSON, one a line");
    list->callback(choose(run_list_tokens));
    auto* revoke = tokens->add_subcommand("revoke", "revoke a token; it stops working at once");
    revoke->footer(kTokenNotes);
    revoke->add_option("NAME", arguments->name, "the name it was made for")->required();
    revoke->callback(choose(run_revoke_token));
}

}  // namespace

void add_serve(CLI::App& app, Chosen& chosen) {
    auto* command = app.add_subcommand(
        "serve", "run the daemon: web client, sessions, model gateway and MCP over HTTP"
    );
    command->footer(kNotes);
    const auto arguments = std::make_shared<ServeArguments>();
    command->add_option("--host", arguments->host, "the address to listen on (serve.host)");
    command->add_option("--port", arguments->port, "the port; 0 takes a free one (serve.port)")
        ->check(CLI::Range(0, 65535));
    command->add_flag(
        "--conformance",
        arguments->conformance,
        "for tests only: adds what protocol suites expect, open to everybody on this machine"
    );
    command->require_subcommand(0, 1);
    command->callback([command, arguments, &chosen] {
        if (!command->get_subcommands().empty()) return;
        chosen = {
            [arguments](const Invocation& invocation) { return run_serve(*arguments, invocation); },
            true};
    });
    add_tokens(*command, chosen);
}

}  // namespace fovea::cli
