#include "fovea/agent/file_rules.hpp"

#include "fovea/agent/wide_pattern.hpp"
#include "fovea/ingest/comparable_path.hpp"

#include <system_error>

#include <algorithm>
#include <utility>

namespace fovea::agent {
namespace {

namespace fs = std::filesystem;
using ingest::Objection;
using ingest::RealFile;

fs::path real_folder(const fs::path& folder) {
    std::error_code failed;
    auto real = fs::weakly_canonical(folder, failed);
    return failed ? folder.lexically_normal() : real;
}

// The pattern with its own links followed: of "link/key*" the folder, of "secrets" all of it.
std::string resolved(std::string_view pattern, const fs::path& project) {
    const auto wild = pattern.find_first_of("*?");
    const auto end = wild == std::string_view::npos ? pattern.size() : pattern.rfind('/', wild);
    if (end == std::string_view::npos) return {};  // "*.pem"
    const auto folder = real_folder(project / fs::path(pattern.substr(0, end)));
    return folder.string() + std::string(pattern.substr(end));
}

std::vector<std::string> patterns_of(std::string_view argument, const fs::path& project) {
    auto plain = without_dot(argument);
    while (plain.size() > 1 && plain.ends_with('/')) plain.remove_suffix(1);
    if (plain.empty() || plain == ".") return {"."};  // a call about everything, not every file
    std::vector<std::string> patterns = {ingest::comparable(plain)};
    const auto real = ingest::comparable(resolved(plain, project));
    if (!real.empty() && real != patterns.front()) patterns.push_back(real);
    return patterns;
}

// "secrets/deep/key" below the folder; empty where it lies elsewhere.
std::string below(const fs::path& path, const fs::path& folder) {
    const auto [at_folder, at_path] =
        std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    if (at_folder != folder.end() || at_path == path.end()) return {};
    fs::path rest;
    for (auto step = at_path; step != path.end(); ++step) rest /= *step;
    return rest.string();
}

std::vector<std::string> names_of(const RealFile& file, const fs::path& project) {
    std::vector<std::string> names = {ingest::comparable(file.path.string())};
    const auto add = [&](const fs::path& folder) {
        auto name = ingest::comparable(below(file.path, folder));
        const bool is_new = std::ranges::find(names, name) == names.end();
        if (!name.empty() && is_new) names.push_back(std::move(name));
    };
    add(project);
    for (const auto& root : file.roots) add(root);
    return names;
}

// The file itself, or one of the folders that it lies in.
bool is_about(const std::string& pattern, std::string_view name) {
    while (!name.empty()) {
        if (fits_widely(name, pattern)) return true;
        const auto slash = name.rfind('/');
        name = name.substr(0, slash == std::string_view::npos ? 0 : slash);
    }
    return false;
}

Objection objection_of(Objection::Kind kind, const PermissionRule& rule) {
    if (kind == Objection::Kind::Deny) {
        return {kind, "the rule \"deny: " + rule.text + "\" denies it"};
    }
    return {
        kind,
        "the rule \"ask: " + rule.text +
            "\" needs a person's approval, and there was none for this file"};
}

}  // namespace

Result<void> FileRules::add(
    const std::vector<std::string>& texts,
    Objection::Kind kind,
    const fs::path& project,
    std::vector<PathRule>& rules
) {
    const auto* const list = kind == Objection::Kind::Deny ? "permissions.deny" : "permissions.ask";
    for (const auto& text : texts) {
        auto rule = TRY(parse_rule(text, list));
        if (rule.argument.empty()) continue;  // about the tool
        auto objection = objection_of(kind, rule);
        auto patterns = patterns_of(rule.argument, project);
        rules.push_back({std::move(rule), std::move(objection), std::move(patterns)});
    }
    return {};
}

Result<FileRules> FileRules::open(
    const config::PermissionSettings& settings, const fs::path& project
) {
    FileRules rules;
    rules.project_ = real_folder(project);
    TRY(add(settings.deny, Objection::Kind::Deny, rules.project_, rules.rules_));
    TRY(add(settings.ask, Objection::Kind::Ask, rules.project_, rules.rules_));
    return rules;
}

ingest::FileGuard FileRules::guard(std::string_view tool, std::string_view toolset) const {
    std::vector<PathRule> chosen;
    for (const auto& each : rules_) {
        const bool is_about_reading = each.rule.is_for("filesystem_read", "files");
        if (is_about_reading || each.rule.is_for(tool, toolset)) chosen.push_back(each);
    }
    if (chosen.empty()) return {};
    return [chosen = std::move(chosen),
            project = project_](const RealFile& file) -> std::optional<Objection> {
        const auto names = names_of(file, project);
        for (const auto& each : chosen) {
            for (const auto& pattern : each.patterns) {
                const bool fits = std::ranges::any_of(names, [&](const std::string& name) {
                    return is_about(pattern, name);
                });
                if (fits) return each.objection;
            }
        }
        return std::nullopt;
    };
}

}  // namespace fovea::agent
