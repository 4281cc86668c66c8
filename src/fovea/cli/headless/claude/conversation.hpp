// A conversation with a program that was written for Claude Code: messages and control requests come
// by standard input, every message gets its own init and result, and the process lives until the
// input ends (H8).
//
//     const auto last = TRY(claude::converse({arguments, situation, machine, choices, session}, stop));
//     return exit_code_of(last);
//
// A message that fails or is interrupted ends with its result, and the next one is taken. Each is
// answered by an agent of its own over the one session, so turns are counted by the message, as there;
// the budget is for all of them.
#pragma once

#include "fovea/agent/run_result.hpp"
#include "fovea/agent/session.hpp"
#include "fovea/base/result.hpp"
#include "fovea/cli/headless/arguments.hpp"
#include "fovea/cli/headless/prompt_input.hpp"
#include "fovea/host/equipment.hpp"
#include "fovea/host/machine.hpp"
#include "fovea/host/situation.hpp"

#include <optional>
#include <stop_token>
#include <string>

namespace fovea::cli::claude {

struct Parties {
    const HeadlessArguments& arguments;
    const host::Situation& situation;
    host::Machine& machine;
    host::AgentChoices choices;
    agent::Session session;
    agent::Begins begins = agent::Begins::New;
    std::optional<std::string> notice = {};  // that nothing of it is kept
};

// How the last message ended; a message that was interrupted does not count as a failure. The error is
// what went wrong before the first one.
Result<agent::RunResult, InputProblem> converse(Parties parties, const std::stop_token& stop);

}  // namespace fovea::cli::claude
