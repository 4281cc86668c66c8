// Whether a tool may run with these arguments (A2): allow, ask a person first, or deny.
//
//     const auto permissions = TRY(Permissions::open(settings.permissions, project_folder));
//     const auto ruling = permissions.decide({.tool = "shell", .input = R"({"command": "ls"})"});
//     ruling.verdict;   // Verdict::Ask
//     ruling.rule;      // "default", or "deny: filesystem_read(secrets/**)"
//
// deny goes before ask, ask before allow; where no rule speaks, tools that only read the workspace are
// allowed and all others ask. Without a person, whoever asked has to take Ask for Deny.
//
// A rule without an argument is about the tool. With one it is about the texts in the input:
//
// - deny and ask speak when *any* text fits, at any depth, in any of its forms (call_arguments.hpp):
//   `./secrets/../secrets/x`, an absolute path and a link into `secrets` all fit `secrets/**`, and so
//   does `secrets` itself. `*` stands for slashes too, so `*.pem` is about every folder. A command
//   fits as a whole or by one of the pieces between `;`, `|` and `&`.
// - allow speaks when *every* main argument fits (those called path, file, command, url or the like;
//   where there is none, every text). In paths `*` ends at a slash there and `**` does not, and a path
//   is compared without `.`, `..` and links. A command with `;`, `|`, `&`, `<`, `>`, `$(`, a backquote
//   or a line break fits only the argument `*`.
//
// The words of a call are not all: deny and ask rules with paths are also asked about every file that
// is opened (file_rules.hpp).
//
// Rules on commands keep honest mistakes away; they are no sandbox, because a shell has more ways to
// say one thing than patterns know.
#pragma once

#include "fovea/agent/permission_rule.hpp"
#include "fovea/base/result.hpp"
#include "fovea/config/settings.hpp"
#include "fovea/tools/tool.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::agent {

enum class Verdict : std::uint8_t { Allow, Ask, Deny };

// "allow", "ask", "deny".
std::string_view name_of(Verdict verdict);

struct Ruling {
    Verdict verdict = Verdict::Ask;
    std::string rule;  // who decided

    bool operator==(const Ruling&) const = default;
};

struct PermissionQuestion {
    std::string_view tool;
    std::string_view toolset = {};
    tools::Effect effect = tools::Effect::Other;
    std::string_view input = "{}";  // as the model, or a hook, wrote it
};

class Permissions {
public:
    // ConfigInvalid names a rule that is none. Paths are relative to `project`.
    static Result<Permissions> open(
        const config::PermissionSettings& settings, std::filesystem::path project
    );

    Ruling decide(const PermissionQuestion& question) const;

private:
    Permissions() = default;

    std::vector<PermissionRule> allow_;
    std::vector<PermissionRule> ask_;
    std::vector<PermissionRule> deny_;
    std::filesystem::path project_;
};

}  // namespace fovea::agent
