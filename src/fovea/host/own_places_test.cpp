#include "fovea/host/own_places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::host {
namespace {

namespace fs = std::filesystem;
using ::testing::IsSupersetOf;

TEST(OwnPlaces, AreAllWhereConfigurationKeysAndDataLie) {  // Q5
    config::Loaded loaded;
    loaded.settings.providers["mine"].api_key_file = "/keys/mine";
    loaded.settings.store.sessions = "sqlite:/db/mine.db";
    loaded.settings.images.storage_dir = "/pictures";
    loaded.places = {{.role = config::Role::Only, .path = "/etc/mine.toml", .exists = true}};
    Parts services;
    services.config_sources.user_file = "/home/me/.config/fovea/config.toml";
    services.config_sources.trust_folder = "/trusted";
    services.config_sources.project_file = ".fovea/config.toml";
    services.result_cache = [](const config::Settings&) {
        return store::ResultCache::Settings{.folder = "/home/me/.cache/fovea/results"};
    };
    const Situation situation{.loaded = loaded, .parts = services, .data = "/data"};

    EXPECT_THAT(
        own_places(situation, "/tmp/scratch"),
        IsSupersetOf(std::vector<fs::path>{
            "/home/me/.config/fovea",
            "/trusted",
            "/etc/mine.toml",
            ".fovea/config.toml",
            ".fovea/config.yaml",
            "/keys/mine",
            "/data",
            "/db/mine.db",
            "/db/mine.db-wal",
            "/pictures",
            "/home/me/.cache/fovea",
            "/tmp/scratch"})
    );
}

}  // namespace
}  // namespace fovea::host
