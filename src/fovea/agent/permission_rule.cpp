#include "fovea/agent/permission_rule.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/base/glob.hpp"

#include <algorithm>
#include <iterator>

namespace fovea::agent {
namespace {

// Matching costs pattern times text; a longer rule is a mistake.
constexpr std::size_t kMaxRule = 1000;

Error malformed(std::string_view list, std::string_view text, std::string_view why) {
    return {
        ErrorCode::ConfigInvalid,
        std::string(list) + " has \"" + std::string(text.substr(0, 200)) + "\", which " +
            std::string(why) +
            "; a rule is a tool's name, such as filesystem_read, or a name with " +
            "an argument, such as shell(git *)"};
}

bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

bool is_in_name(char c) {
    constexpr std::string_view kMarks = "_-.:/*?";
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           kMarks.find(c) != std::string_view::npos;
}

// "secret/**", "./a", "*.key". A toolset's name may hold a slash behind its colon.
bool is_path(std::string_view name) {
    if (name.find(':') != name.npos || name.starts_with("mcp__")) return false;
    return name.find('/') != name.npos || name.find("**") != name.npos || name.starts_with("*.");
}

// What other agents call theirs: a rule that was copied from there must not close nothing in silence.
struct OtherName {
    std::string_view theirs;
    std::string_view ours;
};
constexpr OtherName kOtherNames[] = {
    {"Read", "filesystem_read"}, {"Glob", "filesystem_glob"}, {"Grep", "filesystem_grep"}};

bool is_written_for_a_shell(std::string_view argument) {
    return argument.starts_with('~') || argument.starts_with('$') ||
           argument.starts_with("file:") || argument.find('{') != argument.npos;
}

}  // namespace

bool PermissionRule::is_for(std::string_view name, std::string_view toolset) const {
    return fits_pattern(name, tool) || fits_pattern(toolset, tool);
}

Result<PermissionRule> parse_rule(std::string_view text, std::string_view list) {
    if (text.size() > kMaxRule) return malformed(list, text, "is longer than 1000 characters");
    if (std::any_of(text.begin(), text.end(), is_control)) {
        return malformed(list, text, "has a control character");
    }
    PermissionRule rule{.text = std::string(text), .tool = std::string(text), .argument = {}};
    const auto open = text.find('(');
    if (open != std::string_view::npos) {
        if (!text.ends_with(')')) return malformed(list, text, "does not end with )");
        rule.tool = text.substr(0, open);
        rule.argument = trimmed(text.substr(open + 1, text.size() - open - 2), " ");
        if (rule.argument.empty()) return malformed(list, text, "has nothing between ( and )");
    }
    if (rule.tool.empty()) return malformed(list, text, "does not name a tool");
    if (rule.argument.empty() && is_path(rule.tool)) {
        return malformed(
            list,
            text,
            "is a path and would have no effect: write filesystem_read(" + rule.tool + ")"
        );
    }
    const auto ours = std::ranges::find(kOtherNames, rule.tool, &OtherName::theirs);
    if (ours != std::end(kOtherNames)) rule.tool = ours->ours;
    if (rule.tool.starts_with("filesystem_") && is_written_for_a_shell(rule.argument)) {
        return malformed(
            list, text, "would match no path: ~, $, { } and file: are not expanded here"
        );
    }
    if (!std::all_of(rule.tool.begin(), rule.tool.end(), is_in_name)) {
        return malformed(list, text, "is not a valid tool name (letters, digits and _-.:/*?)");
    }
    return rule;
}

}  // namespace fovea::agent
