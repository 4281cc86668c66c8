#include "fovea/config/value.hpp"

#include "fovea/base/ascii.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <sstream>

namespace fovea::config {
namespace {

Error invalid(std::string message) {
    return {ErrorCode::ConfigInvalid, std::move(message)};
}

Result<std::string> text_of(const Node& node) {
    if (const auto* text = std::get_if<std::string>(&node.value)) return *text;
    return invalid("must contain only strings");
}

struct ToText {
    std::string operator()(bool flag) const { return flag ? "true" : "false"; }
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(double number) const {
        std::ostringstream text;
        text << number;
        return text.str();
    }
    std::string operator()(const std::string& text) const {
        return "\"" + without_password(text) + "\"";
    }
    std::string operator()(const Texts& list) const {
        std::string joined = "[";
        for (const auto& item : list)
            joined += (joined.size() > 1 ? ", \"" : "\"") + without_password(item) + "\"";
        return joined + "]";
    }
    std::string operator()(const TextMap& map) const {
        std::string joined = "{";
        for (const auto& [name, hidden] : map) joined += (joined.size() > 1 ? ", " : "") + name;
        return joined + "}";
    }
    std::string operator()(Unset) const { return "not set"; }
};

struct ToValue {
    Result<Value> operator()(Null) const { return invalid("has no value"); }
    Result<Value> operator()(bool flag) const { return Value{flag}; }
    Result<Value> operator()(std::int64_t number) const { return Value{number}; }
    Result<Value> operator()(double number) const { return Value{number}; }
    Result<Value> operator()(const std::string& text) const { return Value{text}; }
    Result<Value> operator()(const List& list) const {
        Texts texts;
        for (const auto& item : list) {
            auto text = text_of(item);
            if (!text.ok()) return invalid("a list " + text.error().message);
            texts.push_back(std::move(text).value());
        }
        return Value{std::move(texts)};
    }
    Result<Value> operator()(const Table& table) const {
        TextMap map;
        for (const auto& [name, node] : table) {
            auto text = text_of(node);
            if (!text.ok()) return invalid("a table " + text.error().message);
            map.emplace(name, std::move(text).value());
        }
        return Value{std::move(map)};
    }
};

template <class T>
Result<Value> parse_as(std::string_view text, const char* problem) {
    T number{};
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (status != std::errc{} || end != text.data() + text.size()) return invalid(problem);
    return Value{number};
}

bool is_secret_name(std::string_view name) {
    const auto small = lowered(name);
    for (const char* word : {"key", "token", "secret", "pass", "auth", "sig", "cred"}) {
        if (small.find(word) != std::string::npos) return true;
    }
    return false;
}

// "/db?password=***&x=1": databases and some servers take their keys in the query.
std::string without_secret_parameters(std::string_view tail) {
    const auto query = std::min(tail.find('?'), tail.size());
    std::string shown(tail.substr(0, query));
    tail.remove_prefix(query);
    while (!tail.empty()) {
        const auto next = std::min(tail.find_first_of("&;#", 1), tail.size());
        const auto equals = tail.substr(0, next).find('=');
        const bool hide =
            equals != std::string_view::npos && is_secret_name(tail.substr(0, equals));
        shown += hide ? std::string(tail.substr(0, equals + 1)) + "***"
                      : std::string(tail.substr(0, next));
        tail.remove_prefix(next);
    }
    return shown;
}

}  // namespace

std::string without_password(std::string_view text) {
    const auto scheme = text.find("://");
    if (scheme == std::string_view::npos) return std::string(text);
    const auto begin = scheme + 3;
    const auto end = std::min(text.find_first_of("/?#", begin), text.size());
    const auto tail = without_secret_parameters(text.substr(end));
    const auto at = text.substr(0, end).rfind('@');
    if (at == std::string_view::npos || at < begin) return std::string(text.substr(0, end)) + tail;
    const auto colon = text.substr(0, at).find(':', begin);
    const auto kept = colon == std::string_view::npos ? begin : colon + 1;
    return std::string(text.substr(0, kept)) + "***" + std::string(text.substr(at, end - at)) +
           tail;
}

std::string to_text(const Value& value) {
    return std::visit(ToText{}, value);
}

Result<Value> to_value(const Node& node) {
    return std::visit(ToValue{}, node.value);
}

Error not_allowed(std::string_view name, std::string_view allowed, std::string_view value) {
    return invalid(
        std::string(name) + " must be " + std::string(allowed) + ", not " + std::string(value)
    );
}

Result<Value> parse_integer(std::string_view text) {
    return parse_as<std::int64_t>(text, "not a whole number");
}

Result<Value> parse_number(std::string_view text) {
    return parse_as<double>(text, "not a number");
}

Result<Value> parse_flag(std::string_view text) {
    const auto is_in = [&](const auto& words) {
        return std::ranges::find(words, text) != words.end();
    };
    constexpr std::array<std::string_view, 4> kYes{"true", "on", "yes", "1"};
    constexpr std::array<std::string_view, 4> kNo{"false", "off", "no", "0"};
    if (is_in(kYes)) return Value{true};
    if (is_in(kNo)) return Value{false};
    return invalid("neither true nor false");
}

Result<Value> parse_text(std::string_view text) {
    return Value{std::string(text)};
}

Result<Value> parse_list(std::string_view text) {
    Texts items;
    while (!text.empty()) {
        const auto comma = std::min(text.find(','), text.size());
        if (comma > 0) items.emplace_back(text.substr(0, comma));
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return Value{std::move(items)};
}

Result<Value> parse_map(std::string_view text) {
    const auto pairs = TRY(parse_list(text));
    TextMap map;
    for (const auto& pair : std::get<Texts>(pairs)) {
        const auto equals = pair.find('=');
        // The text is not repeated: it may be somebody's key.
        if (equals == std::string::npos || equals == 0)
            return invalid("must be a list such as name=value,name=value");
        map[pair.substr(0, equals)] = pair.substr(equals + 1);
    }
    return Value{std::move(map)};
}

}  // namespace fovea::config
