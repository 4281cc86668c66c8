#include "fovea/proxy/commands/arguments.hpp"

#include "fovea/config/nearest.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace fovea::proxy {
namespace {

Error invalid(std::string message) {
    return {ErrorCode::InvalidInput, std::move(message)};
}

bool is_in(std::initializer_list<std::string_view> names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

std::string not_known(const std::string& name, const ArgumentRules& rules) {
    std::vector<std::string_view> names;
    for (const auto& list : {rules.options, rules.repeated, rules.flags}) {
        names.insert(names.end(), list.begin(), list.end());
    }
    const auto nearest = config::nearest_name(name, names);
    return name + " is unknown here" +
           (nearest.empty() ? "" : "; did you mean " + std::string(nearest) + "?");
}

}  // namespace

std::optional<std::string> CommandArguments::option(std::string_view name) const {
    const auto found = options.find(name);
    if (found == options.end()) return {};
    return found->second.front();
}

std::vector<std::string> CommandArguments::all(std::string_view name) const {
    const auto found = options.find(name);
    return found == options.end() ? std::vector<std::string>{} : found->second;
}

Result<CommandArguments> read_arguments(
    std::span<const std::string> words, const ArgumentRules& rules
) {
    CommandArguments arguments;
    bool only_values = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto& word = words[i];
        if (only_values || !word.starts_with('-') || word == "-") {
            arguments.values.push_back(word);
            continue;
        }
        if (word == "--") {
            only_values = true;
            continue;
        }
        const auto equals = word.find('=');
        const auto name = word.substr(0, equals);
        if (is_in(rules.flags, name) && equals == std::string::npos) {
            arguments.flags.insert(name);
            continue;
        }
        const bool repeated = is_in(rules.repeated, name);
        if (!repeated && !is_in(rules.options, name)) return invalid(not_known(name, rules));
        if (equals == std::string::npos && i + 1 == words.size()) {
            return invalid(name + " needs a value");
        }
        auto& values = arguments.options[name];
        if (!repeated && !values.empty()) return invalid(name + " is given twice");
        values.push_back(equals == std::string::npos ? words[++i] : word.substr(equals + 1));
    }
    return arguments;
}

}  // namespace fovea::proxy
