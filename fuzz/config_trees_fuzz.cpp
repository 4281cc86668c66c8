// A project's configuration comes with its repository: any text is a tree within the limits or
// ConfigInvalid, and as the file of a stranger it moves no provider, weakens no limit and runs nothing.
// The first byte chooses the format.
#include "fovea/config/apply.hpp"
#include "fovea/config/project_rules.hpp"
#include "fovea/config/tree.hpp"
#include "fovea/net/gate/loopback.hpp"
#include "fovea/net/http/server_origin.hpp"

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

void check_stranger(const char* file, const std::string& text) {
    static const Settings before;
    Layers layers;
    const auto applied = apply_harmless({file, text}, {}, layers);
    if (!applied.ok()) return;
    const auto& after = layers.loaded.settings;
    for (const auto& [name, provider] : after.providers) {
        const auto origin = fovea::net::server_origin(provider.base_url);
        if (!origin.ok() || !fovea::net::is_loopback_host(origin.value().host)) __builtin_trap();
        if (!provider.from_stranger) __builtin_trap();
    }
    if (!check_strangers(after).ok()) __builtin_trap();
    for (const auto& key : keys()) {
        const auto was = key.get(before);
        const auto is = key.get(after);
        const auto may = project_may(key.name);
        if (may == ProjectMay::Nothing && is != was) __builtin_trap();
        if (may == ProjectMay::Lower && std::get<std::int64_t>(is) > std::get<std::int64_t>(was))
            __builtin_trap();
    }
    if (!after.hooks.empty() || !after.mcp.servers.empty()) __builtin_trap();
    for (const auto& [name, model] : after.models) {
        if (model.price_in || model.price_out) __builtin_trap();
        if (model.context && !after.providers.contains(model.provider)) __builtin_trap();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
    const auto tree = kParsers[data[0] % std::size(kParsers)](text);
    if (tree.ok() && count(tree.value(), 0) > kMaxTreeNodes) __builtin_trap();
    if (!tree.ok() && tree.error().code != fovea::ErrorCode::ConfigInvalid) __builtin_trap();
    constexpr const char* kFiles[] = {"config.toml", "config.yaml", "config.json"};
    if (tree.ok()) check_stranger(kFiles[data[0] % std::size(kFiles)], text);
    return 0;
}
