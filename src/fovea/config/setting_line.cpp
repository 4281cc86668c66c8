#include "fovea/config/setting_line.hpp"

#include "fovea/config/tree.hpp"

#include <algorithm>

namespace fovea::config {
namespace {

// Null: it is not there. Tables may also be written as one dotted name, which the parsers take apart.
const Node* find_node(const Node& tree, std::initializer_list<std::string_view> names) {
    const auto* node = &tree;
    for (const auto name : names) {
        const auto* const table = std::get_if<Table>(&node->value);
        if (table == nullptr) return nullptr;
        const auto found = std::ranges::find(*table, name, &Member::name);
        if (found == table->end()) return nullptr;
        node = &found->node;
    }
    return node;
}

// Of a project's file that is not trusted.
bool leaves_out(const Place& file, std::initializer_list<std::string_view> names) {
    std::string whole;
    for (const auto name : names) whole.append(name).append(".");
    return std::ranges::any_of(file.left_out, [&](const std::string& left_out) {
        return whole.starts_with(left_out + ".");
    });
}

}  // namespace

std::string setting_place(const Loaded& loaded, std::initializer_list<std::string_view> names) {
    std::string place;
    for (const auto& file : loaded.places) {
        if (!file.exists || leaves_out(file, names)) continue;
        const auto tree = read_tree(file.path);
        if (!tree.ok()) continue;
        const auto* const node = find_node(tree.value(), names);
        if (node == nullptr) continue;
        place = file.path.string();
        if (node->line > 0) place += ":" + std::to_string(node->line);
    }
    return place;
}

}  // namespace fovea::config
