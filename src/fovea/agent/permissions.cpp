#include "fovea/agent/permissions.hpp"

#include "fovea/agent/call_arguments.hpp"
#include "fovea/agent/path_pattern.hpp"
#include "fovea/agent/wide_pattern.hpp"
#include "fovea/base/glob.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace fovea::agent {
namespace {

Result<std::vector<PermissionRule>> parse_all(
    const std::vector<std::string>& texts, std::string_view list
) {
    std::vector<PermissionRule> rules;
    for (const auto& text : texts) rules.push_back(TRY(parse_rule(text, list)));
    return rules;
}

// None: the input cannot be read, so it may hold what the rule is about.
using Arguments = std::optional<std::vector<CallArgument>>;

bool forbids(const PermissionRule& rule, const Arguments& arguments) {
    if (rule.argument.empty() || !arguments) return true;
    const auto plain = without_dot(rule.argument);
    return std::any_of(arguments->begin(), arguments->end(), [&](const CallArgument& argument) {
        return std::any_of(
            argument.forms.begin(),
            argument.forms.end(),
            [&](const std::string& form) {
                return fits_widely(form, rule.argument) || fits_widely(form, plain);
            }
        );
    });
}

bool is_one_command(std::string_view command) {
    return command.find_first_of(";|&<>`\n\r") == std::string_view::npos &&
           command.find("$(") == std::string_view::npos;
}

bool fits_narrowly(const CallArgument& argument, std::string_view pattern) {
    if (pattern == "*" || pattern == "**") return true;
    const auto fits = [&](const std::string& form) {
        switch (argument.kind) {
            case ArgumentKind::Path: return fits_path_pattern(form, without_dot(pattern));
            case ArgumentKind::Command: return is_one_command(form) && fits_pattern(form, pattern);
            case ArgumentKind::Url:
            case ArgumentKind::Other: return fits_pattern(form, pattern);
        }
        return false;
    };
    return !argument.plain_forms.empty() &&
           std::all_of(argument.plain_forms.begin(), argument.plain_forms.end(), fits);
}

bool permits(const PermissionRule& rule, const Arguments& arguments) {
    if (rule.argument.empty()) return true;
    if (!arguments || arguments->empty()) return false;
    const auto is_main = [](const CallArgument& argument) { return argument.is_main; };
    const bool has_main = std::any_of(arguments->begin(), arguments->end(), is_main);
    const auto fits = [&](const CallArgument& argument) {
        return (has_main && !argument.is_main) || fits_narrowly(argument, rule.argument);
    };
    return std::all_of(arguments->begin(), arguments->end(), fits);
}

}  // namespace

std::string_view name_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::Allow: return "allow";
        case Verdict::Ask: return "ask";
        case Verdict::Deny: return "deny";
    }
    return "ask";
}

Result<Permissions> Permissions::open(
    const config::PermissionSettings& settings, std::filesystem::path project
) {
    Permissions permissions;
    permissions.allow_ = TRY(parse_all(settings.allow, "permissions.allow"));
    permissions.ask_ = TRY(parse_all(settings.ask, "permissions.ask"));
    permissions.deny_ = TRY(parse_all(settings.deny, "permissions.deny"));
    permissions.project_ = std::move(project);
    return permissions;
}

Ruling Permissions::decide(const PermissionQuestion& question) const {
    const auto arguments = read_arguments(question.input, project_);
    const auto find = [&](const std::vector<PermissionRule>& rules, auto speaks) {
        return std::find_if(rules.begin(), rules.end(), [&](const PermissionRule& rule) {
            return rule.is_for(question.tool, question.toolset) && speaks(rule, arguments);
        });
    };
    const auto said = [](Verdict verdict, const PermissionRule& rule) {
        return Ruling{verdict, std::string(name_of(verdict)) + ": " + rule.text};
    };
    if (const auto rule = find(deny_, forbids); rule != deny_.end()) {
        return said(Verdict::Deny, *rule);
    }
    if (const auto rule = find(ask_, forbids); rule != ask_.end()) return said(Verdict::Ask, *rule);
    if (const auto rule = find(allow_, permits); rule != allow_.end()) {
        return said(Verdict::Allow, *rule);
    }
    const bool reads = question.effect == tools::Effect::ReadsWorkspace;
    return {reads ? Verdict::Allow : Verdict::Ask, "default"};
}

}  // namespace fovea::agent
