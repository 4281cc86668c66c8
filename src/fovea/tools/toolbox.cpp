#include "fovea/tools/toolbox.hpp"

#include "fovea/base/glob.hpp"

#include <algorithm>
#include <utility>

namespace fovea::tools {
namespace {

bool fits_any(const Tool& tool, std::span<const std::string> patterns) {
    return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
        return fits_pattern(tool.spec().name, pattern) || fits_pattern(tool.toolset(), pattern);
    });
}

}  // namespace

Result<void> Toolbox::add(std::unique_ptr<Tool> tool) {
    const auto& name = tool->spec().name;
    const auto place = std::lower_bound(
        tools_.begin(),
        tools_.end(),
        name,
        [](const auto& each, const std::string& wanted) { return each->spec().name < wanted; }
    );
    if (place != tools_.end() && (*place)->spec().name == name) {
        return Error{ErrorCode::ConfigInvalid, "two tools have the name " + name};
    }
    tools_.insert(place, std::move(tool));
    return {};
}

Tool* Toolbox::find(std::string_view name) const {
    const auto found = std::find_if(tools_.begin(), tools_.end(), [&](const auto& tool) {
        return tool->spec().name == name;
    });
    return found == tools_.end() ? nullptr : found->get();
}

std::vector<providers::ToolSpec> Toolbox::specs() const {
    std::vector<providers::ToolSpec> specs;
    for (const auto& tool : tools_) specs.push_back(tool->spec());
    return specs;
}

std::vector<std::string> Toolbox::names() const {
    std::vector<std::string> names;
    for (const auto& tool : tools_) names.push_back(tool->spec().name);
    return names;
}

std::vector<std::string> Toolbox::unknown_among(std::span<const std::string> patterns) const {
    std::vector<std::string> unknown;
    for (const auto& pattern : patterns) {
        const bool fits = std::ranges::any_of(tools_, [&](const auto& tool) {
            return fits_any(*tool, std::span(&pattern, 1));
        });
        if (!fits) unknown.push_back(pattern);
    }
    return unknown;
}

void Toolbox::keep_only(std::span<const std::string> patterns) {
    if (patterns.empty()) return;
    std::erase_if(tools_, [&](const auto& tool) { return !fits_any(*tool, patterns); });
}

void Toolbox::remove(std::span<const std::string> patterns) {
    std::erase_if(tools_, [&](const auto& tool) { return fits_any(*tool, patterns); });
}

}  // namespace fovea::tools
