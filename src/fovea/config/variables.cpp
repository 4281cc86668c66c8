#include "fovea/config/variables.hpp"

#include "fovea/config/nearest.hpp"

#include <unistd.h>

#include <algorithm>
#include <map>
#include <string_view>

namespace fovea::config {
namespace {

constexpr std::string_view kPrefix = "FOVEA_";

// Tables whose entries have names of the user's own, and what an entry is called.
constexpr struct {
    std::string_view begins;
    std::string_view table;
} kTables[] = {
    {"PROVIDERS_", "providers"},
    {"MODELS_", "models"},
    {"MCP_SERVERS_", "mcp.servers"},
};

bool refers_to(const std::map<std::string, std::string>& texts, const std::string& variable) {
    return std::ranges::any_of(texts, [&](const auto& text) {
        return text.second.find("${" + variable + "}") != std::string::npos ||
               text.second.find("${" + variable + ":") != std::string::npos;
    });
}

// api_key_env = "FOVEA_WORK_KEY", env = { TOKEN = "${FOVEA_…}" }.
bool is_named_in(const Settings& settings, const std::string& variable) {
    const auto is_key = [&](const auto& entry) { return entry.second.api_key_env == variable; };
    const auto is_used = [&](const auto& entry) {
        return refers_to(entry.second.env, variable) || refers_to(entry.second.headers, variable);
    };
    return std::ranges::any_of(settings.providers, is_key) ||
           std::ranges::any_of(settings.mcp.servers, is_used);
}

std::string advice(std::string_view variable, const std::vector<std::string>& known) {
    // Compared without what all of them begin with, or everything would be near.
    variable.remove_prefix(kPrefix.size());
    std::vector<std::string_view> names;
    for (const auto& name : known) names.push_back(std::string_view(name).substr(kPrefix.size()));
    const auto nearest = nearest_name(variable, names);
    if (!nearest.empty())
        return "; did you mean " + std::string(kPrefix) + std::string(nearest) + "?";
    for (const auto& [begins, table] : kTables) {
        if (!variable.starts_with(begins)) continue;
        return ": no such entry; add [" + std::string(table) + ".NAME] to a configuration file";
    }
    return "; unset it";
}

}  // namespace

std::vector<std::string> variable_names() {
    std::vector<std::string> names;
    for (char** each = environ; each != nullptr && *each != nullptr; ++each) {
        const std::string_view variable = *each;
        names.emplace_back(variable.substr(0, variable.find('=')));
    }
    return names;
}

Result<void> check_variables(
    const std::vector<std::string>& names,
    const std::vector<std::string>& others,
    const Settings& settings
) {
    auto known = known_variables(settings);
    known.insert(known.end(), others.begin(), others.end());
    std::vector<std::string> unread;
    for (const auto& name : names) {
        const bool is_read = !name.starts_with(kPrefix) ||
                             std::ranges::find(known, name) != known.end() ||
                             is_named_in(settings, name);
        if (!is_read) unread.push_back(name);
    }
    if (unread.empty()) return {};
    auto problem = "unknown environment variable " + unread[0] + advice(unread[0], known);
    for (std::size_t i = 1; i < unread.size(); ++i)
        problem += (i == 1 ? " (also unknown: " : ", ") + unread[i];
    return Error{ErrorCode::ConfigInvalid, problem + (unread.size() > 1 ? ")" : "")};
}

}  // namespace fovea::config
