#include "fovea/agent/system_prompt.hpp"

#include <string_view>

namespace fovea::agent {

extern const std::string_view kSystemPrompt;  // prompts/system.md

std::string system_prompt(const SystemPrompt& parts) {
    std::string prompt(parts.own ? std::string_view(*parts.own) : kSystemPrompt);
    const auto add = [&prompt](std::string_view section) {
        if (section.empty()) return;
        while (prompt.ends_with('\n')) prompt.pop_back();
        if (!prompt.empty()) prompt += "\n\n";
        prompt += section;
    };
    if (!parts.own && !parts.cwd.empty()) add("Folder: " + parts.cwd);
    for (const auto& section : parts.sections) add(section);
    add(parts.appended);
    return prompt;
}

}  // namespace fovea::agent
