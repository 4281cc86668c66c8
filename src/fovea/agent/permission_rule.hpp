// One rule about tools, as configuration writes it: a pattern over names, and one over arguments.
//
//     filesystem_read                  the tool
//     mcp__files__*                    every tool whose name fits
//     mcp:files                        every tool of a toolset
//     shell(git *)                     the tool, with arguments that fit
//     filesystem_read(secrets/**)
//
// `*` stands for any characters and `?` for one. Which of a call's arguments have to fit depends on
// what the rule is for; see permissions.hpp.
#pragma once

#include "fovea/base/result.hpp"

#include <string>
#include <string_view>

namespace fovea::agent {

struct PermissionRule {
    std::string text;      // as it was written
    std::string tool;      // a pattern over names and toolsets
    std::string argument;  // empty: whatever the arguments are

    bool is_for(std::string_view name, std::string_view toolset) const;

    bool operator==(const PermissionRule&) const = default;
};

// ConfigInvalid, with the rule, for what is not one; `list` is where it stands: "permissions.deny".
Result<PermissionRule> parse_rule(std::string_view text, std::string_view list);

}  // namespace fovea::agent
