// A value as a file or a variable gives it, before the schema has looked at it.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/base/shorten.hpp"
#include "fovea/config/tree.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fovea::config {

using Texts = std::vector<std::string>;
using TextMap = std::map<std::string, std::string>;  // header or variable -> its value
using Unset = std::monostate;

inline constexpr std::size_t kMaxShownText = 200;  // of what somebody wrote, in a message

using Value = std::variant<bool, std::int64_t, double, std::string, Texts, TextMap, Unset>;

// For messages and for `config show`: a map shows its names alone and a URL hides its password,
// because both are where keys are put.
std::string to_text(const Value& value);

// "postgres://user:***@host/db" for "postgres://user:word@host/db", and the same for parameters of
// its query that are called key, token, password or the like; any other text as it is.
std::string without_password(std::string_view text);

// Lists hold texts only, and so do maps; a null and a list of tables are errors.
Result<Value> to_value(const Node& node);

// From a text, as variables, commands and vision-proxy.json have it.
Result<Value> parse_integer(std::string_view text);
Result<Value> parse_number(std::string_view text);
Result<Value> parse_flag(std::string_view text);  // true, on, yes, 1; false, off, no, 0
Result<Value> parse_text(std::string_view text);
Result<Value> parse_list(std::string_view text);  // "a,b"
Result<Value> parse_map(std::string_view text);   // "name=value,name=value"

// "serve.port is a whole number from 0 to 65535, not 65536"
Error not_allowed(std::string_view name, std::string_view allowed, std::string_view value);

// One setting of `Owner`: of all Settings, or of one provider, model, hook …
template <class Owner>
struct Setting {
    std::string_view name;  // "images.max_edge"
    std::string_view help;
    std::function<Result<void>(Owner&, const Value&)> set;
    std::function<Value(const Owner&)> get;  // a secret: "(hidden)", or "" when there is none
    std::function<Result<Value>(std::string_view text)> parse;
    std::string allowed = {};  // "a whole number from 1 to 10"; empty where `set` says it itself
    bool secret = false;
    bool beside_file = false;  // a path, relative to the file that names it
};

// Reads a text as the setting has it, and sets that. ConfigInvalid says what is allowed; then nothing is
// changed.
template <class SettingOrField, class Set>
Result<void> set_from_text(const SettingOrField& setting, std::string_view text, const Set& set) {
    const auto value = setting.parse(text);
    const auto done = value.ok() ? Result<void>(set(value.value())) : Result<void>(value.error());
    if (done.ok() || setting.allowed.empty()) return done;
    return not_allowed(setting.name, setting.allowed, to_text(Value{shorten(text, kMaxShownText)}));
}

}  // namespace fovea::config
