#include "fovea/gateway/tool_names.hpp"

#include "fovea/base/digest.hpp"

#include <algorithm>

namespace fovea::gateway {
namespace {

constexpr std::size_t kMost = 64;

bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

// The same for the same name, in every request.
std::string taken_name(const std::string& name) {
    constexpr std::size_t kDigits = 8;
    if (name.size() <= kMost && std::ranges::all_of(name, is_plain)) return name;
    auto plain = name.substr(0, kMost - kDigits - 1);
    std::ranges::replace_if(
        plain, [](char c) { return !is_plain(c); }, '_'
    );
    return plain + "_" + sha256(as_bytes(name)).hex().substr(0, kDigits);
}

}  // namespace

void rename_tools(ParsedRequest& request) {
    for (auto& tool : request.tools) {
        auto name = taken_name(tool.name);
        if (name == tool.name) continue;
        const auto known = std::ranges::find(request.renamed_tools, tool.name, &RenamedTool::name);
        if (known != request.renamed_tools.end()) {
            known->name = name;
        } else {
            request.renamed_tools.push_back({name, tool.name});
        }
        tool.name = std::move(name);
    }
    request.wishes.chosen_tool = taken_name(request.wishes.chosen_tool);
    for (auto& message : request.messages) {
        for (auto& block : message.content) {
            auto* use = std::get_if<content::ToolUseBlock>(&block);
            if (use != nullptr) use->name = taken_name(use->name);
        }
    }
}

std::string_view their_space(const ParsedRequest& request, std::string_view name) {
    const auto found = std::ranges::find(request.renamed_tools, name, &RenamedTool::name);
    return found == request.renamed_tools.end() ? std::string_view() : found->space;
}

std::string name_in_space(std::string_view space, std::string_view name) {
    return std::string(space) + "__" + std::string(name);
}

std::string_view their_name(const ParsedRequest& request, std::string_view name) {
    const auto found = std::ranges::find(request.renamed_tools, name, &RenamedTool::name);
    return found == request.renamed_tools.end() ? name : std::string_view(found->theirs);
}

}  // namespace fovea::gateway
