#include "fovea/ingest/closed_places.hpp"

#include "fovea/ingest/comparable_path.hpp"

#include <sys/stat.h>
#include <system_error>

#include <algorithm>
#include <string_view>
#include <utility>

namespace fovea::ingest {
namespace {

namespace fs = std::filesystem;

bool lies_in(std::string_view path, std::string_view place) {
    return path.starts_with(place) && (path.size() == place.size() || path[place.size()] == '/');
}

// "…/.fovea/config.toml" and its copies, of whichever project: it may hold keys.
bool is_of_a_project(std::string_view path) {
    constexpr std::string_view kConfiguration = "/.fovea/config.";
    const auto at = path.rfind(kConfiguration);
    return at != path.npos && path.find('/', at + kConfiguration.size()) == path.npos;
}

}  // namespace

ClosedPlaces::ClosedPlaces(const std::vector<fs::path>& places) {
    for (const auto& place : places) {
        std::error_code failed;
        auto real = fs::weakly_canonical(fs::absolute(place, failed), failed);
        if (place.empty() || failed) continue;
        if (!real.has_filename()) real = real.parent_path();  // "keys/"
        comparable_.push_back(comparable(real.string()));
        places_.push_back(std::move(real));
    }
}

bool ClosedPlaces::holds(const RealFile& file) const {
    const auto path = comparable(file.path.string());
    if (is_of_a_project(path)) return true;
    const auto has = [&](const std::string& place) { return lies_in(path, place); };
    return std::ranges::any_of(comparable_, has) || (file.names > 1 && is_another_name(file));
}

bool ClosedPlaces::is_another_name(const RealFile& file) const {
    return std::ranges::any_of(places_, [&](const fs::path& place) {
        struct stat facts {};
        return ::stat(place.c_str(), &facts) == 0 && S_ISREG(facts.st_mode) &&
               facts.st_dev == file.device && facts.st_ino == file.inode;
    });
}

FileGuard guard_of(ClosedPlaces own, FileGuard then) {
    return [own = std::move(own),
            then = std::move(then)](const RealFile& file) -> std::optional<Objection> {
        if (own.holds(file)) {
            return Objection{
                Objection::Kind::Own,
                "it is one of Fovea's own files (configuration, keys, sessions, cached pictures "
                "and answers), which no tool may read"};
        }
        return then ? then(file) : std::nullopt;
    };
}

}  // namespace fovea::ingest
