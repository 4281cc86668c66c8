// fovea serve: the daemon, and the tokens of those who may use it.
#pragma once

#include "fovea/cli/command.hpp"

#include <optional>
#include <string>

namespace fovea::cli {

struct ServeArguments {
    std::optional<std::string> host;  // over the configuration
    std::optional<int> port;
    bool conformance = false;  // fixtures for the protocol suites
};

struct TokenArguments {
    std::string name;
    std::string scopes = "sessions";
    std::string expires;                // "30d", "12h"; empty: never
    std::optional<double> usd_per_day;  // at the gateway
    std::optional<long long> requests_per_minute;
    bool json = false;
};

void add_serve(CLI::App& app, Chosen& chosen);

int run_serve(const ServeArguments& arguments, const Invocation& invocation);
int run_add_token(const TokenArguments& arguments, const Invocation& invocation);
int run_list_tokens(const TokenArguments& arguments, const Invocation& invocation);
int run_revoke_token(const TokenArguments& arguments, const Invocation& invocation);

}  // namespace fovea::cli
