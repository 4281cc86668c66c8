#include "fovea/config/tree.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <sstream>
#include <string_view>

namespace fovea::config {
namespace {

Result<Node> to_node(const toml::node& from, TreeBudget& budget, std::size_t depth) {
    const std::size_t line = from.source().begin.line;
    if (!budget.take(depth)) return at_line(line, "too deep or too large");
    if (const auto* table = from.as_table()) {
        Table members;
        for (const auto& [name, inner] : *table) {
            auto node = TRY(to_node(inner, budget, depth + 1));
            TRY(add_member(members, std::string(name.str()), std::move(node)));
        }
        return Node{std::move(members), line};
    }
    if (const auto* array = from.as_array()) {
        List items;
        for (const auto& inner : *array) items.push_back(TRY(to_node(inner, budget, depth + 1)));
        return Node{std::move(items), line};
    }
    if (const auto flag = from.value_exact<bool>()) return Node{*flag, line};
    if (const auto number = from.value_exact<std::int64_t>()) return Node{*number, line};
    if (const auto number = from.value_exact<double>()) return Node{*number, line};
    if (const auto text = from.value_exact<std::string>()) return Node{*text, line};
    // Dates are texts here: api_version = 2023-06-01 says the same with and without quotes.
    std::ostringstream text;
    if (const auto* date = from.as_date()) text << date->get();
    if (text.str().empty()) return at_line(line, "a value of an unsupported type");
    return Node{text.str(), line};
}

// Behind the string that begins at `at`. Newlines end those of one line, which is an error anyway.
std::size_t behind_string(std::string_view text, std::size_t at) {
    const char quote = text[at];
    const std::string_view three = quote == '"' ? R"(""")" : "'''";
    const bool long_one = text.substr(at, 3) == three;
    for (at += long_one ? 3 : 1; at < text.size(); ++at) {
        if (text[at] == '\\' && quote == '"') {
            ++at;
        } else if (long_one && text.substr(at, 3) == three) {
            // Two quotes more may stand before the last three.
            at += 3;
            for (int more = 0; more < 2 && at < text.size() && text[at] == quote; ++more) ++at;
            return at;
        } else if (!long_one && (text[at] == quote || text[at] == '\n')) {
            return at + 1;
        }
    }
    return text.size();
}

// The line on which a name ("a.a.a…", "[a.a.a…]") or a value is nested deeper than the tree may be; 0: none.
// toml++ (3.3) has no limit on the parts of a name and takes its tree down by recursion, also the half of one
// in which it found an error: this must not even be parsed.
std::size_t line_too_deep(std::string_view text) {
    std::size_t dots = 0;  // of one name; numbers and times have few
    std::size_t open = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '#') {
            at = std::min(text.find('\n', at), text.size());
            dots = 0;
        } else if (c == '"' || c == '\'') {
            at = behind_string(text, at) - 1;
        } else if (c == '.') {
            ++dots;
        } else if (c == '[' || c == '{') {
            ++open;
            dots = 0;
        } else if (c == ']' || c == '}') {
            open -= std::min<std::size_t>(open, 1);
            dots = 0;
        } else if (c == '=' || c == ',' || c == '\n') {
            dots = 0;
        }
        if (dots > kMaxTreeDepth || open > kMaxTreeDepth) {
            const auto end = text.begin() + static_cast<std::ptrdiff_t>(at);
            return static_cast<std::size_t>(std::count(text.begin(), end, '\n')) + 1;
        }
    }
    return 0;
}

}  // namespace

Result<Node> parse_toml_tree(const std::string& text) {
    if (const auto line = line_too_deep(text); line != 0) {
        return at_line(line, "too deep or too large");
    }
    try {
        TreeBudget budget;
        return to_node(toml::parse(text), budget, 0);
    } catch (const toml::parse_error& error) {
        return at_line(error.source().begin.line, std::string(error.description()));
    } catch (const std::exception& error) {
        return at_line(0, error.what());
    }
}

}  // namespace fovea::config
