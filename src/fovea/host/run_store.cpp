#include "fovea/host/run_store.hpp"

#include "fovea/host/this_process.hpp"
#include "fovea/store/temporary_file.hpp"

#include <system_error>

#include <string>
#include <utility>

namespace fovea::host {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
    std::error_code failed;
    // What cannot be looked at is there as far as we know: opening it says what is wrong.
    return fs::status(path, failed).type() != fs::file_type::not_found;
}

// Nothing was ever stored. A file in the folder's place is no folder without sessions, but a mistake to
// tell.
bool is_empty(const store::DataFolder& folder) {
    std::error_code failed;
    const bool is_mistake = is_there(folder.root) && !fs::is_directory(folder.root, failed);
    return !is_mistake && !is_there(folder.sessions()) && !is_there(folder.blobs());
}

// For a journal as long as one change of the sessions makes it.
bool has_room(const store::DataFolder& folder) {
    constexpr std::uintmax_t kJournal = 16U << 20U;
    std::error_code failed;
    const auto space = fs::space(folder.sessions().parent_path(), failed);
    return failed || space.available >= kJournal;
}

// Why nothing can be written where the store lies; nothing where it can, or where a file is in a
// folder's place: whatever is wrong then is not to be passed over.
std::optional<std::string> why_unwritable(const store::DataFolder& folder) {
    for (const auto& place : {folder.root, folder.sessions().parent_path(), folder.blobs()}) {
        std::error_code failed;
        if (fs::exists(place, failed) && !fs::is_directory(place, failed)) return std::nullopt;
        const auto made = store::make_data_folder({.given = place});
        if (!made.ok()) return made.error().message;
        const auto written = store::check_writable(place);
        if (!written.ok()) return written.error().message;
    }
    return std::nullopt;
}

}  // namespace

RunStore::RunStore(const config::Settings& settings, std::optional<fs::path> data, Keeping keeping)
    : settings_(settings), data_(std::move(data)), keeping_(keeping) {
    if (keeping_ == Keeping::Nothing)
        scratch_.emplace(store::ScratchFolder::make(temporary_places()));
}

Result<store::StoreSettings> RunStore::store_settings() const {
    const auto sources = data_sources(data_);
    const auto& moved = settings_.images.storage_dir;
    return store::StoreSettings{
        .root = TRY(store::find_data_folder(sources)).root,
        .home = sources.home,
        .sessions = settings_.store.sessions,
        .blobs = moved.empty() ? settings_.store.blobs : "file:" + moved};
}

Result<store::DataFolder> RunStore::folder() const {
    return store::embedded_folder(TRY(store_settings()));
}

Result<store::Store*> RunStore::open() {
    const std::lock_guard lock(lock_);
    return store_ ? Result<store::Store*>(store_.get()) : open_kept();
}

Result<store::Store*> RunStore::open_kept() {
    const auto where = TRY(store_settings());
    TRY(store::make_data_folder({.given = where.root}));
    store_ = std::make_unique<store::Store>(TRY(store::open_store(where)));
    run_folder_ = where.root;
    return store_.get();
}

Result<store::Store*> RunStore::open_existing() {
    const auto where = TRY(folder());
    if (is_empty(where)) return static_cast<store::Store*>(nullptr);
    return open();
}

Result<store::Store*> RunStore::open_to_free() {
    const auto where = TRY(folder());
    if (is_empty(where) || has_room(where)) return open_existing();
    auto freeing = store::open_store_to_free(where);
    if (!freeing.ok()) return open_existing();  // read-only, or somebody else uses it
    const std::lock_guard lock(lock_);
    store_ = std::make_unique<store::Store>(std::move(freeing).value());
    return store_.get();
}

Result<store::Store*> RunStore::open_to_read() {
    const auto where = TRY(folder());
    if (is_empty(where)) return static_cast<store::Store*>(nullptr);
    auto opened = open();
    if (opened.ok() || !why_unwritable(where)) return opened;
    const std::lock_guard lock(lock_);
    store_ = std::make_unique<store::Store>(TRY(store::open_store_to_read(where)));
    return store_.get();
}

Result<store::Store*> RunStore::open_for_run(Damaged damaged) {
    const std::lock_guard lock(lock_);
    if (store_) return store_.get();
    const auto where = folder();
    if (keeping_ == Keeping::Nothing) return open_scratch(where);
    if (!where.ok() && store::find_data_folder(data_sources(data_)).ok()) {
        return where.error();  // the settings ask for what is not there
    }
    if (where.ok()) {
        auto kept = open_kept();
        if (kept.ok()) return kept;
        auto why = why_unwritable(where.value());
        const bool is_damaged = kept.error().code == ErrorCode::StoreError;
        if (!why && is_damaged && damaged == Damaged::IsLeftAlone) why = kept.error().message;
        if (!why) return kept;
        not_kept_ = *why;
    } else {
        not_kept_ = where.error().message;
    }
    *not_kept_ += "; nothing of this run is kept, as with --ephemeral";
    scratch_.emplace(store::ScratchFolder::make(temporary_places()));
    return open_scratch(where);
}

Result<store::Store*> RunStore::open_scratch(const Result<store::DataFolder>& below) {
    if (!scratch_->ok()) return scratch_->error();
    run_folder_ = scratch_->value().path();
    std::optional<store::DataFolder> known;
    if (below.ok() && !is_empty(below.value())) known = below.value();
    store_ =
        std::make_unique<store::Store>(TRY(store::open_store_over({.root = run_folder_}, known)));
    return store_.get();
}

store::ResultCache::Settings RunStore::cache_for_run(store::ResultCache::Settings usual) const {
    if (keeping_ == Keeping::Kept) return usual;
    usual.folder = scratch_->ok() ? scratch_->value().path() / "cache/results" : fs::path();
    return usual;
}

ingest::OpenBlobs RunStore::pictures() {
    return [this] { return open_pictures(); };
}

Result<store::BlobStore*> RunStore::open_pictures() {
    const std::lock_guard lock(lock_);
    if (store_) return store_->blobs.get();
    if (pictures_) return pictures_.get();
    const auto where = TRY(folder());
    if (!is_there(where.blobs())) return static_cast<store::BlobStore*>(nullptr);
    pictures_ = store::FileBlobs::to_read(where.blobs());
    return pictures_.get();
}

}  // namespace fovea::host
