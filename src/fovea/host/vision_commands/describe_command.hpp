// `/vision-proxy describe …` in a session that somebody works with: its pictures by their hashes, files of the
// workspace, addresses. What `fovea vision-proxy describe` does outside of one.
//
//     const auto model = TRY(commands.allow(command));
//     const auto seen = TRY(describe_in_session(command, model, live, machine, stop));
//
// The session must be idle: a turn that runs describes pictures itself (PVP-X1).
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/host/live_session.hpp"
#include "fovea/host/machine.hpp"
#include "fovea/host/pictures_seen.hpp"
#include "fovea/proxy/commands/grammar.hpp"

#include <stop_token>
#include <string>

namespace fovea::host {

// With --save the description replaces the kept one; both ways the command becomes an entry of the session.
// Errors as describing has them, and as the workspace says of a path.
Result<PicturesSeen> describe_in_session(
    const proxy::DescribePictures& command,
    const std::string& model,
    LiveSession& live,
    Machine& machine,
    const std::stop_token& stop
);

}  // namespace fovea::host
