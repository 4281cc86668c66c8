// What a model is told before anything else.
//
//     system_prompt({.own = settings.system_prompt, .cwd = cwd, .context = files, …});
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace fovea::agent {

struct SystemPrompt {
    std::optional<std::string> own = {};  // in place of the built-in words
    std::string cwd = {};
    std::vector<std::string> sections =
        {};  // context files, skills, what hooks add; empty ones are left out
    std::string appended = {};
};

// The same parts give the same bytes: nothing of the day or the machine is in it, or the provider's
// prompt cache would be lost.
std::string system_prompt(const SystemPrompt& parts);

}  // namespace fovea::agent
