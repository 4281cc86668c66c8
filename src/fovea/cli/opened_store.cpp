#include "fovea/cli/opened_store.hpp"

#include <system_error>

#include <string>
#include <string_view>
#include <utility>

namespace fovea::cli {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
    std::error_code failed;
    // What cannot be looked at is there as far as we know: opening it says what is wrong.
    return fs::status(path, failed).type() != fs::file_type::not_found;
}

fs::path expanded(const std::string& path, const std::string& home) {
    if (path.starts_with("~/") && !home.empty()) return fs::path(home) / path.substr(2);
    return path;
}

// "sqlite:FILE" without its scheme. The rest of another one may hold a password, so it is not
// repeated.
Result<std::string> embedded_path(
    std::string_view setting, const std::string& value, std::string_view scheme
) {
    const auto place = std::string_view(value).substr(0, value.find(':') + 1);
    if (place != scheme) {
        return Error{
            ErrorCode::ConfigInvalid,
            std::string(setting) + ": this version has the embedded store, \"" +
                std::string(scheme) + "…\", and none for \"" + std::string(place) + "…\""};
    }
    auto path = value.substr(scheme.size());
    if (path.starts_with("///")) path.erase(0, 2);  // file:///srv/blobs
    if (path.empty()) {
        return Error{ErrorCode::ConfigInvalid, std::string(setting) + " names no file"};
    }
    return path;
}

}  // namespace

OpenedStore::OpenedStore(const config::Settings& settings, std::optional<fs::path> data)
    : settings_(settings), data_(std::move(data)) {}

Result<store::DataFolder> OpenedStore::folder() const {
    const auto sources = store::data_sources(data_);
    auto folder = TRY(store::find_data_folder(sources));
    const auto sessions = TRY(embedded_path("store.sessions", settings_.store.sessions, "sqlite:"));
    const auto blobs = TRY(embedded_path("store.blobs", settings_.store.blobs, "file:"));
    folder.sessions_file = expanded(sessions, sources.home);
    const auto& moved = settings_.images.storage_dir;
    folder.blobs_folder = expanded(moved.empty() ? blobs : moved, sources.home);
    return folder;
}

Result<store::EmbeddedStore*> OpenedStore::open() {
    const std::lock_guard lock(lock_);
    if (store_) return store_.get();
    const auto where = TRY(folder());
    TRY(store::make_data_folder({.given = where.root}));
    store_ = std::make_unique<store::EmbeddedStore>(TRY(store::open_embedded_store(where)));
    return store_.get();
}

Result<store::EmbeddedStore*> OpenedStore::open_existing() {
    const auto where = TRY(folder());
    // A file in the folder's place is no folder without sessions, but a mistake to tell.
    std::error_code failed;
    const bool is_mistake = is_there(where.root) && !fs::is_directory(where.root, failed);
    if (!is_mistake && !is_there(where.sessions()) && !is_there(where.blobs()))
        return static_cast<store::EmbeddedStore*>(nullptr);
    return open();
}

ingest::OpenBlobs OpenedStore::pictures() {
    return [this] { return open_pictures(); };
}

Result<store::BlobStore*> OpenedStore::open_pictures() {
    const std::lock_guard lock(lock_);
    if (store_) return store_->blobs.get();
    if (pictures_) return pictures_.get();
    const auto where = TRY(folder());
    if (!is_there(where.blobs())) return static_cast<store::BlobStore*>(nullptr);
    pictures_ = TRY(store::FileBlobs::open(where.blobs()));
    return pictures_.get();
}

}  // namespace fovea::cli
