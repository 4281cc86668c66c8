#include "fovea/agent/plugins.hpp"

#include <algorithm>
#include <utility>

namespace fovea::agent {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxPlugins = 100;

Error invalid(std::string message) {
    return {ErrorCode::ConfigInvalid, std::move(message)};
}

std::vector<fs::path> folders_in(const fs::path& folder) {
    std::vector<fs::path> folders;
    std::error_code failed;
    for (fs::directory_iterator each(folder, failed), end; !failed && each != end;
         each.increment(failed)) {
        std::error_code ignored;
        const auto is_hidden = each->path().filename().string().starts_with('.');
        if (!is_hidden && fs::is_directory(each->path(), ignored)) folders.push_back(each->path());
        if (folders.size() >= kMaxPlugins) break;
    }
    std::sort(folders.begin(), folders.end());
    return folders;
}

// One of the same folder is the same plugin; one of the same name only is a mistake.
const Plugin* find_twin(const std::vector<Plugin>& plugins, const Plugin& plugin) {
    const auto twin = std::ranges::find(plugins, plugin.name, &Plugin::name);
    return twin == plugins.end() ? nullptr : &*twin;
}

std::string twin_message(const Plugin& plugin, const Plugin& twin) {
    return "two plugins have the name " + plugin.name + ": " + twin.folder.string() + " and " +
           plugin.folder.string();
}

}  // namespace

Result<LoadedPlugins> load_plugins(const PluginPlaces& places) {
    LoadedPlugins loaded;
    for (const auto& text : places.named) {
        const bool at_home = text.starts_with("~/") && !places.home.empty();
        auto plugin = TRY(read_plugin(at_home ? places.home + text.substr(1) : text));
        const auto* twin = find_twin(loaded.plugins, plugin);
        if (twin == nullptr) {
            loaded.plugins.push_back(std::move(plugin));
        } else if (twin->folder != plugin.folder) {
            return invalid(twin_message(plugin, *twin));
        }
    }
    if (places.user_folder.empty()) return loaded;
    for (const auto& folder : folders_in(places.user_folder)) {
        auto plugin = read_plugin(folder);
        if (!plugin.ok()) {
            loaded.problems.push_back("a plugin is left out: " + plugin.error().message);
            continue;
        }
        const auto* twin = find_twin(loaded.plugins, plugin.value());
        if (twin == nullptr) {
            loaded.plugins.push_back(std::move(plugin).value());
        } else if (twin->folder != plugin.value().folder) {
            loaded.problems.push_back(
                "a plugin is left out: " + twin_message(plugin.value(), *twin)
            );
        }
    }
    return loaded;
}

std::vector<std::string> add_plugins(
    const std::vector<Plugin>& plugins, config::Settings& settings
) {
    std::vector<std::string> problems;
    for (const auto& plugin : plugins) {
        settings.hooks.insert(settings.hooks.end(), plugin.hooks.begin(), plugin.hooks.end());
        for (const auto& [name, server] : plugin.servers) {
            if (settings.mcp.servers.emplace(name, server).second) continue;
            problems.push_back(
                "the server " + name + " of the plugin " + plugin.name +
                " is left out: another server has that name"
            );
        }
    }
    return problems;
}

std::vector<SkillPlace> skill_places(const std::vector<Plugin>& plugins) {
    std::vector<SkillPlace> places;
    for (const auto& plugin : plugins) {
        places.push_back({plugin.folder / "skills", plugin.folder, "plugin " + plugin.name});
    }
    return places;
}

}  // namespace fovea::agent
