// Reads one plugin's folder. Hooks and servers pass the same checks as in a configuration file,
// because they are put into scratch settings field by field.
#include "fovea/agent/plugins.hpp"
#include "fovea/config/collections.hpp"
#include "fovea/config/tree.hpp"
#include "fovea/config/value.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace fovea::agent {
namespace {

namespace fs = std::filesystem;
using config::Member;
using config::Node;
using config::Table;

constexpr std::string_view kRoot = "${FOVEA_PLUGIN_ROOT}";

Error invalid(std::string message) {
    return {ErrorCode::ConfigInvalid, std::move(message)};
}

Result<fs::path> find_file(const fs::path& folder) {
    std::optional<fs::path> found;
    for (const char* name : {"plugin.json", "plugin.toml", "plugin.yaml", "plugin.yml"}) {
        std::error_code ignored;
        const auto file = folder / name;
        if (!fs::is_regular_file(file, ignored)) continue;
        if (found)
            return invalid(
                folder.string() + " has both " + found->filename().string() + " and " + name
            );
        found = file;
    }
    if (!found) return invalid("no plugin in " + folder.string() + ": plugin.json not found");
    return *found;
}

Result<std::string> text_of(const Member& member) {
    const auto* text = std::get_if<std::string>(&member.node.value);
    if (text == nullptr) return invalid(member.name + " must be a string");
    return *text;
}

class PluginReader {
public:
    explicit PluginReader(fs::path folder) { plugin_.folder = std::move(folder); }

    Result<Plugin> read(const Table& table) {
        for (const auto& member : table) TRY(read_member(member));
        if (!is_name(plugin_.name)) {
            return invalid("name must be 1 to 64 letters, digits, -, _ and .");
        }
        plugin_.hooks = std::move(scratch_.hooks);
        plugin_.servers = std::move(scratch_.mcp.servers);
        const auto root = plugin_.folder.string();
        for (auto& hook : plugin_.hooks) hook.plugin_root = root;
        for (auto& [name, server] : plugin_.servers) expand(server, root);
        return std::move(plugin_);
    }

private:
    static bool is_name(const std::string& name) {
        const auto is_plain = [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                   c == '-' || c == '_' || c == '.';
        };
        return !name.empty() && name.size() <= 64 && std::ranges::all_of(name, is_plain);
    }

    Result<void> read_member(const Member& member) {
        if (member.name == "name") {
            plugin_.name = TRY(text_of(member));
        } else if (member.name == "version") {
            plugin_.version = TRY(text_of(member));
        } else if (member.name == "description") {
            plugin_.description = TRY(text_of(member));
        } else if (member.name == "hooks") {
            const auto* list = std::get_if<config::List>(&member.node.value);
            if (list == nullptr) return invalid("hooks must be a list of tables");
            for (std::size_t i = 0; i < list->size(); ++i) {
                TRY(read_entry("hooks", std::to_string(i), (*list)[i]));
            }
        } else if (member.name == "mcpServers") {
            return read_servers(member.node);
        } else if (member.name == "mcp") {
            const auto* inner = std::get_if<Table>(&member.node.value);
            if (inner == nullptr || inner->size() != 1 || inner->front().name != "servers") {
                return invalid("mcp must have only \"servers\" in it");
            }
            return read_servers(inner->front().node);
        } else if (member.name == "author" || member.name == "homepage" ||
                   member.name == "license" || member.name == "keywords" ||
                   member.name == "repository") {
            return {};  // for people
        } else {
            return invalid(
                "unknown member " + member.name +
                "; expected name, version, description, hooks or mcpServers"
            );
        }
        return {};
    }

    Result<void> read_servers(const Node& node) {
        const auto* servers = std::get_if<Table>(&node.value);
        if (servers == nullptr) return invalid("mcpServers must be a table of named servers");
        for (const auto& server : *servers) {
            TRY(read_entry("mcp.servers", server.name, server.node));
        }
        return {};
    }

    Result<void> read_entry(std::string_view kind, const std::string& name, const Node& node) {
        const auto* collection = config::find_collection(kind);
        const auto* fields = std::get_if<Table>(&node.value);
        const auto place = std::string(kind) + "." + name;
        if (collection == nullptr || fields == nullptr) return invalid(place + " must be a table");
        TRY(collection->add(scratch_, name));
        for (const auto& field : *fields) {
            // What other programs say beside a server's command.
            if (kind == "mcp.servers" && field.name == "type") continue;
            if (collection->find(field.name) == nullptr) {
                return invalid("unknown setting " + place + "." + field.name);
            }
            const auto value = TRY(config::to_value(field.node));
            TRY(collection->set(scratch_, name, field.name, value));
        }
        return collection->check(scratch_, name);
    }

    static void expand(std::string& text, const std::string& root) {
        for (auto at = text.find(kRoot); at != std::string::npos;
             at = text.find(kRoot, at + root.size())) {
            text.replace(at, kRoot.size(), root);
        }
    }

    static void expand(config::McpServerSettings& server, const std::string& root) {
        expand(server.command, root);
        for (auto& argument : server.args) expand(argument, root);
        for (auto& [name, value] : server.env) expand(value, root);
        for (auto& [name, value] : server.headers) expand(value, root);
    }

    Plugin plugin_;
    config::Settings scratch_;
};

}  // namespace

Result<Plugin> read_plugin(const fs::path& folder) {
    std::error_code failed;
    auto real = fs::canonical(folder, failed);
    if (failed) return invalid("folder not found: " + folder.string());
    const auto file = TRY(find_file(real));
    const auto tree = TRY(config::read_tree(file));
    const auto* table = std::get_if<Table>(&tree.value);
    if (table == nullptr) return invalid(file.string() + ": not a table");
    auto plugin = PluginReader(std::move(real)).read(*table);
    if (!plugin.ok()) return invalid(file.string() + ": " + plugin.error().message);
    return plugin;
}

}  // namespace fovea::agent
