#include "fovea/config/clean_environment.hpp"

#include <algorithm>

namespace fovea::config {
namespace {

constexpr std::string_view kEndings[] = {
    "KEY",
    "KEYS",
    "TOKEN",
    "TOKENS",
    "SECRET",
    "SECRETS",
    "PASSWORD",
    "PASSWD",
    "PASSPHRASE",
    "CREDENTIAL",
    "CREDENTIALS",
};

char upper(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

bool is_key_word(std::string_view word) {
    return word == "PAT" ||
           std::ranges::any_of(kEndings, [&](auto ending) { return word.ends_with(ending); });
}

}  // namespace

bool names_a_key(std::string_view variable) {
    std::string name(variable);
    std::ranges::transform(name, name.begin(), upper);
    std::string_view rest = name;
    while (!rest.empty()) {
        const auto end = std::min(rest.find('_'), rest.size());
        if (is_key_word(rest.substr(0, end))) return true;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return false;
}

std::vector<std::string> environment_without_keys(
    const char* const* environment, const std::vector<std::string>& also
) {
    std::vector<std::string> kept;
    for (; environment != nullptr && *environment != nullptr; ++environment) {
        const std::string_view variable = *environment;
        const auto name = variable.substr(0, variable.find('='));
        if (names_a_key(name) || std::ranges::find(also, name) != also.end()) continue;
        kept.emplace_back(variable);
    }
    return kept;
}

}  // namespace fovea::config
