#include "fovea/host/own_places.hpp"

#include "fovea/host/run_store.hpp"
#include "fovea/host/this_process.hpp"

#include <cstdlib>
#include <string>

namespace fovea::host {
namespace {

namespace fs = std::filesystem;
using Places = std::vector<fs::path>;

fs::path expanded(const std::string& path) {
    const char* const home = std::getenv("HOME");
    if (path.starts_with("~/") && home != nullptr) return fs::path(home) / path.substr(2);
    return path;
}

// Also a project's, read or not: once trusted it may hold what a server is called with.
void add_configuration(const Situation& situation, Places& places) {
    const auto& sources = situation.parts.config_sources;
    if (sources.user_file) places.push_back(sources.user_file->parent_path());
    places.push_back(sources.trust_folder);
    for (const auto& place : situation.loaded.places) places.push_back(place.path);
    if (!sources.project_file) return;
    for (const auto* extension : {".toml", ".yaml", ".yml", ".json"}) {
        places.push_back(fs::path(*sources.project_file).replace_extension(extension));
    }
}

void add_keys(const config::Settings& settings, Places& places) {
    for (const auto& [name, provider] : settings.providers) {
        places.push_back(expanded(provider.api_key_file));
    }
}

void add_data(const store::DataFolder& folder, Places& places) {
    places.push_back(folder.root);
    places.push_back(folder.blobs());
    for (const auto* part : {"", "-wal", "-shm", "-journal"}) {
        places.push_back(folder.sessions().string() + part);
    }
}

}  // namespace

Places own_places(const Situation& situation, const fs::path& run_folder) {
    Places places = {run_folder};
    add_configuration(situation, places);
    add_keys(situation.settings(), places);
    const auto data = RunStore(situation.settings(), situation.data).folder();
    if (data.ok()) add_data(data.value(), places);
    // Where others lie when this run has its own.
    const auto usual = store::find_data_folder(data_sources());
    if (usual.ok()) add_data(usual.value(), places);
    if (situation.parts.result_cache) {
        const auto results = situation.parts.result_cache(situation.settings()).folder;
        if (!results.empty()) places.push_back(results.parent_path());
    }
    std::erase_if(places, [](const fs::path& place) { return place.empty(); });
    return places;
}

}  // namespace fovea::host
