#include "fovea/store/open_store.hpp"

#include "fovea/store/private_files.hpp"
#include "fovea/store/sqlite/sqlite_sessions.hpp"

#include <iterator>
#include <string_view>
#include <utility>

namespace fovea::store {
namespace {

namespace fs = std::filesystem;

struct OpenedBlobs {
    std::unique_ptr<BlobStore> blobs;
    Upkeep* upkeep = nullptr;
    const FileBlobs* files = nullptr;
};

struct OpenedSessions {
    std::unique_ptr<SessionStore> sessions;
    Upkeep* upkeep = nullptr;
};

Result<OpenedBlobs> open_file_blobs(const fs::path& place, const Clock& clock) {
    auto blobs = TRY(FileBlobs::open(place, clock));
    auto* const files = blobs.get();
    return OpenedBlobs{std::move(blobs), files, files};
}

Result<OpenedSessions> open_sqlite_sessions(
    const fs::path& place, BlobStore& blobs, const Clock& clock
) {
    TRY(make_private_folder(place.parent_path()));
    auto sessions = TRY(SqliteSessions::open(place, blobs, {.clock = clock}));
    auto* const upkeep = sessions.get();
    return OpenedSessions{std::move(sessions), upkeep};
}

// One more backend: a function and a row. It is handed the path of a local place; one that lies on a
// server takes what stands behind its scheme.
struct BlobScheme {
    std::string_view name;
    Result<OpenedBlobs> (*open)(const fs::path& place, const Clock& clock);
};
constexpr BlobScheme kBlobSchemes[] = {
    {"file", open_file_blobs},
};

struct SessionScheme {
    std::string_view name;
    Result<OpenedSessions> (*open)(const fs::path& place, BlobStore& blobs, const Clock& clock);
};
constexpr SessionScheme kSessionSchemes[] = {
    {"sqlite", open_sqlite_sessions},
};

// "sqlite:fovea.db" without its scheme, from the data folder or from home.
Result<fs::path> local_place(
    std::string_view setting, std::string place, const StoreSettings& settings
) {
    if (place.starts_with("///")) place.erase(0, 2);  // file:///srv/blobs
    if (place.empty()) {
        return Error{ErrorCode::ConfigInvalid, std::string(setting) + " does not name a file"};
    }
    if (place.starts_with("~/") && !settings.home.empty()) {
        return fs::path(settings.home) / place.substr(2);
    }
    return settings.root / place;
}

template <class Scheme>
struct Chosen {
    const Scheme* scheme;
    fs::path place;
};

// The first row is the embedded one, which a path without a scheme means.
template <class Scheme, std::size_t Count>
Result<Chosen<Scheme>> choose(
    const Scheme (&schemes)[Count],
    std::string_view setting,
    const std::string& value,
    const StoreSettings& settings
) {
    const auto colon = value.find(':');
    const auto slash = value.find('/');
    if (colon == std::string::npos || slash < colon) {
        return Chosen<Scheme>{&schemes[0], TRY(local_place(setting, value, settings))};
    }
    const auto name = value.substr(0, colon);
    std::string known;
    for (const auto& scheme : schemes) {
        if (scheme.name == name) {
            return Chosen<Scheme>{
                &scheme, TRY(local_place(setting, value.substr(colon + 1), settings))};
        }
        if (!known.empty()) known += ", ";
        known += "\"" + std::string(scheme.name) + ":…\"";
    }
    return Error{
        ErrorCode::ConfigInvalid,
        std::string(setting) + ": this version supports only " + known + ", not \"" + name +
            ":…\""};
}

Result<Chosen<BlobScheme>> choose_blobs(const StoreSettings& settings) {
    return choose(kBlobSchemes, "store.blobs", settings.blobs, settings);
}

Result<Chosen<SessionScheme>> choose_sessions(const StoreSettings& settings) {
    return choose(kSessionSchemes, "store.sessions", settings.sessions, settings);
}

}  // namespace

Result<DataFolder> embedded_folder(const StoreSettings& settings) {
    const auto sessions = TRY(choose_sessions(settings));
    const auto blobs = TRY(choose_blobs(settings));
    return DataFolder{
        .root = settings.root, .sessions_file = sessions.place, .blobs_folder = blobs.place};
}

Result<Store> open_store(const StoreSettings& settings, const Clock& clock) {
    const auto sessions_place = TRY(choose_sessions(settings));
    const auto blobs_place = TRY(choose_blobs(settings));
    auto blobs = TRY(blobs_place.scheme->open(blobs_place.place, clock));
    auto sessions = TRY(sessions_place.scheme->open(sessions_place.place, *blobs.blobs, clock));
    std::vector<Upkeep*> upkeep;
    for (auto* const part : {sessions.upkeep, blobs.upkeep}) {
        if (part != nullptr) upkeep.push_back(part);
    }
    return Store{
        std::move(blobs.blobs), std::move(sessions.sessions), std::move(upkeep), blobs.files};
}

}  // namespace fovea::store
