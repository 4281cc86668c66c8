// A project's configuration comes with its repository: any text is a tree within the limits or
// ConfigInvalid. The first byte chooses the format.
#include "fovea/config/tree.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>

namespace {

using namespace fovea::config;

constexpr decltype(&parse_toml_tree) kParsers[] = {
    parse_toml_tree, parse_yaml_tree, parse_json_tree};

std::size_t count(const Node& node, std::size_t depth) {
    if (depth > kMaxTreeDepth) __builtin_trap();
    std::size_t nodes = 1;
    if (const auto* list = std::get_if<List>(&node.value)) {
        for (const auto& inner : *list) nodes += count(inner, depth + 1);
    }
    if (const auto* table = std::get_if<Table>(&node.value)) {
        for (const auto& member : *table) nodes += count(member.node, depth + 1);
        const auto twice = [&](const Member& member) {
            return std::ranges::count(*table, member.name, &Member::name) != 1;
        };
        if (table->size() < 100 && std::ranges::any_of(*table, twice)) __builtin_trap();
    }
    return nodes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
    const auto tree = kParsers[data[0] % std::size(kParsers)](text);
    if (tree.ok() && count(tree.value(), 0) > kMaxTreeNodes) __builtin_trap();
    if (!tree.ok() && tree.error().code != fovea::ErrorCode::ConfigInvalid) __builtin_trap();
    return 0;
}
