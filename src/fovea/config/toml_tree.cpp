#include "fovea/config/tree.hpp"

#include <toml++/toml.h>

#include <sstream>

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
    if (text.str().empty()) return at_line(line, "the value is of a kind that no setting has");
    return Node{text.str(), line};
}

}  // namespace

Result<Node> parse_toml_tree(const std::string& text) {
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
