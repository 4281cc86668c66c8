#include "fovea/config/tree.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <limits>

namespace fovea::config {
namespace {

namespace json = boost::json;

Result<Node> to_node(const json::value& from, TreeBudget& budget, std::size_t depth) {
    if (!budget.take(depth)) return at_line(0, "too deep or too large");
    if (from.is_object()) {
        Table members;
        for (const auto& member : from.get_object()) {
            auto node = TRY(to_node(member.value(), budget, depth + 1));
            TRY(add_member(members, std::string(member.key()), std::move(node)));
        }
        return Node{std::move(members)};
    }
    if (from.is_array()) {
        List items;
        for (const auto& inner : from.get_array())
            items.push_back(TRY(to_node(inner, budget, depth + 1)));
        return Node{std::move(items)};
    }
    if (from.is_bool()) return Node{from.get_bool()};
    if (from.is_int64()) return Node{from.get_int64()};
    if (from.is_uint64()) return Node{static_cast<double>(from.get_uint64())};
    if (from.is_double()) return Node{from.get_double()};
    if (from.is_string()) return Node{std::string(from.get_string())};
    return Node{Null{}};
}

}  // namespace

Result<Node> parse_json_tree(const std::string& text) {
    try {
        json::stream_parser parser;
        json::error_code failed;
        const auto read = parser.write_some(text.data(), text.size(), failed);
        if (!failed && read == text.size()) parser.finish(failed);
        if (failed || read != text.size()) {
            const auto end =
                text.begin() + static_cast<std::ptrdiff_t>(std::min(read, text.size()));
            const auto line = std::count(text.begin(), end, '\n') + 1;
            return at_line(
                static_cast<std::size_t>(line),
                "not JSON: " + (failed ? failed.message() : std::string("extra text after the end"))
            );
        }
        TreeBudget budget;
        return to_node(parser.release(), budget, 0);
    } catch (const std::exception& error) {
        return at_line(0, error.what());
    }
}

}  // namespace fovea::config
