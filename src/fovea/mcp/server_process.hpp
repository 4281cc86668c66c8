// The program behind a server of the kind that is started: in a group of its own, with pipes to its
// three streams and an environment that holds only what it was given.
//
//     auto process = TRY(start_server({"node", {"server.js"}, {"PATH=/usr/bin"}}));
//
// It is not sandboxed: the user chose the program. Signals go to its whole group, because launchers
// (npx, uvx) start the server as a child of their own; Ctrl-C in our terminal does not reach it.
#pragma once

#include "fovea/base/fd.hpp"
#include "fovea/base/result.hpp"
#include "fovea/sandbox/child_process.hpp"

#include <string>
#include <vector>

namespace fovea::mcp {

struct ServerCommand {
    std::string program;  // looked for on our PATH
    std::vector<std::string> arguments;
    std::vector<std::string> environment;  // "NAME=value"
};

struct ServerProcess {
    sandbox::ChildProcess child;
    Fd input;   // we write; does not block
    Fd output;  // we read; do not block either
    Fd errors;

    void signal_group(int signal) const;

    // Ends what is left of the group, and tells how the program itself ended. Once.
    sandbox::ProcessEnd end();
};

Result<ServerProcess> start_server(const ServerCommand& command);

}  // namespace fovea::mcp
