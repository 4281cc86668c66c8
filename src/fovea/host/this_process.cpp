#include "fovea/host/this_process.hpp"

#include "fovea/config/variables.hpp"

#include <pwd.h>
#include <unistd.h>

#include <cstdlib>
#include <utility>

namespace fovea::host {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

}  // namespace

config::Sources config_sources() {
    config::Sources sources;
    const auto config_home = variable("XDG_CONFIG_HOME");
    const auto home = variable("HOME");
    // Relative paths are invalid here by the XDG specification: what is read must not depend on where
    // one stands.
    if (config_home.starts_with('/')) {
        sources.user_file = fs::path(config_home) / "fovea/config.toml";
    } else if (home.starts_with('/')) {
        sources.user_file = fs::path(home) / ".config/fovea/config.toml";
    }
    if (sources.user_file) sources.trust_folder = sources.user_file->parent_path() / "trusted";
    sources.project_file = ".fovea/config.toml";
    sources.environment = [](const char* name) -> const char* { return std::getenv(name); };
    sources.variables = config::variable_names();
    return sources;
}

store::DataSources data_sources(std::optional<fs::path> given) {
    return {std::move(given), variable("XDG_DATA_HOME"), variable("HOME")};
}

std::vector<fs::path> temporary_places() {
    std::vector<fs::path> places;
    if (const auto chosen = variable("TMPDIR"); chosen.starts_with('/'))
        places.emplace_back(chosen);
    for (const auto* const usual : {"/tmp", "/dev/shm", "/var/tmp"}) places.emplace_back(usual);
    return places;
}

std::vector<fs::path> homes_of_user() {
    std::vector<fs::path> homes;
    if (const auto home = variable("HOME"); home.starts_with('/')) homes.emplace_back(home);
    constexpr std::size_t kRoom = 16 << 10;
    std::vector<char> room(kRoom);
    passwd entry{};
    passwd* found = nullptr;
    if (::getpwuid_r(::geteuid(), &entry, room.data(), room.size(), &found) == 0 &&
        found != nullptr && found->pw_dir != nullptr && *found->pw_dir == '/') {
        homes.emplace_back(found->pw_dir);
    }
    return homes;
}

std::string authorities_file() {
    return variable("SSL_CERT_FILE");
}

}  // namespace fovea::host
