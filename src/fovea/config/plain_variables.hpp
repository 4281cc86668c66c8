// The variables that a program of somebody else's gets (a hook, an MCP server): those that say how this machine
// and its user work, and none beside them. A list of names that look like keys would miss DATABASE_URL (Q5).
//
//     auto variables = plain_variables(::getenv);
//     variables["FOVEA_SESSION_ID"] = id;
//
// A program that needs another one gets it by its own settings.
#pragma once

#include "fovea/config/secrets.hpp"

#include <map>
#include <string>
#include <vector>

namespace fovea::config {

using Variables = std::map<std::string, std::string>;

// Those that are set, and of `also` those that are set.
Variables plain_variables(
    const Environment& environment, const std::vector<std::string>& also = {}
);

// "NAME=value" each, as execve takes them.
std::vector<std::string> assignments(const Variables& variables);

}  // namespace fovea::config
