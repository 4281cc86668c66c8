// The words behind a command, parted into values, options and flags. Used by command_grammar.cpp alone.
#pragma once

#include "fovea/base/result.hpp"

#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::proxy {

struct CommandArguments {
    std::vector<std::string> values;  // in their order
    std::map<std::string, std::vector<std::string>, std::less<>> options;
    std::set<std::string, std::less<>> flags;

    bool has(std::string_view flag) const { return flags.contains(flag); }
    std::optional<std::string> option(std::string_view name) const;
    std::vector<std::string> all(std::string_view name) const;
};

struct ArgumentRules {
    std::initializer_list<std::string_view> options = {};   // take a value, once
    std::initializer_list<std::string_view> repeated = {};  // take a value each time
    std::initializer_list<std::string_view> flags = {};
};

// "--name value" and "--name=value"; what follows "--" is a value whatever it looks like, and so is
// "-" (standard input). InvalidInput for unknown options, missing values and what comes twice.
Result<CommandArguments> read_arguments(
    std::span<const std::string> words, const ArgumentRules& rules
);

}  // namespace fovea::proxy
